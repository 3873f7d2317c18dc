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
  with_memory(double(window) * 4 * sizeof(double) + double(tokens.size()) * 4 +
                  double(rows_a_step) * double(vocabulary) * sizeof(Real),
              [&] {
                tokens_.assign(tokens.begin(), tokens.end());
                positions_.resize(std::min(window, tokens.size()));
                total_by_position_.resize(window);
                count_by_position_.resize(window);
                logits_.resize(rows_a_step * vocabulary);
                losses_.resize(positions_.size());
              });
  std::iota(positions_.begin(), positions_.end(), 0.0);
  // The last window is the first that reaches the end: later ones would hold counted tokens only.
  windows_ = tokens.size() <= window ? 1 : 1 + (tokens.size() - window + stride - 1) / stride;
  // Where windows do not overlap, a last one of a single token has nothing to count.
  if ((windows_ - 1) * stride + 1 >= tokens.size()) --windows_;
}

template <class Real>
std::size_t Perplexity<Real>::length() const {
  return std::min(window_, tokens_.size() - next_ * stride_);
}

template <class Real>
void Perplexity<Real>::step() {
  if (version_ != model_.version()) begin_window();
  // Where somebody else has used the model, its rows are gone; the losses computed from them stay right.
  if (!pass_.running() && !pass_.complete(model_)) start_pass();
  if (pass_.running()) {
    pass_.step(model_);
    return;
  }
  compute_losses();
  if (row_ + 1 < length()) return;
  count_losses();
  ++next_;
  begin_window();
}

template <class Real>
void Perplexity<Real>::begin_window() {
  version_ = model_.version();
  row_ = first_row();
  pass_.stop();
}

template <class Real>
void Perplexity<Real>::start_pass() {
  const std::span<const double> positions = std::span<const double>(positions_).first(length());
  model_.require_positions(positions.last(1));  // another encoding may have come since the last window
  pass_.start({.tokens = std::span<const std::int32_t>(tokens_).subspan(next_ * stride_, length()),
               .query_positions = positions,
               .key_positions = positions,
               .visible = {},
               .causal = model_.config().causal});
}

template <class Real>
void Perplexity<Real>::compute_losses() {
  const std::size_t count = std::min(rows_a_step, length() - 1 - row_);
  const Rows<Real> logits(logits_.data(), count, model_.config().vocab_size);
  model_.head(row_, logits);
  const auto targets = std::span<const std::int32_t>(tokens_).subspan(next_ * stride_ + row_ + 1, count);
  cross_entropy<Real>(logits, targets, std::span(losses_).subspan(row_, count));
  row_ += count;
}

template <class Real>
void Perplexity<Real>::count_losses() {
  for (std::size_t row = first_row(); row < row_; ++row) {
    const double loss = double(losses_[row]);
    total_ += loss;
    total_of_squares_ += loss * loss;
    total_by_position_[row + 1] += loss;
    ++count_by_position_[row + 1];
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
