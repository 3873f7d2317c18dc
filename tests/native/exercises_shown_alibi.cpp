// The exercises on ALiBi at the instances that the course shows.
#include "exercises_shown.hpp"
#include "kernels/reduce.hpp"

namespace whereabouts::exercises::test {
namespace {

Parameters heads(double n_head) {
  return at(find("alibi_slopes"), {{"n_head", n_head}, {"head_dim", 64}, {"n_positions", 1024}});
}

Parameters row_of(double n_head, double head, double row, double head_dim = 64) {
  return at(find("alibi_row"), {{"n_head", n_head}, {"head", head}, {"row", row}, {"head_dim", head_dim}});
}

/// Weights of a row of scores with this bias.
std::vector<double> weights(std::vector<double> bias) {
  const std::vector<double> scores{0.3, -1.2, 0.8, 0.1};
  for (std::size_t i = 0; i < bias.size(); ++i) bias[i] += scores[i];
  softmax<double>(bias, bias.size());
  return bias;
}

}  // namespace

TEST_CASE("alibi_slopes: 8 heads go from 1/2 to 1/256") {
  const Exercise& exercise = find("alibi_slopes");
  CHECK(ids(exercise) == Ids{"starts_at_one", "plain_formula", "sorted"});
  const Parameters p = heads(8);
  require_close(exercise.solve(p).numbers, {0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625}, 0);
  require_close(mistake(exercise, p, "starts_at_one"), {1, 0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125}, 0);
  CHECK_FALSE(applicable(exercise, p, "plain_formula"));
  CHECK_FALSE(applicable(exercise, p, "sorted"));
}

TEST_CASE("alibi_slopes: 6 heads have those of 4 and every other one of 8, in that order") {
  const Exercise& exercise = find("alibi_slopes");
  const Parameters p = heads(6);
  const std::vector<double> truth{0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125};
  require_close(exercise.solve(p).numbers, truth, 0);
  require_close(mistake(exercise, p, "plain_formula"), {0.3969, 0.1575, 0.0625, 0.0248, 0.0098, 0.0039}, 5.01e-5);
  require_close(mistake(exercise, p, "sorted"), {0.5, 0.25, 0.125, 0.0625, 0.015625, 0.00390625}, 0);
  // Counted from 0 in the series, in both parts, or all the way.
  for (const std::vector<double>& started : {std::vector<double>{1, 0.25, 0.0625, 0.015625, 0.5, 0.125},
                                             {1, 0.25, 0.0625, 0.015625, 1, 0.25},
                                             {1, 0.39685, 0.15749, 0.0625, 0.0248, 0.00984}}) {
    const Grade result = real_grader(exercise, p, started);
    CHECK(result.verdict == Verdict::misconception);
    CHECK(names(result, "starts_at_one"));
  }
  CHECK(real_grader(exercise, p, Json(truth)).verdict == Verdict::correct);
}

TEST_CASE("alibi_slopes: width and context have no say") {
  const Exercise& exercise = find("alibi_slopes");
  const Parameters other = at(exercise, {{"n_head", 6}, {"head_dim", 128}, {"n_positions", 8192}});
  CHECK(exercise.solve(other).numbers == exercise.solve(heads(6)).numbers);
}

TEST_CASE("alibi_row: row 3 of head 0 of 8") {
  const Exercise& exercise = find("alibi_row");
  CHECK(ids(exercise) ==
        Ids{"wrong_sign", "query_only", "scaled_by_sqrt_d", "slope_starts_at_one", "slope_by_plain_formula"});
  const Parameters p = row_of(8, 0, 3);
  require_close(exercise.solve(p).numbers, {-1.5, -1, -0.5, 0}, 0);
  require_close(mistake(exercise, p, "wrong_sign"), {1.5, 1, 0.5, 0}, 0);
  require_close(mistake(exercise, p, "query_only"), {-1.5, -1.5, -1.5, -1.5}, 0);
  require_close(mistake(exercise, p, "scaled_by_sqrt_d"), {-0.1875, -0.125, -0.0625, 0}, 0);
  require_close(exercise.solve(row_of(6, 4, 2)).numbers, {-1, -0.5, 0}, 0);  // head 4 of 6 has 1/2
}

TEST_CASE("alibi_row: slopes by a wrong exponent, in either part of the heads") {
  const Exercise& exercise = find("alibi_row");
  require_close(mistake(exercise, row_of(8, 0, 2), "slope_starts_at_one"), {-2, -1, 0}, 0);
  require_close(mistake(exercise, row_of(6, 1, 2), "slope_starts_at_one"), {-0.5, -0.25, 0}, 0);  // 1/16 should be 1/4
  require_close(mistake(exercise, row_of(6, 4, 2), "slope_starts_at_one"), {-2, -1, 0}, 0);
  CHECK_FALSE(applicable(exercise, row_of(8, 0, 2), "slope_by_plain_formula"));
  require_close(mistake(exercise, row_of(6, 2, 2), "slope_by_plain_formula"), {-0.125, -0.0625, 0},
                1e-12);  // 2^(-8 * 3/6)
}

TEST_CASE("alibi_row: who goes on with the slope that is shown gets a right answer") {
  const Exercise& exercise = find("alibi_row");
  for (const double n_head : {4.0, 6.0, 8.0, 12.0, 16.0, 64.0})
    for (double head = 0; head < n_head; ++head) {
      const Parameters p = row_of(n_head, head, 5);
      const double slope = exercise.hints(p)[0].values.json().at("slope").get<double>();
      std::vector<double> bias;
      for (double distance = 5; distance >= 0; --distance) bias.push_back(-slope * distance);
      CHECK(real_grader(exercise, p, Json(bias)).verdict == Verdict::correct);
      if (n_head == 8) CHECK(slope == std::exp2(-head - 1));
    }
}

TEST_CASE("alibi_row: a key-only bias passes as equivalent, and another constant is told so") {
  const Exercise& exercise = find("alibi_row");
  const Parameters p = row_of(8, 0, 3);
  const Grade by_key = real_grader(exercise, p, {0, 0.5, 1, 1.5});
  CHECK(by_key.verdict == Verdict::equivalent);
  CHECK(by_key.passed());
  const Json from_one{-2, -1.5, -1, -0.5};
  CHECK(real_grader(exercise, p, from_one).verdict == Verdict::incorrect);
  CHECK(exercise.evidence(p, {"", from_one})->values.json().at("shift").at("value") == -0.5);
  CHECK_FALSE(exercise.evidence(p, {"", {-2, -1.5, -1, -0.4}}));
  // What is told is so: softmax takes a constant away, and a mistaken row is another attention.
  const auto right = weights(exercise.solve(p).numbers);
  CHECK(max_difference(weights({0, 0.5, 1, 1.5}), right) < 1e-12);
  CHECK(max_difference(weights({-2, -1.5, -1, -0.5}), right) < 1e-12);
  CHECK(max_difference(weights(mistake(exercise, p, "query_only")), weights({0, 0, 0, 0})) < 1e-12);
  for (const std::string id : {"wrong_sign", "query_only", "scaled_by_sqrt_d"})
    CHECK(max_difference(weights(mistake(exercise, p, id)), right) > 0.01);
}

TEST_CASE("alibi_row: in row 0 there is nothing to be wrong about") {
  const Exercise& exercise = find("alibi_row");
  for (const Misconception& misconception : exercise.misconceptions)
    CHECK_FALSE(applicable(exercise, row_of(8, 3, 0), misconception.id));
  require_close(exercise.solve(row_of(8, 3, 0)).numbers, {0}, 0);
}

}  // namespace whereabouts::exercises::test
