// What one training step learns from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whereabouts {

/// `size` sequences of `length` tokens each, row-major. A target of -1 takes no loss.
struct Batch {
  std::size_t size = 0, length = 0;
  std::vector<std::int32_t> tokens, targets;  // [size, length]
};

}  // namespace whereabouts
