// Keys and values of the rows that a model has already seen, so that the next token costs one row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/transformer.hpp"

namespace whereabouts {

/// The cache of one sequence in one model. It holds keys as attention wants them, that is after the encoding's turn, and
/// remembers the tokens, so that it can be made anew where what it holds has become worthless.
template <class Real>
class KvCache {
 public:
  std::size_t length() const { return tokens_.size(); }
  std::span<const std::int32_t> tokens() const { return tokens_; }
  std::span<const double> positions() const { return positions_; }
  void clear();

  /// Appends rows and computes the logits [vocab_size] of the last one: a prompt at once or a token at a time, both by the
  /// same hooks. Positions go on counting from the rows held, unless given.
  ///
  /// The held prefix is run again where its keys are worthless: a parameter or the encoding has changed; frequencies depend
  /// on the sequence length and it has crossed a limit (turning the cached keys again would not do: deeper rows were
  /// computed with the old frequencies); or the model is not causal, so that every row sees the new ones.
  /// Errors: as Transformer::begin; the cache is as before then.
  void extend(Transformer<Real>& model, std::span<const std::int32_t> tokens, std::optional<std::span<const double>> positions,
              std::span<Real> logits);

 private:
  std::vector<std::int32_t> tokens_;
  std::vector<double> positions_;
  CachedRows<Real> rows_;
  std::uint64_t version_ = 0;    // of the model that computed the rows; 0 where they hold nothing
  double sequence_length_ = 0;  // which they were computed for
};

}  // namespace whereabouts
