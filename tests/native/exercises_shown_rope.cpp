// The instances on RoPE that the course shows, with the numbers it prints, and every mistake that it names there.
#include "exercises_shown.hpp"

namespace whereabouts::exercises::test {
namespace {

double norm(const std::vector<double>& x) {
  double square = 0;
  for (const double entry : x) square += entry * entry;
  return std::sqrt(square);
}

}  // namespace

TEST_CASE("rope_vector: [1, 0.5, -0.3, 0.8] at position 3, interleaved") {
  const Exercise& exercise = find("rope_vector");
  CHECK(ids(exercise) == Ids{"other_layout", "opposite_direction", "mixed_cache_and_layout", "off_by_one",
                             "added_instead_of_rotated", "missing_minus", "exponent_i_over_d", "degrees"});
  Json values{{"vector", {1, 0.5, -0.3, 0.8}}, {"position", 3}, {"layout", "interleaved"}, {"base", 10000}};
  const Parameters p = at(exercise, values);
  CHECK(answers_are_separate(exercise, p));
  require_close(exercise.solve(p).numbers, {-1.061, -0.354, -0.324, 0.791});
  require_close(mistake(exercise, p, "other_layout"), {-0.948, 0.476, 0.438, 0.815});
  require_close({norm(exercise.solve(p).numbers)}, {1.407});
  const auto mixed = exercise.misconceptions[2].make(p);
  REQUIRE(mixed.size() == 2);
  require_close({norm(mixed[0].answer.numbers), norm(mixed[1].answer.numbers)}, {1.437, 1.416});
  require_close(mistake(exercise, p, "opposite_direction"), {-0.919, -0.636, -0.276, 0.809});
  require_close(mistake(exercise, p, "off_by_one", "too_many"), {-0.275, -1.084, -0.332, 0.787});
  require_close(mistake(exercise, p, "off_by_one", "too_few"), {-0.871, 0.701, -0.316, 0.794});
  require_close(mistake(exercise, p, "added_instead_of_rotated"), {1.141, -0.490, -0.270, 1.800});
  require_close(mistake(exercise, p, "missing_minus"), {-0.919, -0.354, -0.276, 0.791});
  require_close(mistake(exercise, p, "exponent_i_over_d"), {-1.061, -0.354, -0.523, 0.676});
  require_close(mistake(exercise, p, "degrees"), {0.972, 0.552, -0.300, 0.800});
}

TEST_CASE(
    "rope_vector: the other layout is that mistake where the prompt fixes one, and passes where it leaves it open") {
  const Exercise& exercise = find("rope_vector");
  Json values{{"vector", {1, 0.5, -0.3, 0.8}}, {"position", 3}, {"layout", "interleaved"}, {"base", 10000}};
  const Json half{-0.948, 0.476, 0.438, 0.815}, interleaved{-1.061, -0.354, -0.324, 0.791};
  const Grade fixed = real_grader(exercise, at(exercise, values), half);
  CHECK(fixed.verdict == Verdict::misconception);
  CHECK(fixed.mistakes.front().misconception->id == "other_layout");
  values["layout"] = "half";
  CHECK(real_grader(exercise, at(exercise, values), half).verdict == Verdict::correct);
  CHECK(names(real_grader(exercise, at(exercise, values), interleaved), "other_layout"));
  values["layout"] = "any";
  CHECK(real_grader(exercise, at(exercise, values), interleaved).verdict == Verdict::correct);
  const Grade open = real_grader(exercise, at(exercise, values), half);
  CHECK(open.verdict == Verdict::equivalent);
  CHECK(open.passed());
  CHECK_FALSE(applicable(exercise, at(exercise, values), "other_layout"));
}

TEST_CASE("rope_vector: mistakes are recognised in both layouts where the prompt leaves it open") {
  const Exercise& exercise = find("rope_vector");
  Json values{{"vector", {1, 0.5, -0.3, 0.8}}, {"position", 3}, {"layout", "half"}, {"base", 10000}};
  const Parameters half = at(exercise, values);
  values["layout"] = "any";
  const Parameters any = at(exercise, values);
  for (const Mistake& mistake : applicable_mistakes(exercise, half))
    if (mistake.misconception->id != "other_layout")
      CHECK(names(real_grader(exercise, any, mistake.made.answer.numbers), mistake.misconception->id));
}

TEST_CASE("rope_score: the score at (5, 2), (3, 0), (105, 102) and (2, 5)") {
  const Exercise& exercise = find("rope_score");
  CHECK(ids(exercise) == Ids{"query_only_rotated", "sum_of_positions", "not_rotated", "scaled_by_sqrt_d",
                             "absolute_distance", "other_layout"});
  Json values{{"query", {1, 0.5, -0.3, 0.8}}, {"key", {0.2, -0.6, 0.9, 0.4}},
              {"query_position", 5},          {"key_position", 2},
              {"layout", "interleaved"},      {"base", 10000}};
  const Parameters p = at(exercise, values);
  require_close(exercise.solve(p).numbers, {0.025});
  require_close(mistake(exercise, p, "query_only_rotated"), {0.651});
  require_close(mistake(exercise, p, "sum_of_positions"), {-0.544});
  require_close(mistake(exercise, p, "not_rotated"), {-0.05});
  require_close(mistake(exercise, p, "scaled_by_sqrt_d"), {0.012});
  require_close(mistake(exercise, p, "other_layout"), {0.245});
  CHECK_FALSE(applicable(exercise, p, "absolute_distance"));
  for (const auto& [query, key] : {std::pair{3, 0}, {105, 102}}) {
    values["query_position"] = query;
    values["key_position"] = key;
    require_close(exercise.solve(at(exercise, values)).numbers, exercise.solve(p).numbers, 1e-12);
  }
  values["query_position"] = 2;
  values["key_position"] = 5;
  const Parameters later = at(exercise, values);
  require_close(exercise.solve(later).numbers, {0.273});
  require_close(mistake(exercise, later, "absolute_distance"), {0.025});
  CHECK(applicable(exercise, later, "absolute_distance"));
}

TEST_CASE("same_family: a choice, then the permutation") {
  const Exercise& exercise = find("same_family");
  CHECK(ids(exercise) == Ids{"calls_it_a_bug"});
  const Parameters p = at(exercise, {{"vector", {1, 0.5, -0.3, 0.8, 0.2, -0.7}}, {"position", 3}});
  CHECK(exercise.solve(p).choice == "same");
  require_close(exercise.solve(p).numbers, {0, 2, 4, 1, 3, 5}, 0);
  const auto verdict = [&](const Json& given) { return real_grader(exercise, p, given).verdict; };
  CHECK(verdict({{"choice", "same"}, {"numbers", {0, 2, 4, 1, 3, 5}}}) == Verdict::correct);
  CHECK(verdict({{"choice", "same"}, {"numbers", {0, 3, 1, 4, 2, 5}}}) == Verdict::incorrect);  // its inverse
  CHECK(verdict({{"choice", "same"}, {"numbers", {1, 3, 5, 2, 4, 6}}}) == Verdict::incorrect);
  CHECK(verdict({{"choice", "same"}}) == Verdict::malformed);
  CHECK(verdict("same") == Verdict::malformed);
  CHECK(verdict("different") == Verdict::misconception);
  CHECK(verdict({{"choice", "different"}, {"numbers", {0, 2, 4, 1, 3, 5}}}) == Verdict::misconception);
  CHECK(verdict({{"choice", "neither"}}) == Verdict::malformed);
}

TEST_CASE("same_family: the permutation maps one layout to the other, as the golden one does") {
  // Turning half-split after the permutation is the permutation after turning interleaved, written out for width 4.
  const Exercise& exercise = find("same_family");
  const std::vector<double> x{1, 0.5, -0.3, 0.8};
  const Parameters p = at(exercise, {{"vector", x}, {"position", 3}});
  const auto order = exercise.solve(p).numbers;
  const auto permuted = [&](const std::vector<double>& from) {
    std::vector<double> to;
    for (const double entry : order) to.push_back(from[std::size_t(entry)]);
    return to;
  };
  const auto turn = [](std::vector<double> v, std::size_t first, std::size_t second, double angle) {
    const double a = v[first], b = v[second];
    v[first] = a * std::cos(angle) - b * std::sin(angle);
    v[second] = a * std::sin(angle) + b * std::cos(angle);
    return v;
  };
  const auto interleaved = [&](std::vector<double> v) { return turn(turn(v, 0, 1, 3), 2, 3, 0.03); };
  const auto half = [&](std::vector<double> v) { return turn(turn(v, 0, 2, 3), 1, 3, 0.03); };
  require_close(half(permuted(x)), permuted(interleaved(x)), 1e-12);
  // Left out, it shows in a score: other entries then share a frequency.
  const auto rows = exercise.trial(p, {"different", {}});
  REQUIRE(rows.size() == 1);
  const auto score = [](double fast, double slow) { return fast * std::cos(3) + slow * std::cos(0.03); };
  require_close({rows[0].right, rows[0].mistaken}, {score(1 + 0.25, 0.09 + 0.64), score(1 + 0.09, 0.25 + 0.64)}, 1e-12);
}

TEST_CASE("interpolate: from 2,048 to 8,192 positions, heads 64 wide") {
  const Exercise& exercise = find("interpolate");
  CHECK(ids(exercise) == Ids{"base_times_factor", "divided_base", "multiplied_position"});
  Json values{{"method", "linear"}, {"position", 4000}, {"width", 64}, {"base", 10000}, {"factor", 4}};
  const Parameters linear = at(exercise, values);
  values["method"] = "ntk";
  const Parameters ntk = at(exercise, values);
  require_close(exercise.solve(linear).numbers, {1000}, 0);
  require_close(mistake(exercise, linear, "multiplied_position"), {16000}, 0);
  CHECK_FALSE(applicable(exercise, linear, "base_times_factor"));
  CHECK_FALSE(applicable(exercise, linear, "divided_base"));
  require_close(exercise.solve(ntk).numbers, {41829}, 0.5);
  require_close(mistake(exercise, ntk, "base_times_factor"), {40000}, 1e-9);
  const auto divided = exercise.misconceptions[1].make(ntk);
  REQUIRE(divided.size() == 2);
  require_close(divided[0].answer.numbers, {1e8 / 41829}, 0.05);
  require_close(divided[1].answer.numbers, {2500}, 1e-9);
  CHECK_FALSE(applicable(exercise, ntk, "multiplied_position"));
  CHECK(real_grader(exercise, ntk, {41829.0}).verdict == Verdict::correct);
  CHECK(real_grader(exercise, ntk, {41829.0 * 1.0006}).verdict == Verdict::incorrect);  // relative 5e-4
  CHECK(real_grader(exercise, ntk, {41.829}).verdict == Verdict::incorrect);
}

TEST_CASE("interpolate: both stretch the slowest pair by the factor, and only interpolation the fastest") {
  const Exercise& exercise = find("interpolate");
  for (int seed = 0; seed < 100; ++seed) {
    const Parameters p = real_generator(exercise, seed);
    const double factor = p.number("factor"), d = p.number("width");
    const auto slowest = [&](double base) { return std::pow(base, -(d - 2) / d); };
    if (p.text("method") == "ntk") {
      const double ratio = slowest(p.number("base")) / slowest(exercise.solve(p).numbers[0]);
      CHECK_THAT(ratio, Catch::Matchers::WithinRel(factor, 1e-12));
      const double short_of_it = slowest(p.number("base")) / slowest(mistake(exercise, p, "base_times_factor")[0]);
      CHECK(short_of_it < factor * 0.999);
    } else {
      CHECK_THAT(exercise.solve(p).numbers[0] * factor, Catch::Matchers::WithinRel(p.number("position"), 1e-12));
    }
  }
}

}  // namespace whereabouts::exercises::test
