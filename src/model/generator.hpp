// Continuing a text in steps, so that the caller can show each token and stop between any two of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/kv_cache.hpp"
#include "model/sampler.hpp"

namespace whereabouts {

template <class Real>
class Generator {
 public:
  /// `model` must outlive this. Errors: those of the tokens and the sampler; where the encoding has no position for the
  /// last token that must be run, "out_of_range" at once, not after half the text; "out_of_memory".
  Generator(Transformer<Real>& model, std::span<const std::int32_t> tokens, std::size_t max_new_tokens,
            const SamplerOptions& options);

  bool done() const { return generated_.size() == max_new_tokens_; }
  /// One block of a pass over many rows (the prompt), or a whole token: then the one drawn. Not to be called when done.
  std::optional<std::int32_t> step();
  /// The new tokens only.
  std::span<const std::int32_t> generated() const { return generated_; }

 private:
  Transformer<Real>& model_;
  std::size_t max_new_tokens_;
  Sampler sampler_;
  KvCache<Real> cache_;
  std::vector<std::int32_t> waiting_;  // drawn or given, and not yet in the cache
  std::vector<std::int32_t> generated_;
  std::vector<Real> logits_;
};

}  // namespace whereabouts
