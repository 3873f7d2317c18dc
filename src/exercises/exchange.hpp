// What a small model's outputs do when two tokens change places: what the exercise "permute" runs.
#pragma once

#include <string>
#include <vector>

namespace whereabouts::exercises {

/// By how much outputs change, the largest difference of two logits.
struct OutputChange {
  double of_tokens = 0;  // each token's output before, and where it stands after
  double of_slots = 0;   // what stands in the same slot before and after
};

/// Of a GPT-2 with seeded weights and an encoding of this `kind`, when the first and the last of 1 to 16 tokens, each
/// below 12, change places.
OutputChange exchange_ends(const std::vector<double>& tokens, const std::string& kind, bool causal);

}  // namespace whereabouts::exercises
