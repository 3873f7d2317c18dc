// The instances that the course shows, with the numbers it prints, and every mistake that it names there.
#include "exercises_shown.hpp"

#include "model/run.hpp"

namespace whereabouts::exercises::test {
namespace {

double norm(const std::vector<double>& x) {
  double square = 0;
  for (const double entry : x) square += entry * entry;
  return std::sqrt(square);
}

}  // namespace

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

TEST_CASE("table_edge: GPT-2 small") {
  const Exercise& exercise = find("table_edge");
  CHECK(ids(exercise) == Ids{"one_past_the_end", "per_layer", "rows_minus_one"});
  const Parameters p = at(exercise, {{"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}});
  require_close(exercise.solve(p).numbers, {1023, 786432}, 0);
  require_close(mistake(exercise, p, "one_past_the_end"), {1024, 786432}, 0);
  require_close(mistake(exercise, p, "per_layer"), {1023, 9437184}, 0);
  require_close(mistake(exercise, p, "rows_minus_one"), {1023, 785664}, 0);
  CHECK(real_grader(exercise, p, {1023.0, 786432.5}).verdict == Verdict::incorrect);
}

TEST_CASE("visible_rows: the first five rows, and rows far down") {
  const Exercise& exercise = find("visible_rows");
  CHECK(ids(exercise) == Ids{"mask_forgotten", "off_by_one", "all_equal"});
  const Parameters p = at(exercise, {{"rows", {0, 1, 2, 3, 4}}});
  CHECK(answers_are_separate(exercise, p));
  require_close(exercise.solve(p).numbers, {1, 0.5, 0.333, 0.25, 0.2});
  require_close(mistake(exercise, p, "mask_forgotten"), {0.2, 0.2, 0.2, 0.2, 0.2});
  require_close(mistake(exercise, p, "off_by_one", "without_itself"), {1, 1, 0.5, 0.333, 0.25});
  require_close(mistake(exercise, p, "off_by_one", "one_too_many"), {0.5, 0.333, 0.25, 0.2, 0.167});
  require_close(mistake(exercise, p, "all_equal"), {1, 1, 1, 1, 1});
  CHECK(real_grader(exercise, p, {1.0, 0.5, 0.333, 0.25, 0.201}).verdict == Verdict::incorrect);
  // Without the mask every row sees the whole sequence, which ends at the last row asked for.
  require_close(mistake(exercise, at(exercise, {{"rows", {3, 9}}}), "mask_forgotten"), {0.1, 0.1});
}

TEST_CASE("permute: what the engine's own outputs do when the first and the last token change places") {
  const Exercise& exercise = find("permute");
  CHECK(ids(exercise) == Ids{"invariant_not_equivariant", "mask_ignored"});
  const std::vector<std::int32_t> tokens{3, 7, 1, 4, 9}, exchanged{9, 7, 1, 4, 3};
  constexpr std::size_t vocabulary = 12;
  for (const std::string kind : {"none", "learned", "sinusoidal", "rope", "alibi"})
    for (const bool causal : {true, false}) {
      CAPTURE(kind, causal);
      Transformer<float> model(Config::from_json({{"model_type", "gpt2"},
                                                  {"n_layer", 2},
                                                  {"n_head", 2},
                                                  {"n_embd", 16},
                                                  {"n_positions", 8},
                                                  {"vocab_size", vocabulary},
                                                  {"causal", causal},
                                                  {"position", {{"kind", kind}}}}),
                               Initialization::fan_in, 5);
      RunResult<float> before, after;
      run<float>(model, tokens, {}, before);
      run<float>(model, exchanged, {}, after);
      double by_token = 0, by_slot = 0;  // the largest differences
      for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
        const std::size_t now = slot == 0 ? 4 : slot == 4 ? 0 : slot;  // where the token of this slot stands after
        for (std::size_t v = 0; v < vocabulary; ++v) {
          const double was = double(before.logits[slot * vocabulary + v]);
          by_token = std::max(by_token, std::fabs(was - double(after.logits[now * vocabulary + v])));
          by_slot = std::max(by_slot, std::fabs(was - double(after.logits[slot * vocabulary + v])));
        }
      }
      const auto* seen = by_token < 1e-5 ? "moves" : by_slot < 1e-5 ? "stays" : "changes";
      const Parameters p =
          at(exercise, {{"tokens", {3, 7, 1, 4, 9}}, {"causal", causal ? "true" : "false"}, {"kind", kind}});
      CHECK(exercise.solve(p).choice == seen);
      CHECK(std::max(by_token, by_slot) > 1e-2);
      CHECK(real_grader(exercise, p, Json(seen)).verdict == Verdict::correct);
      CHECK_FALSE(real_grader(exercise, p, Json("stays")).passed());
    }
  const Parameters masked = at(exercise, {{"tokens", {3, 7, 1, 4, 9}}, {"causal", "true"}, {"kind", "none"}});
  CHECK(names(real_grader(exercise, masked, Json("moves")), "mask_ignored"));
  const Parameters blind = at(exercise, {{"tokens", {3, 7, 1, 4, 9}}, {"causal", "false"}, {"kind", "none"}});
  CHECK(names(real_grader(exercise, blind, Json("stays")), "invariant_not_equivariant"));
}

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
}

TEST_CASE("residual_sum: the stream is the token's row plus the position's row") {
  const Exercise& exercise = find("residual_sum");
  CHECK(ids(exercise) == Ids{"off_by_one", "indexed_by_token", "token_only", "after_layer_norm"});
  const std::string name = models().names().front();
  const Parameters p = at(exercise, {{"model", name}, {"tokens", {7, 10, 2, 4}}, {"index", 2}});
  const auto token = models().token_row(name, 2), position = models().position_row(name, 2);
  std::vector<double> sum;
  for (std::size_t i = 0; i < 4; ++i) sum.push_back(token[i] + position[i]);
  require_close(exercise.solve(p).numbers, sum, 0);
  // And that is the stream of the model itself, at every index.
  const std::vector<std::int32_t> tokens{7, 10, 2, 4};
  RunOptions options;
  options.capture.hidden_states = true;
  RunResult<float> result;
  run<float>(models().transformer(), tokens, options, result);
  for (std::size_t index = 0; index < 4; ++index) {
    const auto expected = exercise.solve(at(exercise, {{"model", name}, {"tokens", tokens}, {"index", index}})).numbers;
    for (std::size_t i = 0; i < 4; ++i)
      CHECK_THAT(expected[i], Catch::Matchers::WithinAbs(result.hidden_states[0][index * 16 + i], 1e-7));
  }
  // Token 2 at position 2: looking the position up by token gives the same row.
  CHECK_FALSE(applicable(exercise, p, "indexed_by_token"));
  const Parameters other = at(exercise, {{"model", name}, {"tokens", {7, 10, 2, 4}}, {"index", 1}});
  for (const Misconception& misconception : exercise.misconceptions)
    CHECK(applicable(exercise, other, misconception.id));
  CHECK(names(real_grader(exercise, other, Json(exercise.solve(p).numbers)), "off_by_one"));
}

}  // namespace whereabouts::exercises::test
