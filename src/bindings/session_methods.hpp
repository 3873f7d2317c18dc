// How the session's methods are listed: one table for each area, put together in session.cpp.
#pragma once

#include <span>
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

Handle handle_of(Options& arguments, std::string_view name);
/// The model whose handle stands in the argument "model"; "disposed" where there is none any more.
Transformer<float>& held_model(SessionState& state, Options& arguments);
/// Takes a model in and gives its handle.
Json hold_model(SessionState& state, HeldModel transformer);

}  // namespace whereabouts
