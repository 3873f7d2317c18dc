// Training: gradients of a model, and trainers that update it step by step.
#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "model/backward.hpp"
#include "model/trainer.hpp"

namespace whereabouts {
namespace {

/// The argument "batch": { tokens, targets }, tensors [B, T] of one shape; a list without a shape is one sequence.
Batch batch_of(Options& arguments) {
  if (!arguments.has("batch")) arguments.fail_missing("batch");
  const Json& object = arguments.raw("batch");
  Options options(object, "batch");
  const auto read = [&](const char* name, double minimum) {
    auto numbers = whole_numbers_of(options, name, minimum, INT32_MAX);
    auto shape = shape_of(object[name], options.path_of(name));
    if (shape.empty()) shape = {numbers.size()};
    if (shape.size() == 1) shape.insert(shape.begin(), 1);
    if (shape.size() != 2) require_length(options.path_of(name) + ".shape", shape.size(), 2);
    return std::pair(std::move(numbers), std::move(shape));
  };
  auto [tokens, shape] = read("tokens", 0);
  auto [targets, target_shape] = read("targets", -1);
  options.refuse_others();
  for (const std::size_t axis : {0, 1})
    if (shape[axis] != target_shape[axis])
      require_length("batch.targets, axis " + std::to_string(axis), target_shape[axis], shape[axis]);
  return {shape[0], shape[1], std::move(tokens), std::move(targets)};
}

/// model; options: those of TrainerOptions. A trainer's handle.
Json create_trainer(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  const auto options = TrainerOptions::from_json(plain(arguments.raw("options")));
  auto trainer = std::make_unique<Trainer<float>>(transformer, options);
  const Handle handle = state.next_handle++;
  state.trainers.emplace(handle, HeldTrainer{handle_of(arguments, "model"), std::move(trainer)});
  return double(handle);
}

/// trainer. Its jobs end with it; the model stays.
Json dispose_trainer(SessionState& state, Options& arguments) {
  const Handle handle = handle_of(arguments, "trainer");
  state.end_jobs_of(handle);
  state.trainers.erase(handle);
  return nullptr;
}

/// trainer, batch. { loss, gradient_norm, learning_rate, step }.
Json trainer_step(SessionState& state, Options& arguments) {
  auto& trainer = *held_trainer(state, arguments).trainer;
  return step_json(trainer.step(batch_of(arguments)));
}

/// trainer. { step, moments: { name: { exp_avg, exp_avg_sq } } }, named and shaped as torch.optim.AdamW's.
Json trainer_state(SessionState& state, Options& arguments) {
  const auto& held = held_trainer(state, arguments);
  const auto& parameters = state.models.at(held.model)->parameters();
  const auto kept = held.trainer->state();
  Json moments = Json::object();
  for (const auto& parameter : kept.parameters) {
    const auto& shape = parameters[parameters.index_of(parameter.name)].shape;
    Json& moment = moments[parameter.name];
    moment["exp_avg"] = tensor(binary(std::span<const float>(parameter.first)), shape);
    moment["exp_avg_sq"] = tensor(binary(std::span<const float>(parameter.second)), shape);
  }
  Json answer = record({{"step", double(kept.step)}});
  answer["moments"] = std::move(moments);
  return answer;
}

/// trainer, state: what trainerState has given.
Json restore_trainer(SessionState& state, Options& arguments) {
  auto& trainer = *held_trainer(state, arguments).trainer;
  if (!arguments.has("state")) arguments.fail_missing("state");
  Options options(arguments.raw("state"), "state");
  TrainerState<float> kept;
  kept.step = static_cast<std::size_t>(options.whole("step", std::nullopt, 0, 1e15));
  const Json& moments = options.raw("moments");
  if (moments.is_null()) options.fail_missing("moments");
  if (!moments.is_object()) fail_type("state.moments", type_name(moments), "object");
  options.refuse_others();
  for (const auto& [name, pair] : moments.items()) {
    Options entry(pair, "state.moments." + name);
    kept.parameters.push_back({name, floats_of(entry, "exp_avg"), floats_of(entry, "exp_avg_sq")});
    entry.refuse_others();
  }
  trainer.restore(kept);
  return nullptr;
}

/// model, batch. { loss, gradient_norm, gradients: { name: tensor } }; nothing is updated.
Json gradients_of(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  const Batch batch = batch_of(arguments);
  Gradients<float> gradients;
  const double loss = Backward<float>(transformer).run(batch, gradients);
  Json answer = record({{"loss", loss}, {"gradient_norm", gradients.norm()}});
  Json named = Json::object();
  const auto& parameters = transformer.parameters();
  for (std::size_t i = 0; i < gradients.size(); ++i)
    named[parameters[i].name] = tensor(binary(std::span<const float>(std::as_const(gradients)[i])), parameters[i].shape);
  answer["gradients"] = std::move(named);
  return answer;
}

constexpr Method methods[] = {
    {"createTrainer", create_trainer}, {"disposeTrainer", dispose_trainer}, {"trainerStep", trainer_step},
    {"trainerState", trainer_state},   {"restoreTrainer", restore_trainer}, {"gradients", gradients_of},
};

}  // namespace

HeldTrainer& held_trainer(SessionState& state, Options& arguments) {
  const auto found = state.trainers.find(handle_of(arguments, "trainer"));
  if (found == state.trainers.end()) throw Error(ErrorCode::disposed, "trainer_disposed");
  return found->second;
}

Json step_json(const StepResult& result) {
  return record({{"loss", result.loss},
                 {"gradient_norm", result.gradient_norm},
                 {"learning_rate", result.learning_rate},
                 {"step", double(result.step)}});
}

std::span<const Method> training_methods() { return methods; }

}  // namespace whereabouts
