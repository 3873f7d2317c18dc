#include "model/kv_cache.hpp"

#include "error.hpp"

namespace whereabouts {

template <class Real>
void KvCache<Real>::clear() {
  tokens_.clear();
  positions_.clear();
  computed_ = 0;
  pass_.stop();
}

template <class Real>
void KvCache<Real>::extend(Transformer<Real>& model, std::span<const std::int32_t> tokens,
                           std::optional<std::span<const double>> positions, std::span<Real> out) {
  const std::size_t held = length();
  append(model, tokens, positions);
  try {
    while (!step(model)) {
    }
    logits(model, out);
  } catch (...) {
    tokens_.resize(held);
    positions_.resize(held);
    pass_.stop();
    throw;
  }
}

template <class Real>
void KvCache<Real>::append(const Transformer<Real>& model, std::span<const std::int32_t> tokens,
                           std::optional<std::span<const double>> positions) {
  model.require_tokens(tokens);
  if (positions) require_length("positions", positions->size(), tokens.size());
  const std::size_t held = length();
  try {
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    for (std::size_t i = 0; i < tokens.size(); ++i)
      positions_.push_back(positions ? (*positions)[i] : double(held + i));
    model.require_positions(std::span<const double>(positions_).subspan(held));
  } catch (...) {
    tokens_.resize(held);
    positions_.resize(held);
    throw;
  }
  pass_.stop();
}

template <class Real>
std::size_t KvCache<Real>::pending(const Transformer<Real>& model) const {
  const bool worthless = version_ != model.version() || !model.config().causal ||
                         model.depends_on_length(sequence_length_, length_of(positions_));
  return length() - (worthless ? 0 : computed_);
}

template <class Real>
void KvCache<Real>::start(const Transformer<Real>& model) {
  // Another encoding may have come, with a table that ends earlier.
  if (version_ != model.version()) model.require_positions(positions_);
  pass_length_ = pending(model);
  computed_ = length() - pass_length_;
  version_ = model.version();
  sequence_length_ = length_of(positions_);
  const std::span<const double> all(positions_);
  pass_.start({.tokens = std::span<const std::int32_t>(tokens_).subspan(computed_),
               .query_positions = all.subspan(computed_),
               .key_positions = all,
               .visible = {},
               .causal = model.config().causal,
               .cache = &rows_});
}

template <class Real>
bool KvCache<Real>::step(Transformer<Real>& model) {
  if (!pass_.running() || version_ != model.version()) start(model);
  if (!pass_.step(model)) return false;
  computed_ = length();
  return true;
}

template <class Real>
void KvCache<Real>::logits(Transformer<Real>& model, std::span<Real> out) {
  require_length("logits", out.size(), model.config().vocab_size);
  model.head(pass_length_ - 1, {out.data(), 1, out.size()});
}

template class KvCache<float>;
template class KvCache<double>;

}  // namespace whereabouts
