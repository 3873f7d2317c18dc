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

}  // namespace whereabouts
