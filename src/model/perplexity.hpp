// How well a model predicts a text that is longer than one pass: windows that slide over it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "model/sliced_pass.hpp"

namespace whereabouts {

struct PerplexityResult {
  double perplexity = 0;      // exp(loss)
  double loss = 0;            // mean over the counted tokens, in nats
  double standard_error = 0;  // of that mean, from the spread of the counted tokens; NaN where only one is counted
  std::size_t count = 0;
  std::vector<double>
      loss_by_position;  // [window] mean at each position of the window; NaN where none is counted (always at 0)
};

/// Windows start every `stride` tokens and hold at most `window`, positions counted from 0 in each. A token is counted
/// once, in the first window that holds it with at least one token before it; one that only ever opens a window is not
/// counted (stride = window: window - 1 a window).
template <class Real>
class Perplexity {
 public:
  /// `model` must outlive this. Errors: those of the tokens; "too_few_tokens" below 2; "out_of_range" for window (2 and
  /// up) or stride (1 .. window), or where the encoding has no position for a row of a window; "out_of_memory".
  Perplexity(Transformer<Real>& model, std::span<const std::int32_t> tokens, std::size_t window, std::size_t stride);

  bool done() const { return next_ >= windows_; }
  /// Rows whose logits are computed in one step: a whole window's would be far larger than everything else for a large
  /// vocabulary, and take longer than any block.
  static constexpr std::size_t rows_a_step = 32;
  /// A slice of a window: its embedding, one block, or the losses of rows_a_step rows. Not to be called when done.
  void step();
  /// Windows worked through and to work through.
  std::size_t windows_done() const { return next_; }
  std::size_t windows() const { return windows_; }
  /// Over what has been counted so far.
  PerplexityResult result() const;

 private:
  /// Rows of window next_.
  std::size_t length() const;
  /// Its first that is counted; row r predicts token r + 1. What the window before holds that one has counted, all but its own
  /// first token.
  std::size_t first_row() const { return next_ == 0 ? 0 : std::max(window_ - stride_, std::size_t(1)) - 1; }
  void begin_window();
  void start_pass();
  void compute_losses();
  void count_losses();

  Transformer<Real>& model_;
  std::vector<std::int32_t> tokens_;
  std::size_t window_, stride_;
  std::size_t windows_ = 0, next_ = 0;
  std::vector<double> positions_;  // 0 .. window - 1
  SlicedPass<Real> pass_;          // of window next_
  std::uint64_t version_ = 0;      // of the model when it began
  std::size_t row_ = 0;            // the next whose loss is computed
  std::vector<Real> logits_;       // [rows_a_step, vocab_size]
  std::vector<Real> losses_;       // [window], as far as they are computed: all are of one version of the model
  double total_ = 0, total_of_squares_ = 0;
  std::vector<double> total_by_position_;
  std::vector<std::size_t> count_by_position_;
};

}  // namespace whereabouts
