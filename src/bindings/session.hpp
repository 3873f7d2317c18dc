// The one object that the outside holds: models live in here as numbered handles, everything else comes and goes as plain
// JSON trees. It knows nothing of JavaScript, so that native tests reach all of it; bindings.cpp gives it to JavaScript.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bindings/tensor.hpp"

namespace whereabouts {

struct SessionState;

class Session {
 public:
  Session();
  ~Session();

  /// Calls a method by name. `arguments` is an object; numbers are doubles, typed arrays and tensors as in tensor.hpp.
  /// Throws Error; the session stays usable. The methods stand in session_*.cpp, one file an area.
  Json call(std::string_view method, const Json& arguments);

  /// Models and unfinished jobs: back to zero when everything was disposed of.
  std::size_t live_handles() const;

 private:
  std::unique_ptr<SessionState> state_;
};

}  // namespace whereabouts
