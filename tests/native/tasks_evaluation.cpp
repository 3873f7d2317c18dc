// A task's evaluation against one made of single passes, by its definition.
#include "model_support.hpp"
#include "tasks/task.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

/// Random sequences with a target here and there, all of them kept.
class Recorded : public Task {
 public:
  explicit Recorded(std::size_t length) : Task({23, length, true}, 1) {}

  void fill(Random& random, Purpose purpose, const Row& row) const override {
    CHECK(purpose == Purpose::evaluation);
    for (auto& token : row.tokens) token = std::int32_t(random.below(23));
    for (std::size_t i = 0; i < length(); ++i)
      row.targets[i] = i == 2 || random.below(3) == 0 ? -1 : std::int32_t(random.below(23));
    tokens.emplace_back(row.tokens.begin(), row.tokens.end());
    targets.emplace_back(row.targets.begin(), row.targets.end());
  }

  mutable std::vector<std::vector<std::int32_t>> tokens, targets;
};

Evaluation by_definition(Transformer<float>& model, const Recorded& task) {
  const std::size_t length = task.length();
  std::vector<double> right(length), loss(length), asked(length);
  for (std::size_t s = 0; s < task.tokens.size(); ++s) {
    const auto logits = run(model, task.tokens[s]).logits;
    for (std::size_t i = 0; i < length; ++i) {
      const std::int32_t target = task.targets[s][i];
      if (target < 0) continue;
      const auto first = logits.begin() + std::ptrdiff_t(i * 23);
      double sum = 0;
      for (auto at = first; at != first + 23; ++at) sum += std::exp(double(*at));
      loss[i] += std::log(sum) - double(first[target]);
      right[i] += std::max_element(first, first + 23) - first == target;
      asked[i] += 1;
    }
  }
  Evaluation result;
  double all_right = 0, all_loss = 0, all = 0;
  for (std::size_t i = 0; i < length; ++i) {
    result.accuracy_by_position.push_back(right[i] / asked[i]);
    result.loss_by_position.push_back(loss[i] / asked[i]);
    all_right += right[i];
    all_loss += loss[i];
    all += asked[i];
  }
  result.accuracy = all_right / all;
  result.loss = all_loss / all;
  return result;
}

}  // namespace

TEST_CASE("evaluation: accuracy and loss as by their definition, position by position", "[tasks]") {
  for (const bool causal : {true, false}) {
    Transformer<float> model(small_config({{"kind", "rope"}}, {{"causal", causal}}), Initialization::fan_in, 3);
    for (const std::size_t length : {3, 20, 700}) {  // 700: fewer rows fit into a slice than a sequence has twice
      const std::size_t sequences = length == 700 ? 7 : 70;
      Recorded task(length);
      TaskEvaluation evaluation(model, task, sequences);
      std::size_t slices = 0;
      while (!evaluation.done()) {
        evaluation.step();
        ++slices;
      }
      CHECK(slices == evaluation.slices());
      CHECK(task.tokens.size() == sequences);
      const Evaluation got = evaluation.result(), expected = by_definition(model, task);
      CHECK(std::fabs(got.accuracy - expected.accuracy) < 1e-12);
      CHECK(std::fabs(got.loss - expected.loss) < 1e-5);
      REQUIRE(got.accuracy_by_position.size() == length);
      CHECK(std::isnan(got.accuracy_by_position[2]));
      CHECK(std::isnan(got.loss_by_position[2]));
      CHECK(got.accuracy > 0);
      for (std::size_t i = 0; i < length; ++i) {
        if (i == 2) continue;
        CHECK(std::fabs(got.accuracy_by_position[i] - expected.accuracy_by_position[i]) < 1e-12);
        CHECK(std::fabs(got.loss_by_position[i] - expected.loss_by_position[i]) < 2e-5);
      }
      // The same sequences with the mask the wrong way are seen to be something else.
      Transformer<float> other(small_config({{"kind", "rope"}}, {{"causal", !causal}}), Initialization::fan_in, 3);
      CHECK(std::fabs(by_definition(other, task).loss - expected.loss) > 1e-3);
    }
  }
}

TEST_CASE("evaluation: the same for every seed, whatever was drawn before, and all positions are asked", "[tasks]") {
  Transformer<float> model(small_config({{"kind", "alibi"}}), Initialization::fan_in, 3);
  const auto one = create_task("k_back", {{"supervised", "one"}}, 1), other = create_task("k_back", {}, 2);
  const auto tokens = create_task("k_back", {{"supervised", "one"}}, 1)->batch(4).tokens;
  const Evaluation first = one->evaluate(model);
  CHECK(one->batch(4).tokens == tokens);  // evaluating draws nothing from the training's stream
  const Evaluation second = one->evaluate(model), third = other->evaluate(model);
  CHECK(first.loss == second.loss);
  CHECK(first.loss_by_position[31] == third.loss_by_position[31]);
  CHECK(first.accuracy == third.accuracy);
  for (std::size_t i = 0; i < 32; ++i) CHECK(std::isnan(first.loss_by_position[i]) == (i < 3));
}

TEST_CASE("evaluation: others may use the model between slices", "[tasks]") {
  Transformer<float> model(small_config({{"kind", "none"}}), Initialization::fan_in, 3);
  const auto task = create_task("copy", {}, 1);
  const double expected = task->evaluate(model).loss;
  TaskEvaluation evaluation(model, *task);
  while (!evaluation.done()) {
    evaluation.step();
    run(model, random_tokens(20, 23, evaluation.sequences_done()));
  }
  CHECK(evaluation.result().loss == expected);
}

TEST_CASE("evaluation: a model that cannot do it is refused", "[tasks]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 3);  // 48 positions, 23 tokens
  const auto refusal = [&](const Json& options, std::size_t sequences = 1) {
    const auto task = create_task("k_back", options, 1);
    return error_of([&] { TaskEvaluation(model, *task, sequences); });
  };
  CHECK(refusal({{"vocab_size", 23}, {"length", 48}}).empty());
  CHECK(refusal({{"vocab_size", 24}}) == "too_few_token_ids");
  CHECK(refusal({{"length", 49}}).starts_with("out_of_range"));
  CHECK(refusal({}, 0) == "out_of_range sequences");
}
