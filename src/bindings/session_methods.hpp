// How the session's methods are listed: one table for each area, put together in session.cpp.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bindings/session_state.hpp"
#include "bindings/tensor.hpp"
#include "options.hpp"

namespace whereabouts {

/// `arguments` holds the call's arguments by name. Whatever the method did not ask for is refused when it returns.
struct Method {
  std::string_view name;
  Json (*run)(SessionState& state, Options& arguments);
};

std::span<const Method> encoding_methods();
std::span<const Method> model_methods();
std::span<const Method> file_methods();
std::span<const Method> job_methods();
std::span<const Method> exercise_methods();
std::span<const Method> tokenizer_methods();
std::span<const Method> training_methods();
std::span<const Method> task_methods();
/// None in an engine for lessons (left_out.cpp).
std::span<const Method> checkpoint_methods();

Handle handle_of(Options& arguments, std::string_view name);
/// The option "format" of a file of weights, "safetensors" or "llama2.c"; left out it is told by how the file begins.
std::string format_of(Options& options, std::span<const std::byte> start);
/// A text that must be there: "missing", "wrong_type".
std::string text_of(Options& arguments, std::string_view name);
/// The model whose handle stands in the argument "model"; "disposed" where there is none any more.
Transformer<float>& held_model(SessionState& state, Options& arguments);
/// Takes a model in and gives its handle.
Json hold_model(SessionState& state, HeldModel transformer);
/// The same for the arguments "trainer" and "task".
HeldTrainer& held_trainer(SessionState& state, Options& arguments);
Task& held_task(SessionState& state, Options& arguments);

/// { loss, gradient_norm, learning_rate, step }.
Json step_json(const StepResult& result);
/// { accuracy, loss, accuracy_by_position, loss_by_position }; NaN by position where nothing is asked.
Json evaluation_json(const Evaluation& evaluation);

}  // namespace whereabouts
