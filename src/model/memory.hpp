// Sizes are checked before anything is allocated: "out_of_memory" with the number of bytes wanted is an error like any
// other, after which everything still works.
#pragma once

#include <limits>
#include <new>

#include "error.hpp"

namespace whereabouts {

[[noreturn]] inline void fail_out_of_memory(double bytes) {
  throw Error(ErrorCode::out_of_memory, "out_of_memory", {{"bytes", bytes}});
}

/// "out_of_memory" where `bytes`, computed in double so that it cannot wrap, cannot be had at all: WebAssembly memory
/// ends at 4 GiB, and natively a wish past 64 GiB is a mistyped config, which an overcommitting system would grant and
/// then kill us for.
inline void require_memory(double bytes) {
  constexpr double limit = sizeof(void*) == 4 ? double(std::numeric_limits<std::size_t>::max()) : 64.0 * (1ull << 30);
  if (!(bytes < limit)) fail_out_of_memory(bytes);
}

/// Calls `allocate` after the check and turns its std::bad_alloc into the same error.
template <class Allocate>
auto with_memory(double bytes, Allocate&& allocate) {
  require_memory(bytes);
  try {
    return allocate();
  } catch (const std::bad_alloc&) {
    fail_out_of_memory(bytes);
  }
}

}  // namespace whereabouts
