// What one training step learns from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace whereabouts {

/// `size` sequences of `length` tokens each, row-major. A target of -1 takes no loss.
struct Batch {
  std::size_t size = 0, length = 0;
  std::vector<std::int32_t> tokens, targets;  // [size, length]
};

/// "out_of_range" for a target that is neither -1 nor a token, "no_targets" where all of them are -1.
void require_targets(std::span<const std::int32_t> targets, std::size_t vocab_size);

}  // namespace whereabouts
