#include "experiments/plan.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "experiments/experiment.hpp"

namespace whereabouts {
namespace {

constexpr std::size_t width = 32, vocabulary = 16;

Json model_config(const Json& position, std::size_t n_positions, bool causal) {
  return {{"model_type", "gpt2"},
          {"n_layer", 2},
          {"n_head", 2},
          {"n_embd", width},
          {"n_positions", n_positions},
          {"vocab_size", vocabulary},
          {"causal", causal},
          {"position", position}};
}

TrainerOptions trainer_options(std::size_t steps) {
  TrainerOptions options;
  options.learning_rate = 5e-3;
  options.warmup_steps = 20;
  options.total_steps = steps;
  return options;
}

ExperimentPlan plan_of(const Json& position, std::size_t n_positions, bool causal, std::string task, Json task_options,
                       std::size_t steps) {
  ExperimentPlan plan;
  plan.model = model_config(position, n_positions, causal);
  plan.task = std::move(task);
  plan.task_options = std::move(task_options);
  plan.trainer = trainer_options(steps);
  plan.steps = steps;
  return plan;
}

Json position_of(std::string_view kind) { return experiment_position(kind, width); }

Json three_back(std::size_t length, const char* supervised = "all") {
  return {{"k", 3}, {"length", length}, {"vocab_size", vocabulary}, {"supervised", supervised}};
}

/// A1: three back, every position asked.
ExperimentPlan every_position(std::string_view arm) {
  ExperimentPlan plan = plan_of(position_of(arm), 32, true, "k_back", three_back(32), 400);
  plan.measure_steps = true;
  // The zeroed table is one trained to the end, not one that has only just reached 99 %.
  plan.stop_at_99 = arm != "learned";
  if (arm == "learned") plan.finals.push_back({plan.task_options, {}, true, {{"accuracy_zeroed"}}});
  return plan;
}

/// A2: three back with a hole.
ExperimentPlan with_a_hole(std::string_view arm) {
  constexpr std::size_t first = 12, last = 19;
  Json task = three_back(32, "hole");
  task.update({{"hole_start", first}, {"hole_end", last}});
  ExperimentPlan plan = plan_of(position_of(arm), 32, true, "k_back", task, 200);
  plan.by_position = true;
  plan.finals.push_back(
      {plan.task_options, {}, false, {{"accuracy_inside", first, last}, {"accuracy_outside", first, last, true}}});
  return plan;
}

/// A3: trained at 16 positions, tested at 64.
ExperimentPlan longer_than_trained(std::string_view arm) {
  constexpr std::size_t trained = 16, tested = 64;
  const bool stretched = arm.starts_with("rope_");
  ExperimentPlan plan =
      plan_of(position_of(stretched ? "rope" : arm), tested, true, "k_back", three_back(trained), 300);
  plan.evaluate_every = 20;
  plan.by_position = true;
  Json position;
  if (stretched) {
    position = plan.model["position"];
    Json scaling{{"rope_type", std::string(arm.substr(5))}, {"factor", tested / trained}};
    if (arm == "rope_yarn") scaling.update({{"original_max_position_embeddings", trained}, {"beta_fast", 2}});
    position["rope_scaling"] = scaling;
  }
  plan.finals.push_back(
      {three_back(tested),
       position,
       false,
       {{"accuracy_3_15", 3, 15}, {"accuracy_16_18", 16, 18}, {"accuracy_19_31", 19, 31}, {"accuracy_32_63", 32, 63}}});
  return plan;
}

/// A4: one random position of each sequence asked, at growing lengths.
ExperimentPlan one_position(std::string_view arm) {
  const std::size_t split = arm.rfind('_');
  const std::size_t length = std::stoul(std::string(arm.substr(split + 1)));
  ExperimentPlan plan =
      plan_of(position_of(arm.substr(0, split)), length, true, "k_back", three_back(length, "one"), 600);
  plan.measure_steps = true;
  plan.stop_at_99 = true;
  return plan;
}

/// B: which of A or B came first?
ExperimentPlan order_of_two(std::string_view arm) {
  const bool causal = arm == "none_causal";
  ExperimentPlan plan = plan_of(position_of(causal ? "none" : arm), 16, causal, "which_first",
                                {{"length", 16}, {"vocab_size", vocabulary}}, 400);
  plan.measure_steps = true;
  plan.stop_at_99 = true;
  plan.measure_permutation = true;
  return plan;
}

/// C: one's own index, without any encoding.
ExperimentPlan own_index(std::string_view arm) {
  ExperimentPlan plan = plan_of(position_of("none"), 16, arm != "unmasked", "own_index",
                                {{"length", 16},
                                 {"vocab_size", vocabulary},
                                 {"begin_token", arm != "random" && arm != "equal"},
                                 {"equal_tokens", arm == "begin_equal" || arm == "equal"}},
                                400);
  plan.trainer.schedule = Schedule::cosine;
  plan.evaluate_every = 20;
  plan.by_position = true;
  return plan;
}

struct Entry {
  ExperimentInfo info;
  ExperimentPlan (*plan)(std::string_view arm);
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> list = {
      {{"A1", {"rope", "learned", "sinusoidal", "t5_bias", "alibi", "none"}, 8}, every_position},
      {{"A2", {"rope", "learned", "sinusoidal", "t5_bias"}, 5}, with_a_hole},
      {{"A3", {"rope", "learned", "sinusoidal", "t5_bias", "rope_ntk", "rope_linear", "rope_yarn"}, 4},
       longer_than_trained},
      {{"A4", {"rope_16", "rope_32", "rope_64", "learned_16", "learned_32", "learned_64"}, 20}, one_position},
      {{"B", {"none", "none_causal", "rope", "sinusoidal", "learned", "alibi", "t5_bias"}, 6}, order_of_two},
      {{"C", {"begin_random", "begin_equal", "random", "equal", "unmasked"}, 4}, own_index},
  };
  return list;
}

}  // namespace

Json experiment_position(std::string_view kind, std::size_t n_embd) {
  Json position{{"kind", std::string(kind)}};
  if (kind == "sinusoidal") position["scale"] = 1 / std::sqrt(double(n_embd));
  if (kind == "t5_bias") position["max_distance"] = 64;
  return position;
}

const std::vector<ExperimentInfo>& experiments() {
  static const std::vector<ExperimentInfo> list = [] {
    std::vector<ExperimentInfo> infos;
    for (const Entry& entry : entries()) infos.push_back(entry.info);
    return infos;
  }();
  return list;
}

Json experiment_listing() {
  Json listing = Json::array();
  for (const ExperimentInfo& info : experiments())
    listing.push_back({{"id", info.id}, {"arms", info.arms}, {"seconds", info.seconds}});
  return listing;
}

ExperimentPlan experiment_plan(std::string_view id, std::string_view arm) {
  std::vector<std::string> ids;
  for (const Entry& entry : entries()) {
    ids.push_back(entry.info.id);
    if (entry.info.id != id) continue;
    if (std::ranges::find(entry.info.arms, arm) == entry.info.arms.end()) fail_choice("arm", arm, entry.info.arms);
    return entry.plan(arm);
  }
  fail_choice("experiment", id, ids);
}

}  // namespace whereabouts
