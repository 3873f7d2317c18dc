// Drawing the next token from logits.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "random.hpp"

namespace whereabouts {

struct SamplerOptions {
  double temperature = 1;                 // logits are divided by it; 0: always the likeliest token
  std::optional<std::size_t> top_k = {};  // only the k likeliest; more than there are means all
  std::uint64_t seed = 0;

  /// "out_of_range" or "not_finite": temperature 0 .. 1e6, top_k at least 1.
  void require_valid() const;
};

class Sampler {
 public:
  explicit Sampler(const SamplerOptions& options);

  /// A token drawn with probability softmax(logits / temperature); where several are likeliest at temperature 0, the
  /// first. top_k keeps every token that ties with the k-th, as Hugging Face does. Errors: "not_finite" where a logit
  /// is NaN.
  template <class Real>
  std::int32_t draw(std::span<const Real> logits);

 private:
  SamplerOptions options_;
  Random random_;
  std::vector<double> weights_;
  std::vector<double> sorted_;
};

}  // namespace whereabouts
