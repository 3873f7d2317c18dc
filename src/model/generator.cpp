#include "model/generator.hpp"

namespace whereabouts {

template <class Real>
Generator<Real>::Generator(Transformer<Real>& model, std::span<const std::int32_t> tokens, std::size_t max_new_tokens,
                           const SamplerOptions& options)
    : model_(model), max_new_tokens_(max_new_tokens), sampler_(options) {
  model.require_tokens(tokens);
  if (max_new_tokens == 0) return;
  // The last new token is drawn and never run.
  const double last = double(tokens.size()) + double(max_new_tokens) - 2;
  model.require_positions({&last, 1});
  waiting_.assign(tokens.begin(), tokens.end());
  logits_.resize(model.config().vocab_size);
}

template <class Real>
std::optional<std::int32_t> Generator<Real>::step() {
  if (!waiting_.empty()) {
    cache_.append(model_, waiting_, std::nullopt);
    waiting_.clear();
  }
  const bool single = cache_.pending(model_) == 1;
  bool computed = false;
  do computed = cache_.step(model_);
  while (single && !computed);
  if (!computed) return std::nullopt;
  cache_.logits(model_, logits_);
  waiting_.assign(1, sampler_.draw<Real>(logits_));
  generated_.push_back(waiting_.front());
  return waiting_.front();
}

template class Generator<float>;
template class Generator<double>;

}  // namespace whereabouts
