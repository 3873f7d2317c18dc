// Keys and values of the rows that a model has already seen, so that the next token costs one row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/sliced_pass.hpp"

namespace whereabouts {

/// The cache of one sequence in one model. It holds keys as attention wants them, that is after the encoding's turn,
/// and remembers the tokens, so that it can be made anew where what it holds has become worthless: a parameter or the
/// encoding has changed; frequencies depend on the sequence length and it has crossed a limit (turning the cached keys
/// again would not do: deeper rows were computed with the old frequencies); or the model is not causal, so that every
/// row sees the new ones.
template <class Real>
class KvCache {
 public:
  std::size_t length() const { return tokens_.size(); }
  std::span<const std::int32_t> tokens() const { return tokens_; }
  std::span<const double> positions() const { return positions_; }
  void clear();

  /// Appends rows, a prompt at once or a token at a time, and computes the logits [vocab_size] of the last one.
  /// Positions go on counting from the rows held, unless given. Errors: those of append and begin; the cache is as
  /// before then.
  void extend(Transformer<Real>& model, std::span<const std::int32_t> tokens,
              std::optional<std::span<const double>> positions, std::span<Real> logits);

  // The same in slices: append, step until it is true, and logits before anybody else uses the model.

  /// Errors: those of Transformer::require_tokens and require_positions; "wrong_length" of positions.
  void append(const Transformer<Real>& model, std::span<const std::int32_t> tokens,
              std::optional<std::span<const double>> positions);
  /// Rows that step will compute: the appended ones, or all where the held ones are worthless.
  std::size_t pending(const Transformer<Real>& model) const;
  /// One slice. True when every row is computed.
  bool step(Transformer<Real>& model);
  /// Of the last row.
  void logits(Transformer<Real>& model, std::span<Real> out);

 private:
  void start(const Transformer<Real>& model);

  std::vector<std::int32_t> tokens_;
  std::vector<double> positions_;
  CachedRows<Real> rows_;
  std::size_t computed_ = 0;     // leading rows that hold something
  std::uint64_t version_ = 0;    // of the model that computed them
  double sequence_length_ = 0;   // which they were computed for
  std::size_t pass_length_ = 0;  // rows of the pass under way
  SlicedPass<Real> pass_;
};

}  // namespace whereabouts
