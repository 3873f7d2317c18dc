// The instances on the sinusoidal table that the course shows, with the numbers it prints, and every mistake that it
// names there.
#include "exercises_shown.hpp"

namespace whereabouts::exercises::test {

TEST_CASE("sinusoid_row: position 3 of a table 4 wide") {
  const Exercise& exercise = find("sinusoid_row");
  CHECK(ids(exercise) == Ids{"sin_cos_swapped", "concatenated_layout", "exponent_i_over_d", "exponent_per_column",
                             "wrong_base", "off_by_one", "degrees", "multiplied_instead_of_divided"});
  const Parameters p = at(exercise, {{"position", 3}, {"width", 4}, {"base", 10000}});
  CHECK(answers_are_separate(exercise, p));
  require_close(exercise.solve(p).numbers, {0.141, -0.990, 0.030, 1.000});
  require_close(mistake(exercise, p, "sin_cos_swapped"), {-0.990, 0.141, 1.000, 0.030});
  require_close(mistake(exercise, p, "concatenated_layout"), {0.141, 0.030, -0.990, 1.000});
  require_close({mistake(exercise, p, "exponent_i_over_d")[2]}, {0.296});
  require_close(mistake(exercise, p, "exponent_per_column"), {0.141, 0.955, 0.030, 1.000});
  require_close({mistake(exercise, p, "wrong_base")[2]}, {0.095});
  require_close(mistake(exercise, p, "off_by_one", "too_many"), {-0.757, -0.654, 0.040, 0.999});
  require_close(mistake(exercise, p, "off_by_one", "too_few"), {0.909, -0.416, 0.020, 1.000});
  require_close(mistake(exercise, p, "degrees"), {0.052, 0.999, 0.001, 1.000});
  require_close(mistake(exercise, p, "multiplied_instead_of_divided"), {0.141, -0.990, -1.000, -0.022});
}

TEST_CASE("sinusoid_row: at position 0 most mistakes give the right answer") {
  const Exercise& exercise = find("sinusoid_row");
  const Parameters p = at(exercise, {{"position", 0}, {"width", 4}, {"base", 10000}});
  for (const std::string id :
       {"exponent_i_over_d", "exponent_per_column", "wrong_base", "degrees", "multiplied_instead_of_divided"})
    CHECK_FALSE(applicable(exercise, p, id));
  for (const std::string id : {"sin_cos_swapped", "concatenated_layout", "off_by_one"})
    CHECK(applicable(exercise, p, id));
}

TEST_CASE(
    "sinusoid_row: at position 1 a base of 1000 is 0.02 away, at positions 15 and 16 everything by more than 0.5") {
  const Exercise& exercise = find("sinusoid_row");
  const Parameters near = at(exercise, {{"position", 1}, {"width", 4}, {"base", 10000}});
  const auto truth = exercise.solve(near).numbers, other = mistake(exercise, near, "wrong_base");
  double farthest = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) farthest = std::max(farthest, std::abs(truth[i] - other[i]));
  CHECK_THAT(farthest, Catch::Matchers::WithinAbs(0.0216, 1e-4));
  for (const double position : {15.0, 16.0}) {
    const Parameters far = at(exercise, {{"position", position}, {"width", 8}, {"base", 10000}});
    for (const Mistake& made : applicable_mistakes(exercise, far))
      CHECK(compare(made.made.answer, exercise.solve(far), exercise.tolerance).max_error > 0.5);
  }
}

