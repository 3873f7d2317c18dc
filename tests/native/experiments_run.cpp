// The experiments: every arm can be run, what is measured is what the plan says, and the quickest claims come true.
#include "experiments/experiment.hpp"
#include "experiments/plan.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

/// A plan cut short: 4 steps, an evaluation every other.
ExperimentPlan shortened(ExperimentPlan plan) {
  plan.steps = 4;
  plan.evaluate_every = 2;
  return plan;
}

ExperimentResult completed(ExperimentRun& run) {
  while (!run.done()) run.step();
  return run.result();
}

}  // namespace

TEST_CASE("experiments: every arm of every experiment runs to its end, counting what it does", "[experiments]") {
  for (const ExperimentInfo& info : experiments())
    for (const std::string& arm : info.arms) {
      INFO(info.id << " " << arm);
      const ExperimentPlan plan = shortened(experiment_plan(info.id, arm));
      ExperimentRun run(plan, 3);
      CHECK_FALSE(run.done());
      const std::size_t total = run.progress().total;
      CHECK(std::isnan(run.progress().accuracy));
      std::size_t slices = 0;
      while (!run.done()) {
        run.step();
        CHECK(run.progress().done == ++slices);
        CHECK(run.progress().total == total);
      }
      CHECK(slices == total);
      CHECK(run.progress().step == 4);
      const ExperimentResult result = run.result();
      REQUIRE(result.curve.size() == 2);
      CHECK(result.curve[0].step == 2);
      CHECK(result.curve[1].step == 4);
      CHECK(result.measures.at("loss") == result.curve[1].loss);
      CHECK(result.measures.at("accuracy") == result.curve[1].accuracy);
      CHECK(result.measures.contains("steps_to_99") == plan.measure_steps);
      for (const auto& final : plan.finals)
        for (const auto& range : final.ranges) {
          CHECK(result.measures.at(range.measure) >= 0);
          CHECK(result.measures.at(range.measure) < 0.7);  // 4 steps teach nothing
        }
      CHECK(result.accuracy_by_position.empty() == !plan.by_position);
    }
}

TEST_CASE("experiments: the same seed gives the same bits, another one does not", "[experiments]") {
  const auto loss = [](std::uint64_t seed) {
    ExperimentRun run(shortened(experiment_plan("A2", "t5_bias")), seed);
    return completed(run).measures.at("loss");
  };
  CHECK(loss(1) == loss(1));
  CHECK(loss(1) != loss(2));
}

TEST_CASE("experiments: ranges of positions, and what lies outside of one", "[experiments]") {
  ExperimentPlan plan = shortened(experiment_plan("A2", "rope"));
  ExperimentRun run(plan, 1);
  const ExperimentResult result = completed(run);
  double inside = 0, outside = 0;
  for (std::size_t i = 3; i < 32; ++i)
    (i >= 12 && i <= 19 ? inside : outside) += result.accuracy_by_position[i] / (i >= 12 && i <= 19 ? 8 : 21);
  CHECK(std::fabs(result.measures.at("accuracy_inside") - inside) < 1e-12);
  CHECK(std::fabs(result.measures.at("accuracy_outside") - outside) < 1e-12);
  CHECK(inside != outside);
}

TEST_CASE("experiments: a final evaluation leaves the model as it was trained", "[experiments]") {
  for (const auto& [id, arm] : {std::pair("A1", "learned"), {"A3", "rope_yarn"}}) {
    ExperimentPlan plan = shortened(experiment_plan(id, arm)), plain = plan;
    plain.finals.clear();
    ExperimentRun run(plan, 5), other(plain, 5);
    completed(run);
    completed(other);
    CHECK(run.model().config().position == other.model().config().position);
    for (const auto& parameter : other.model().parameters())
      CHECK(run.model().parameters().read(parameter.name) == other.model().parameters().read(parameter.name));
  }
}

TEST_CASE("experiments: the zeroed table and the stretched frequencies are really in the measures", "[experiments]") {
  // Both finals of a plan without its change give the plain accuracy: another number.
  for (const auto& [id, arm, measure] :
       {std::tuple("A1", "learned", "accuracy_zeroed"), {"A3", "rope_linear", "accuracy_32_63"}}) {
    ExperimentPlan plan = experiment_plan(id, arm), plain = plan;
    plan.steps = plain.steps = 30;
    plan.evaluate_every = plain.evaluate_every = 30;
    plain.finals[0].table_zeroed = false;
    plain.finals[0].position = nullptr;
    ExperimentRun run(plan, 5), other(plain, 5);
    CHECK(completed(run).measures.at(measure) != completed(other).measures.at(measure));
  }
}

TEST_CASE("experiments: permuted inputs move the outputs of a model that cannot see order, and of no other",
          "[experiments]") {
  for (const ExperimentInfo& info : experiments()) {
    if (info.id != "B") continue;
    for (const std::string& arm : info.arms) {
      INFO(arm);
      ExperimentRun run("B", arm, 2);
      const double difference = run.result().measures.at("permutation_difference");
      if (arm == "none" || arm == "t5_bias")  // T5's table starts as zeros: no encoding, until it is trained
        CHECK(difference < 1e-4);
      else
        CHECK(difference > 0.5);
    }
  }
}

TEST_CASE("experiments: RoPE finds the third token back within 80 steps, a model without encoding does not",
          "[experiments]") {
  ExperimentRun rope("A1", "rope", 1);
  const ExperimentResult result = completed(rope);
  CHECK(result.measures.at("steps_to_99") <= 80);
  CHECK(result.measures.at("accuracy") >= 0.99);
  CHECK(result.curve.back().step == std::size_t(result.measures.at("steps_to_99")));  // it ends there
  ExperimentPlan plan = experiment_plan("A1", "none");
  plan.steps = 80;
  ExperimentRun none(plan, 1);
  CHECK(completed(none).measures.at("accuracy") < 0.5);
  CHECK(std::isnan(none.result().measures.at("steps_to_99")));
}

TEST_CASE("experiments: unknown names are refused", "[experiments]") {
  CHECK(error_of([] { ExperimentRun("A9", "rope", 1); }) == "unknown_choice experiment");
  CHECK(error_of([] { ExperimentRun("A1", "rope_16", 1); }) == "unknown_choice arm");
}

TEST_CASE("experiments: the listing has every arm, and their set-up is the one described", "[experiments]") {
  CHECK(experiment_listing().size() == 6);
  for (const Json& listed : experiment_listing())
    for (const Json& arm : listed["arms"]) {
      const ExperimentPlan plan = experiment_plan(listed["id"].get<std::string>(), arm.get<std::string>());
      const Config config = Config::from_json(plan.model);
      CHECK((config.n_layer == 2 && config.n_embd == 32 && config.n_head == 2 && config.vocab_size == 16));
      CHECK((plan.batch == 32 && plan.trainer.learning_rate == 5e-3 && plan.trainer.warmup_steps == 20));
      CHECK((plan.trainer.schedule == Schedule::cosine) == (listed["id"] == "C"));
    }
}
