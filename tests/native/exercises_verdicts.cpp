// The Json face of the exercises: what the page is told about an answer.
#include <cmath>
#include <numbers>

#include "exercises_interface.hpp"

namespace whereabouts::exercises::test {

TEST_CASE("grade: what it returns for each verdict") {
  const Exercises& exercises = exercises_();
  const Json instance = exercises.create_instance("sinusoid_row", 1, {{"position", 3}, {"width", 4}, {"base", 10000}});
  const Json right = exercises.grade(instance, {0.141, -0.990, 0.030, 1.000});
  CHECK(right.at("verdict") == "correct");
  CHECK(right.at("passed") == true);
  CHECK(right.at("misconception").is_null());
  CHECK(right.at("first_mismatch").is_null());
  CHECK(is_text(right.at("note"), "exercise.sinusoid_row.right"));

  const Json late = exercises.grade(instance, {-0.757, -0.654, 0.040, 0.999});
  CHECK(late.at("verdict") == "misconception");
  CHECK(late.at("passed") == false);
  CHECK(late.at("misconception").at("id") == "off_by_one");
  CHECK(is_text(late.at("misconception").at("title"), "exercise.sinusoid_row.mistake.off_by_one.title"));
  CHECK(is_text(late.at("misconception").at("explanation"), "exercise.sinusoid_row.mistake.off_by_one.explanation"));
  CHECK(is_text(late.at("note"), "exercise.sinusoid_row.mistake.off_by_one.note_too_many"));
  CHECK(late.at("note").at("values").at("wrong") == 4);
  CHECK(late.at("first_mismatch") == Json{{"index", 0}, {"got", -0.757}});
  CHECK(late.at("misconceptions").size() == 1);
  CHECK_THAT(late.at("misconception").at("mistaken")[0].get<double>(),
             Catch::Matchers::WithinAbs(std::sin(4.0), 1e-12));

  const Json wrong = exercises.grade(instance, {0.141, -0.990, 0.5, 1.000});
  CHECK(wrong.at("verdict") == "incorrect");
  CHECK(wrong.at("first_mismatch") == Json{{"index", 2}, {"got", 0.5}});

  const Json nonsense = exercises.grade(instance, Json::array({0.141, nullptr, 0.030, 1.000}));
  CHECK(nonsense.at("verdict") == "malformed");
  CHECK(nonsense.at("max_error").is_null());
  CHECK(nonsense.at("first_mismatch") == Json{{"index", 1}, {"got", nullptr}});
  CHECK(is_text(nonsense.at("note"), "exercise.malformed.not_a_number"));
  CHECK(is_text(nonsense.at("note").at("values").at("field"), "exercise.sinusoid_row.field"));

  const Json edge = exercises.create_instance("table_edge", 1, Json::object());
  CHECK(is_text(exercises.grade(edge, {1023.0, nullptr}).at("note"), "exercise.malformed.not_a_whole_number"));

  const Json open = exercises.create_instance(
      "rope_vector", 1, {{"vector", {1, 0.5, -0.3, 0.8}}, {"position", 3}, {"layout", "any"}, {"base", 10000}});
  const Json other = exercises.grade(open, {-0.948, 0.476, 0.438, 0.815});
  CHECK(other.at("verdict") == "equivalent");
  CHECK(other.at("passed") == true);
  CHECK(is_text(other.at("note"), "exercise.rope_vector.equivalent.other_layout"));

  const Json shift = exercises.create_instance("shift_matrix", 1, Json::object());
  CHECK(is_text(exercises.grade(shift, {1, 0, 0, 1}).at("note"), "exercise.shift_matrix.evidence"));
}

TEST_CASE("grade: a number read with its thousands separator as the decimal point is told so") {
  const Exercises& exercises = exercises_();
  const Json wave = exercises.create_instance("wavelength", 1, {{"width", 512}, {"pair", 248}, {"base", 10000}});
  const double truth = exercises.solution(wave).at("answer")[0];
  REQUIRE(truth > 1000);
  const Json read = exercises.grade(wave, Json::array({std::round(truth) / 1000}));
  CHECK(read.at("verdict") == "incorrect");
  CHECK(is_text(read.at("note"), "exercise.thousands_separator"));
  CHECK(read.at("note").at("values").at("written") == std::round(truth));
  CHECK(exercises.grade(wave, Json::array({std::round(truth) / 100})).at("note").is_null());
  // Below 1000 nobody writes a separator: 0.0063 for 6.3 is another mistake.
  const Json fast = exercises.create_instance("wavelength", 1, {{"width", 8}, {"pair", 0}, {"base", 10000}});
  CHECK(exercises.grade(fast, {2 * std::numbers::pi / 1000}).at("note").is_null());

  const Json edge =
      exercises.create_instance("table_edge", 1, {{"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}});
  CHECK(exercises.grade(edge, {1023, 786.432}).at("note").at("values") == Json{{"got", 786.432}, {"written", 786432}});
  CHECK(exercises.grade(edge, {1.023, 786.432}).at("note").at("values").at("written") == 1023);
  CHECK(exercises.grade(edge, {1000, 786.432}).at("note").is_null());  // the other field is wrong all the same
}

TEST_CASE("grade: only the id and the parameters of an instance are believed") {
  Json instance =
      exercises_().create_instance("table_edge", 1, {{"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}});
  instance["tolerance"] = 1e9;
  instance["fields"] = Json::array();
  CHECK(exercises_().grade(instance, {0, 0}).at("passed") == false);
  CHECK(exercises_().grade(instance, {1023, 786432}).at("passed") == true);
}

}  // namespace whereabouts::exercises::test
