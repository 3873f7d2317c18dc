#include "program/language_model.hpp"

#include <numeric>

#include "experiments/plan.hpp"

namespace whereabouts {
namespace {

constexpr std::size_t width = 64;
constexpr std::size_t fine_tuned_context = 256;
constexpr std::size_t fine_tuning_batch = 4;

void train(Transformer<float>& model, Task& task, std::size_t batch_size, const TrainerOptions& options,
           std::size_t steps, const Watch& watch) {
  Trainer<float> trainer(model, options);
  Batch batch;
  for (std::size_t step = 0; step < steps; ++step) {
    task.batch(batch_size, batch);
    const StepResult result = trainer.step(batch);
    if (watch) watch(result);
  }
}

}  // namespace

const std::vector<std::string>& language_model_encodings() {
  static const std::vector<std::string> list = {"none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"};
  return list;
}

Json language_model_config(std::string_view encoding, std::size_t vocab_size) {
  return {{"model_type", "gpt2"},
          {"n_layer", 3},
          {"n_head", 4},
          {"n_embd", width},
          {"n_positions", encoding == "learned" ? tested_context : trained_context},
          {"vocab_size", vocab_size},
          {"position", experiment_position(encoding, width)}};
}

std::unique_ptr<Task> text_task_of(const LanguageModelSetup& setup, std::size_t length) {
  Json options{{"text", setup.text}, {"length", length}};
  if (!setup.characters.empty()) options["characters"] = setup.characters;
  return create_task("text", options, setup.seed);
}

std::unique_ptr<Transformer<float>> new_language_model(const LanguageModelSetup& setup) {
  const std::size_t vocab_size = text_task_of(setup, trained_context)->vocab_size();
  const Config config = Config::from_json(language_model_config(setup.encoding, vocab_size));
  return std::make_unique<Transformer<float>>(config, Initialization::fan_in, setup.seed);
}

std::unique_ptr<Transformer<float>> train_language_model(const LanguageModelSetup& setup, const Watch& watch) {
  const auto task = text_task_of(setup, trained_context);
  auto model = new_language_model(setup);
  TrainerOptions options;
  options.learning_rate = 5e-3;
  options.warmup_steps = setup.steps / 10;
  options.total_steps = setup.steps;
  options.schedule = Schedule::cosine;
  train(*model, *task, training_batch, options, setup.steps, watch);
  return model;
}

void fine_tune(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t steps, const Watch& watch) {
  const auto task = text_task_of(setup, fine_tuned_context);
  TrainerOptions options;
  options.learning_rate = 1e-3;
  train(model, *task, fine_tuning_batch, options, steps, watch);
}

Evaluation evaluate_text(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t length,
                         std::size_t windows) {
  const auto task = text_task_of(setup, length);
  TaskEvaluation evaluation(model, *task, windows);
  while (!evaluation.done()) evaluation.step();
  return evaluation.result();
}

LossByRange loss_by_range(Transformer<float>& model, const LanguageModelSetup& setup, std::size_t windows) {
  const std::vector<double> losses = evaluate_text(model, setup, tested_context, windows).loss_by_position;
  LossByRange result;
  for (const PositionRange& range : position_ranges) {
    const auto first = losses.begin() + std::ptrdiff_t(range.first),
               last = losses.begin() + std::ptrdiff_t(range.last) + 1;
    result[range.name] = std::accumulate(first, last, 0.0) / double(last - first);
  }
  return result;
}

}  // namespace whereabouts
