#include "model/perplexity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "error.hpp"
#include "kernels/reduce.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

// Rows whose logits are held at a time: a whole window's would be far larger than everything else for a large
// vocabulary.
constexpr std::size_t head_rows = 32;

}  // namespace

template <class Real>
Perplexity<Real>::Perplexity(Transformer<Real>& model, std::span<const std::int32_t> tokens, std::size_t window,
                             std::size_t stride)
    : model_(model), window_(window), stride_(stride) {
  require_range("window", double(window), 2, double(std::numeric_limits<std::int32_t>::max()));
  require_range("stride", double(stride), 1, double(window));
  model.require_tokens(tokens);
  if (tokens.size() < 2)
    throw Error(ErrorCode::invalid_argument, "too_few_tokens", {{"got", double(tokens.size())}, {"minimum", 2.0}});
  const double last = double(std::min(window, tokens.size()) - 1);
  model.require_positions({&last, 1});
  const std::size_t vocabulary = model.config().vocab_size;
  with_memory(double(window) * 3 * sizeof(double) + double(tokens.size()) * 4 +
                  double(head_rows) * double(vocabulary) * sizeof(Real),
              [&] {
                tokens_.assign(tokens.begin(), tokens.end());
                positions_.resize(std::min(window, tokens.size()));
                total_by_position_.resize(window);
                count_by_position_.resize(window);
                logits_.resize(head_rows * vocabulary);
                losses_.resize(head_rows);
              });
  std::iota(positions_.begin(), positions_.end(), 0.0);
  // The last window is the first that reaches the end: later ones would hold counted tokens only.
  windows_ = tokens.size() <= window ? 1 : 1 + (tokens.size() - window + stride - 1) / stride;
  // Where windows do not overlap, a last one of a single token has nothing to count.
  if ((windows_ - 1) * stride + 1 >= tokens.size()) --windows_;
}

template <class Real>
void Perplexity<Real>::step() {
  const std::size_t start = next_ * stride_;
  const std::size_t length = std::min(window_, tokens_.size() - start);
  // Up to here the window before has counted; its own first token it has not, nor has this one.
  const std::size_t counted = next_ == 0 ? 1 : std::max<std::size_t>(1, window_ - stride_);
  if (!pass_.running() || version_ != model_.version()) {
    const std::span<const double> positions = std::span<const double>(positions_).first(length);
    model_.require_positions(positions.last(1));  // another encoding may have come since the last window
    version_ = model_.version();
    pass_.start({.tokens = std::span<const std::int32_t>(tokens_).subspan(start, length),
                 .query_positions = positions,
                 .key_positions = positions,
                 .visible = {},
                 .causal = model_.config().causal});
  }
  if (!pass_.step(model_)) return;
  // Row r predicts token r + 1.
  for (std::size_t row = counted - 1; row + 1 < length; row += head_rows)
    count_rows(start, row, std::min(row + head_rows, length - 1));
  ++next_;
}

template <class Real>
void Perplexity<Real>::count_rows(std::size_t start, std::size_t first_row, std::size_t last_row) {
  const std::size_t count = last_row - first_row, vocabulary = model_.config().vocab_size;
  const Rows<Real> logits(logits_.data(), count, vocabulary);
  model_.head(first_row, logits);
  const auto targets = std::span<const std::int32_t>(tokens_).subspan(start + first_row + 1, count);
  cross_entropy<Real>(logits, targets, std::span(losses_).first(count));
  for (std::size_t i = 0; i < count; ++i) {
    const double loss = double(losses_[i]);
    total_ += loss;
    total_of_squares_ += loss * loss;
    total_by_position_[first_row + 1 + i] += loss;
    ++count_by_position_[first_row + 1 + i];
  }
}

template <class Real>
PerplexityResult Perplexity<Real>::result() const {
  PerplexityResult result;
  result.count = std::accumulate(count_by_position_.begin(), count_by_position_.end(), std::size_t(0));
  const double count = double(result.count);
  result.loss = total_ / count;
  result.perplexity = std::exp(result.loss);
  // The unbiased variance of one loss, over the count: that of the mean.
  const double variance = std::max(0.0, total_of_squares_ - total_ * total_ / count) / (count - 1);
  result.standard_error = result.count > 1 ? std::sqrt(variance / count) : std::numeric_limits<double>::quiet_NaN();
  result.loss_by_position.resize(window_);
  for (std::size_t i = 0; i < window_; ++i)
    result.loss_by_position[i] = count_by_position_[i] ? total_by_position_[i] / double(count_by_position_[i])
                                                       : std::numeric_limits<double>::quiet_NaN();
  return result;
}

template class Perplexity<float>;
template class Perplexity<double>;

}  // namespace whereabouts