TEST_CASE("add_to_embedding: \"cat\" at position 1") {
  const Exercise& exercise = find("add_to_embedding");
  CHECK(ids(exercise) == Ids{"concatenated", "position_zero_row", "encoding_only", "scaled_by_sqrt_d"});
  const Parameters p = at(exercise, {{"embedding", {0.2, -0.1, 0.4, 0.5}}, {"position", 1}, {"base", 10000}});
  require_close(exercise.solve(p).numbers, {1.041, 0.440, 0.410, 1.500});
  require_close(mistake(exercise, p, "concatenated"), {0.2, -0.1, 0.4, 0.5, 0.841, 0.540, 0.010, 1.000});
  require_close(mistake(exercise, p, "concatenated", "first_half"), {0.2, -0.1, 0.4, 0.5});
  require_close(mistake(exercise, p, "position_zero_row"), {0.200, 0.900, 0.400, 1.500});
  require_close(mistake(exercise, p, "encoding_only"), {0.841, 0.540, 0.010, 1.000});
  require_close(mistake(exercise, p, "scaled_by_sqrt_d"), {1.241, 0.340, 0.810, 2.000});
  // The learner who concatenates has twice as many numbers: recognised, not refused for its length.
  const Grade grade = real_grader(exercise, p, mistake(exercise, p, "concatenated"));
  CHECK(grade.verdict == Verdict::misconception);
  CHECK(names(grade, "concatenated"));
  const Parameters zero = at(exercise, {{"embedding", {0.2, -0.1, 0.4, 0.5}}, {"position", 0}, {"base", 10000}});
  require_close(exercise.solve(zero).numbers, {0.200, 0.900, 0.400, 1.500});
  CHECK_FALSE(applicable(exercise, zero, "position_zero_row"));
}

TEST_CASE("wavelength: the last pair of 64 columns") {
  const Exercise& exercise = find("wavelength");
  CHECK(ids(exercise) == Ids{"limit_value", "missing_two_pi", "exponent_i_over_d", "reversed_order"});
  const Parameters p = at(exercise, {{"width", 64}, {"pair", 31}, {"base", 10000}});
  require_close(exercise.solve(p).numbers, {47117}, 0.5);
  require_close(mistake(exercise, p, "limit_value"), {62832}, 0.5);
  require_close(mistake(exercise, p, "missing_two_pi"), {7498.94}, 0.01);
  require_close(mistake(exercise, p, "exponent_i_over_d"), {544.10}, 0.01);
  require_close(mistake(exercise, p, "reversed_order"), {6.283});
  CHECK(real_grader(exercise, p, {47117.0}).verdict == Verdict::correct);
  CHECK(real_grader(exercise, p, {47117.0 * 1.0011}).verdict == Verdict::incorrect);  // relative 1e-3
  const Parameters other = at(exercise, {{"width", 64}, {"pair", 30}, {"base", 10000}});
  CHECK_FALSE(applicable(exercise, other, "limit_value"));
  CHECK(real_grader(exercise, other, {62832.0}).verdict == Verdict::incorrect);
  const Parameters fastest = at(exercise, {{"width", 64}, {"pair", 0}, {"base", 10000}});
  CHECK_FALSE(applicable(exercise, fastest, "exponent_i_over_d"));
}

TEST_CASE("shift_matrix: the truth carries five positions of the table, the mistakes do not") {
  const Exercise& exercise = find("shift_matrix");
  CHECK(ids(exercise) == Ids{"transposed", "depends_on_position", "missing_frequency"});
  const Parameters p = at(exercise, {{"shift", 3}, {"width", 4}, {"pair", 1}, {"base", 100}, {"position", 2}});
  const auto error = [](const std::vector<double>& m) {  // written out: pair 1 of width 4, base 100 turns at 0.1
    double largest = 0;
    for (const double position : {0.0, 2.0, 5.0, 17.0, 40.0}) {
      const double sine = std::sin(position / 10), cosine = std::cos(position / 10);
      largest = std::max({largest, std::abs(m[0] * sine + m[1] * cosine - std::sin((position + 3) / 10)),
                          std::abs(m[2] * sine + m[3] * cosine - std::cos((position + 3) / 10))});
    }
    return largest;
  };
  CHECK(error(exercise.solve(p).numbers) < 1e-12);
  require_close(exercise.solve(p).numbers, {0.955, 0.296, -0.296, 0.955});
  require_close(mistake(exercise, p, "transposed"), {0.955, -0.296, 0.296, 0.955});
  require_close(mistake(exercise, p, "depends_on_position"), {0.878, 0.479, -0.479, 0.878});
  require_close(mistake(exercise, p, "missing_frequency"), {-0.990, 0.141, -0.141, -0.990});
  for (const Misconception& misconception : exercise.misconceptions)
    CHECK(error(misconception.make(p)[0].answer.numbers) > 0.1);
}

}  // namespace whereabouts::exercises::test
