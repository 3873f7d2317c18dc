// Grading at its edges: tolerance, malformed answers, mistakes that coincide, mistakes that give the right answer.
#include <limits>

#include "catch_amalgamated.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {
namespace {

/// An exercise in one number whose truth and mistakes the test chooses.
Exercise made_up(std::vector<double> truth, std::vector<Misconception> misconceptions = {},
                 Tolerance tolerance = tolerance_of_decimals(3)) {
  Exercise exercise;
  exercise.id = "made_up";
  exercise.tolerance = tolerance;
  exercise.solve = [truth](const Parameters&) { return Answer{"", truth}; };
  exercise.misconceptions = std::move(misconceptions);
  exercise.fields = [size = truth.size()](const Parameters&) { return numbered_fields("made_up", size); };
  return exercise;
}

Misconception always(const std::string& id, std::vector<double> numbers) {
  return {id, [numbers](const Parameters&) { return std::vector{mistaken(numbers)}; }};
}

const Parameters nothing(Json::object());

Verdict verdict(const Exercise& exercise, const Json& given) { return grade(exercise, nothing, given).verdict; }

Malformed malformed(const Exercise& exercise, const Json& given) {
  const Grade result = grade(exercise, nothing, given);
  REQUIRE(result.verdict == Verdict::malformed);
  REQUIRE_FALSE(result.passed());
  return *result.malformed;
}

}  // namespace

TEST_CASE("grading: half a unit of the last decimal and a little slack") {
  CHECK(tolerance_of_decimals(3).value == Catch::Approx(6e-4));
  CHECK(tolerance_of_decimals(2).value == Catch::Approx(6e-3));
  const Exercise exercise = made_up({0.14112});
  for (const double right : {0.141, 0.1411, 0.14112, 0.14112 + 5.9e-4, 0.14112 - 5.9e-4})
    CHECK(verdict(exercise, {right}) == Verdict::correct);
  for (const double wrong : {0.140, 0.142, 0.14, -0.141, 0.14112 + 6.1e-4, 0.14112 - 6.1e-4})
    CHECK(verdict(exercise, {wrong}) == Verdict::incorrect);
}

TEST_CASE("grading: the edge itself passes, whichever way it is rounded") {
  // The differences are 6e-4 in decimals and a rounding away from it in binary, above it for some and below it for
  // others.
  int above = 0;
  for (int thousandth = -2000; thousandth <= 2000; ++thousandth) {
    const double truth = double(thousandth) / 1000;
    const double edge = double(thousandth * 10 + 6) / 10000;
    if (std::abs(edge - truth) > tolerance_of_decimals(3).value) ++above;
    REQUIRE(compare({"", {edge}}, {"", {truth}}, tolerance_of_decimals(3)).passed);
    REQUIRE_FALSE(compare({"", {edge + 1e-7}}, {"", {truth}}, tolerance_of_decimals(3)).passed);
  }
  CHECK(above > 100);  // a comparison without the allowance for rounding would fail here
  for (const double truth : {1.0, 47117.0, 6.283, 1e-5})
    CHECK(compare({"", {truth * 1.001}}, {"", {truth}}, {1e-3, true}).passed);
}

TEST_CASE("grading: a relative tolerance is a fraction of the truth") {
  const Exercise exercise = made_up({50000}, {}, {1e-3, true});
  CHECK(verdict(exercise, {50049}) == Verdict::correct);
  CHECK(verdict(exercise, {50051}) == Verdict::incorrect);
  CHECK(grade(exercise, nothing, {50500}).max_error == Catch::Approx(0.01));
}

TEST_CASE("grading: the first wrong entry and the largest error are named") {
  const Exercise exercise = made_up({0.1, 0.2, 0.3, 0.4});
  const Grade result = grade(exercise, nothing, {0.1, 0.25, 0.3, 1.4});
  CHECK(result.verdict == Verdict::incorrect);
  CHECK(result.first_mismatch == std::size_t(1));
  CHECK(result.max_error == Catch::Approx(1.0));
  const Grade right = grade(exercise, nothing, {0.1, 0.2, 0.3, 0.4});
  CHECK_FALSE(right.first_mismatch);
  CHECK(right.max_error == 0);
}

