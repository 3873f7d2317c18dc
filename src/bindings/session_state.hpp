// What a session holds between calls.
#pragma once

#include <cstddef>

namespace whereabouts {

struct SessionState {
  std::size_t live_handles() const { return 0; }
};

}  // namespace whereabouts
