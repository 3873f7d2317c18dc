#include "model/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "error.hpp"

namespace whereabouts {

void SamplerOptions::require_valid() const {
  require_range("temperature", temperature, 0, 1e6);
  if (top_k) require_range("top_k", double(*top_k), 1, double(std::numeric_limits<std::int32_t>::max()));
}

Sampler::Sampler(const SamplerOptions& options) : options_(options), random_(options.seed) { options.require_valid(); }

template <class Real>
std::int32_t Sampler::draw(std::span<const Real> logits) {
  for (const Real logit : logits)
    if (std::isnan(logit)) require_finite("logits", double(logit));
  const auto largest = std::ranges::max_element(logits);  // the first of equals
  const auto likeliest = std::int32_t(largest - logits.begin());
  if (options_.temperature == 0) return likeliest;

  double threshold = -std::numeric_limits<double>::infinity();
  if (options_.top_k && *options_.top_k < logits.size()) {
    sorted_.assign(logits.begin(), logits.end());
    const auto kth = sorted_.begin() + std::ptrdiff_t(*options_.top_k - 1);
    std::nth_element(sorted_.begin(), kth, sorted_.end(), std::greater<>());
    threshold = *kth;
  }
  weights_.resize(logits.size());
  double total = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    const double logit = double(logits[i]);
    weights_[i] = logit < threshold ? 0 : std::exp((logit - double(*largest)) / options_.temperature);
    total += weights_[i];
  }
  double left = random_.uniform() * total;
  for (std::size_t i = 0; i < weights_.size(); ++i) {
    left -= weights_[i];
    if (left < 0) return std::int32_t(i);
  }
  return likeliest;  // rounding used up the last weight
}

template std::int32_t Sampler::draw(std::span<const float>);
template std::int32_t Sampler::draw(std::span<const double>);

}  // namespace whereabouts
