// The instances on a model and its rows that the course shows, with the numbers it prints, and every mistake that it
// names there.
#include <map>

#include "exercises/exchange.hpp"
#include "exercises_shown.hpp"
#include "model/run.hpp"

namespace whereabouts::exercises::test {

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

TEST_CASE("table_edge: GPT-2 small") {
  const Exercise& exercise = find("table_edge");
  CHECK(ids(exercise) == Ids{"one_past_the_end", "per_layer", "rows_minus_one"});
  const Parameters p = at(exercise, {{"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}});
  require_close(exercise.solve(p).numbers, {1023, 786432}, 0);
  require_close(mistake(exercise, p, "one_past_the_end"), {1024, 786432}, 0);
  require_close(mistake(exercise, p, "per_layer"), {1023, 9437184}, 0);
  for (const double size : {9437184.0, 785664.0}) {  // two mistakes at once
    const Grade result = real_grader(exercise, p, {1024.0, size});
    CHECK(result.verdict == Verdict::misconception);
    CHECK(names(result, "one_past_the_end"));
  }
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
  CHECK(ids(exercise) ==
        Ids{"invariant_not_equivariant", "mask_ignored", "encoding_ignored", "slots_alone", "order_seen"});
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
      // Every other choice is a mistake, and which one depends on what this model has.
      const bool blind = kind == "none" && !causal;
      const std::map<std::string, std::string> mistakes{{"moves", kind != "none" ? "encoding_ignored"
                                                                  : causal       ? "mask_ignored"
                                                                                 : ""},
                                                        {"stays", blind ? "invariant_not_equivariant" : "slots_alone"},
                                                        {"changes", blind ? "order_seen" : ""}};
      for (const auto& [choice, named] : mistakes) {
        CAPTURE(choice);
        const Grade result = real_grader(exercise, p, Json(choice));
        CHECK(result.passed() == named.empty());
        if (!named.empty()) CHECK((result.mistakes.size() == 1 && names(result, named)));
      }
    }
}

TEST_CASE("permute: a mistake is run beside what is right") {
  const Exercise& exercise = find("permute");
  const std::vector<double> tokens{3, 7, 1, 4, 9};
  const auto run_of = [&](const std::string& kind, const char* causal, const std::string& choice) {
    const auto rows =
        exercise.trial(at(exercise, {{"tokens", tokens}, {"causal", causal}, {"kind", kind}}), {choice, {}});
    REQUIRE(rows.size() == 1);
    return rows.front();
  };
  for (const std::string kind : {"none", "learned", "sinusoidal", "rope", "alibi"})
    for (const bool causal : {true, false}) {
      CAPTURE(kind, causal);
      const OutputChange change = exchange_ends(tokens, kind, causal);
      const char* masked = causal ? "true" : "false";
      CHECK((change.of_tokens > 1e-2) == (kind != "none" || causal));
      CHECK(change.of_slots > 1e-2);
      // Without encoding and mask each token keeps its output.
      CHECK(run_of(kind, masked, "moves").right == change.of_tokens);
      CHECK(run_of(kind, masked, "stays").right == change.of_slots);
      CHECK(run_of(kind, masked, "stays").mistaken == 0);
      if (kind != "none" || causal) CHECK(run_of(kind, masked, "moves").mistaken < 1e-5);
    }
  // With a table it does not.
  const TrialRow seen = run_of("none", "false", "changes");
  CHECK(seen.right < 1e-5);
  CHECK(seen.mistaken == exchange_ends(tokens, "learned", false).of_tokens);
  // Two equal tokens change nothing, and a lone one cannot.
  CHECK(exchange_ends({3, 7, 3}, "learned", true).of_slots == 0);
  CHECK(exchange_ends({5}, "rope", true).of_tokens == 0);
}

}  // namespace whereabouts::exercises::test
