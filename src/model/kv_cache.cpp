#include "model/kv_cache.hpp"

#include <algorithm>

#include "error.hpp"

namespace whereabouts {

template <class Real>
void KvCache<Real>::clear() {
  tokens_.clear();
  positions_.clear();
  version_ = 0;
}

template <class Real>
void KvCache<Real>::extend(Transformer<Real>& model, std::span<const std::int32_t> tokens,
                           std::optional<std::span<const double>> positions, std::span<Real> logits) {
  model.require_tokens(tokens);
  require_length("logits", logits.size(), model.config().vocab_size);
  if (positions) require_length("positions", positions->size(), tokens.size());
  const std::size_t held = length();
  try {
    tokens_.insert(tokens_.end(), tokens.begin(), tokens.end());
    for (std::size_t i = 0; i < tokens.size(); ++i) positions_.push_back(positions ? (*positions)[i] : double(held + i));
    model.require_positions(std::span<const double>(positions_).subspan(held));

    const double sequence_length = length_of(positions_);
    const bool worthless = version_ != model.version() || !model.config().causal ||
                           model.depends_on_length(sequence_length_, sequence_length);
    const std::size_t first = worthless ? 0 : held;
    version_ = 0;  // until the rows are whole again; after an error they are made anew
    const std::span<const double> all(positions_);
    model.pass({.tokens = std::span<const std::int32_t>(tokens_).subspan(first),
                .query_positions = all.subspan(first),
                .key_positions = all,
                .visible = {},
                .causal = model.config().causal,
                .cache = &rows_});
    model.head(tokens_.size() - first - 1, {logits.data(), 1, logits.size()});
    version_ = model.version();
    sequence_length_ = sequence_length;
  } catch (...) {
    tokens_.resize(held);
    positions_.resize(held);
    throw;
  }
}

template class KvCache<float>;
template class KvCache<double>;

}  // namespace whereabouts