TEST_CASE("grading: what cannot be compared is malformed, with the reason and the field") {
  const Exercise exercise = made_up({0.1, 0.2});
  for (const Json& given : {Json(), Json("0.1"), Json(3), Json(true), Json::object()})
    CHECK(malformed(exercise, given).reason == "not_an_answer");
  CHECK(malformed(exercise, Json::array()).reason == "wrong_length");
  CHECK(malformed(exercise, {0.1}).reason == "wrong_length");
  const Malformed longer = malformed(exercise, {0.1, 0.2, 0.3});
  CHECK(longer.reason == "wrong_length");
  CHECK(longer.values == Json{{"got", 3}, {"expected", 2}});
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  for (const Json& entry :
       {Json(nan), Json(infinite), Json(-infinite), Json(), Json("0.2"), Json(true), Json::array(), Json::object()}) {
    const Malformed result = malformed(exercise, Json::array({0.1, entry}));
    CHECK(result.reason == "not_a_number");
    CHECK(result.field == std::size_t(1));
  }
  CHECK(malformed(exercise, Json::array({nan, nan})).field == std::size_t(0));
}

TEST_CASE("grading: huge numbers are wrong, not trouble") {
  const Exercise exercise = made_up({0.1}, {always("a", {0.5})});
  const double huge = std::numeric_limits<double>::max();
  for (const double entry : {huge, -huge, 1e300, 5e-324}) CHECK(verdict(exercise, {entry}) == Verdict::incorrect);
  CHECK(verdict(made_up({0.0}, {}, {1e-3, true}), {0.0}) == Verdict::correct);
  CHECK(verdict(made_up({0.0}, {}, {1e-3, true}), {0.1}) == Verdict::incorrect);
}

TEST_CASE("grading: mistakes that coincide are reported together, the nearer one first") {
  const Exercise exercise =
      made_up({0.1}, {always("a", {0.5}), always("b", {0.5}), always("c", {0.9}), always("d", {0.5005})});
  const Grade result = grade(exercise, nothing, {0.5});
  REQUIRE(result.mistakes.size() == 3);
  CHECK(result.mistakes[0].misconception->id == "a");
  CHECK(result.mistakes[1].misconception->id == "b");
  CHECK(result.mistakes[2].misconception->id == "d");
  CHECK(grade(exercise, nothing, {0.5005}).mistakes[0].misconception->id == "d");
}

TEST_CASE("grading: a mistake that gives the right answer is not applicable and never named") {
  const Exercise exercise = made_up({0.1}, {always("same", {0.1}), always("nearly", {0.1005}), always("other", {0.3})});
  const auto applicable = applicable_mistakes(exercise, nothing);
  REQUIRE(applicable.size() == 1);
  CHECK(applicable[0].misconception->id == "other");
  const Grade result = grade(exercise, nothing, {0.1005});
  CHECK(result.verdict == Verdict::correct);
  CHECK(result.mistakes.empty());
}

TEST_CASE("grading: a mistake within two tolerances of the truth still fails, and the truth still passes") {
  const Exercise exercise = made_up({0.1}, {always("near", {0.1008})});
  CHECK(verdict(exercise, {0.1}) == Verdict::correct);
  CHECK(verdict(exercise, {0.1005}) == Verdict::correct);  // both would fit: the learner gets the benefit
  CHECK(verdict(exercise, {0.1008}) == Verdict::misconception);
}

TEST_CASE("grading: answers that are too close are not separate, answers that are equal are") {
  const auto separate = [](const Exercise& exercise) { return answers_are_separate(exercise, nothing); };
  CHECK(separate(made_up({0.1}, {always("far", {0.1025})})));
  CHECK_FALSE(separate(made_up({0.1}, {always("near", {0.1023})})));
  CHECK(separate(made_up({0.1}, {always("same", {0.1})})));
  CHECK(separate(made_up({0.1}, {always("a", {0.5}), always("b", {0.5})})));
  CHECK_FALSE(separate(made_up({0.1}, {always("a", {0.5}), always("b", {0.502})})));
  CHECK(separate(made_up({0.1}, {always("longer", {0.1, 0.1})})));
}

}  // namespace whereabouts::exercises::test
