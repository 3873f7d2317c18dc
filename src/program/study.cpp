#include "program/study.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "experiments/plan.hpp"
#include "experiments/probe.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

constexpr std::size_t probed_layer = 2;
constexpr std::size_t probed_sequences = 64;

std::vector<float> table_of(const Transformer<float>& model) {
  const auto& parameters = model.parameters();
  return parameters.read(parameters[parameters.layout().table.value()].name);
}

void write_table(Transformer<float>& model, const std::vector<float>& values) {
  auto& parameters = model.parameters();
  parameters.write(parameters[parameters.layout().table.value()].name, std::span<const float>(values));
}

/// The same weights in another model, of another config where one is given.
std::unique_ptr<Transformer<float>> copy_of(const Transformer<float>& model, const Json& changes = Json::object()) {
  Json config = model.config().to_json();
  config.update(changes);
  auto copy = std::make_unique<Transformer<float>>(Config::from_json(config));
  for (const auto& parameter : model.parameters()) {
    const std::vector<float> values = model.parameters().read(parameter.name);
    copy->parameters().write(parameter.name, std::span<const float>(values));
  }
  return copy;
}

}  // namespace

const std::vector<std::string>& stretchings() {
  static const std::vector<std::string> list = {"plain", "linear", "ntk", "yarn", "ntk_8"};
  return list;
}

Json stretched_rope(std::string_view stretching) {
  Json position{{"kind", "rope"}};
  if (stretching == "plain") return position;
  const bool eightfold = stretching.ends_with("_8");
  Json scaling{{"rope_type", std::string(stretching.substr(0, stretching.find('_')))}, {"factor", eightfold ? 8 : 4}};
  // YaRN's usual beta_fast of 32 is for contexts of thousands: at 64 positions it would leave hardly a pair as it was.
  if (stretching.starts_with("yarn"))
    scaling.update({{"original_max_position_embeddings", trained_context}, {"beta_slow", 1}, {"beta_fast", 4}});
  if (stretching == "yarn_untruncated") scaling["truncate"] = false;
  position["rope_scaling"] = scaling;
  return position;
}

Numbers with_position(Transformer<float>& model, const Json& position, const std::function<Numbers()>& measure) {
  const Json own = model.config().position;
  model.set_position(position);
  Numbers numbers = measure();
  model.set_position(own);
  return numbers;
}

Numbers fine_tuned(const Transformer<float>& model, const LanguageModelSetup& setup, const Json& position,
                   std::size_t windows) {
  Numbers numbers;
  for (const std::size_t steps : {10, 100}) {
    const auto copy = copy_of(model);
    copy->set_position(position);
    fine_tune(*copy, setup, steps, {});
    numbers["192-255 after " + std::to_string(steps)] = loss_by_range(*copy, setup, windows).at("192-255");
  }
  return numbers;
}

Numbers without_table(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t windows) {
  const std::vector<float> table = table_of(model);
  const std::size_t width = model.config().n_embd;
  std::vector<std::size_t> order(trained_context);
  std::iota(order.begin(), order.end(), std::size_t(0));
  Random(setup.seed).shuffle(std::span(order));
  std::vector<float> shuffled = table;
  for (std::size_t row = 0; row < order.size(); ++row)
    std::copy_n(table.begin() + std::ptrdiff_t(order[row] * width), width,
                shuffled.begin() + std::ptrdiff_t(row * width));

  Numbers numbers;
  write_table(model, std::vector<float>(table.size()));
  numbers["zeroed"] = evaluate_text(model, setup, trained_context, windows).loss;
  write_table(model, shuffled);
  numbers["shuffled"] = evaluate_text(model, setup, trained_context, windows).loss;
  write_table(model, table);
  return numbers;
}

double probe_of(Transformer<float>& model, const LanguageModelSetup& setup) {
  const auto task = text_task_of(setup, trained_context);
  Batch sequences{probed_sequences, trained_context, std::vector<std::int32_t>(probed_sequences * trained_context), {}};
  std::vector<std::int32_t> targets(trained_context);
  Random random(setup.seed);
  for (std::size_t row = 0; row < sequences.size; ++row)
    task->fill(random, Task::Purpose::evaluation,
               {std::span(sequences.tokens).subspan(row * trained_context, trained_context), targets});
  PositionProbe probe(model, {.layer = probed_layer, .sequences = std::move(sequences)});
  while (!probe.done()) probe.step();
  return probe.result().r_squared;
}

double probe_unmasked(const Transformer<float>& model, const LanguageModelSetup& setup) {
  return probe_of(*copy_of(model, {{"causal", false}}), setup);
}

double probe_untrained(const LanguageModelSetup& setup) { return probe_of(*new_language_model(setup), setup); }

}  // namespace whereabouts
