#include "model/backward.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <variant>

#include "error.hpp"
#include "kernels/reduce.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

// The logits of a large vocabulary are computed in pieces: held whole, they would be far larger than everything else.
constexpr double logits_at_once = 1 << 20;
constexpr double least_head_rows = 32;

/// Rows whose logits are held at a time; in double, so that nothing wraps before sizes are checked.
double head_rows(double rows, double vocab_size) {
  return std::min(rows, std::max(least_head_rows, std::floor(logits_at_once / vocab_size)));
}

/// Whether there is a table that learns from the gradient of the scores.
template <class Real>
bool learns_from_scores(const Transformer<Real>& model) {
  const bool biased =
      std::visit([](const auto& e) { return uses(places_of<decltype(e)>, Places::score); }, model.encoding());
  return biased && model.parameters().layout().table;
}

}  // namespace

template <class Real>
void require_batch(const Transformer<Real>& model, const Batch& batch) {
  require_memory(double(batch.size) * double(batch.length) * double(sizeof(std::int32_t)));  // the product fits
  require_length("tokens", batch.tokens.size(), batch.size * batch.length);
  require_length("targets", batch.targets.size(), batch.size * batch.length);
  model.require_tokens(batch.tokens);
  require_targets(batch.targets, model.config().vocab_size);
  const double last = double(batch.length - 1);
  model.require_positions({&last, 1});
}

template <class Real>
Backward<Real>::Backward(Transformer<Real>& model) : model_(model) {
  if (model.config().family() != Family::gpt2)
    throw Error(ErrorCode::unsupported, "not_trained_here", {{"got", model.config().model_type}, {"choices", std::string("gpt2")}});
}

template <class Real>
double Backward<Real>::bytes_wanted(const Transformer<Real>& model, std::size_t size, std::size_t length) {
  const Config& config = model.config();
  const double n = double(size) * double(length), width = double(config.n_embd), inner = double(config.n_inner);
  const double heads = double(config.n_head), steps = double(length), vocabulary = double(config.vocab_size);
  const double kept = double(config.n_layer) * n * (8 * width + 2 * inner + heads * steps + 4) + n * (2 * width + 2);
  const double flowing = n * (2 * width + std::max(3 * width, inner)) + 2 * heads * steps * steps;
  const double logits = head_rows(n, vocabulary) * vocabulary;
  return (kept + flowing + logits) * double(sizeof(Real)) + 2 * Gradients<Real>::bytes_wanted(model.parameters());
}

template <class Real>
void Backward<Real>::make_room(const Batch& batch) {
  const Config& config = model_.config();
  const std::size_t n = batch.size * batch.length, width = config.n_embd, wide = std::max(3 * width, config.n_inner);
  const std::size_t logits = std::size_t(head_rows(double(n), double(config.vocab_size))) * config.vocab_size;
  const std::size_t bias = learns_from_scores(model_) ? config.n_head * batch.length * batch.length : 0;
  with_memory(bytes_wanted(model_, batch.size, batch.length), [&] {
    positions_.resize(batch.length);
    const auto grow = [](std::vector<Real>& memory, std::size_t count) {
      if (memory.size() < count) memory.resize(count);
    };
    grow(memory_, n * (2 * width + wide));
    grow(logits_, logits);
    grow(d_bias_, bias);
  });
  std::iota(positions_.begin(), positions_.end(), 0.0);
  Real* at = memory_.data();
  flowing_.stream = {at, n, width};
  flowing_.narrow = {at += n * width, n, width};
  flowing_.hidden = {at += n * width, n, config.n_inner};
  flowing_.qkv = {at, n, 3 * width};
  std::fill_n(d_bias_.begin(), bias, Real(0));
}

template <class Real>
double Backward<Real>::run(const Batch& batch, Gradients<Real>& gradients) {
  require_batch(model_, batch);
  make_room(batch);
  gradients.arrange(model_.parameters());
  gradients.clear();
  model_.pass({.tokens = batch.tokens,
               .batch = batch.size,
               .query_positions = positions_,
               .key_positions = positions_,
               .visible = {},
               .causal = model_.config().causal,
               .keep = true});
  const double loss = head_backward(batch, gradients);
  for (std::size_t layer = model_.config().n_layer; layer-- > 0;) block_backward(batch, layer, gradients);
  embedding_backward(batch, gradients);
  return loss;
}

template <class Real>
double Backward<Real>::head_backward(const Batch& batch, Gradients<Real>& gradients) {
  const auto& layout = model_.parameters().layout();
  const Activations<Real>& kept = model_.activations();
  const std::size_t n = kept.normed_f.rows, vocab_size = model_.config().vocab_size;
  const auto count = std::size_t(std::ranges::count_if(batch.targets, [](std::int32_t t) { return t >= 0; }));
  const std::size_t at_once = std::size_t(head_rows(double(n), double(vocab_size)));
  const Weight<Real> head = model_.weights().matrix(layout.head);
  double total = 0;
  for (std::size_t first = 0; first < n; first += at_once) {
    const std::size_t rows = std::min(at_once, n - first);
    const Rows<Real> logits(logits_.data(), rows, vocab_size);
    const auto targets = std::span(batch.targets).subspan(first, rows);
    model_.head(first, logits);
    // loss = the mean of cross_entropy(logits, targets) over the targets taken
    total += cross_entropy<Real>(logits, targets).total;
    cross_entropy_backward<Real>(logits, targets, Real(1 / double(count)), logits);
    // logits = normed_f * head^T
    linear_backward<Real>(kept.normed_f.rows_from(first, rows), head, logits, flowing_.narrow.rows_from(first, rows),
                          gradients.matrix(layout.head), {}, workspace_);
  }
  // normed_f = ln_f(output of the last block)
  std::fill_n(flowing_.stream.data, n * flowing_.stream.columns, Real(0));
  layer_norm_backward<Real>(kept.blocks.back().output, model_.weights().vector(layout.ln_f_weight), kept.mean_f,
                            kept.rstd_f, flowing_.narrow, flowing_.stream, gradients[layout.ln_f_weight],
                            gradients[layout.ln_f_bias]);
  return total / double(count);
}

template <class Real>
void Backward<Real>::block_backward(const Batch& batch, std::size_t layer, Gradients<Real>& gradients) {
  const Config& config = model_.config();
  const auto& at = model_.parameters().layout().blocks[layer];
  const BlockActivations<Real>& block = model_.activations().blocks[layer];
  const BlockWeights<Real> weights = block_weights(model_.weights(), at);
  const BlockGradients<Real> owed = block_gradients(gradients, at);
  add_mlp_backward(weights, config.activation_function, block, flowing_, owed, workspace_);
  add_attention_backward(weights, block, flowing_, owed, workspace_);

  const std::size_t width = config.n_embd, length = batch.length;
  const std::size_t square = config.n_head * length * length;
  const std::span<Real> d_bias = learns_from_scores(model_) ? std::span(d_bias_).first(square) : std::span<Real>();
  for (std::size_t b = 0; b < batch.size; ++b) {
    const auto part = [&](auto rows, std::size_t which) {
      return rows.rows_from(b * length, length).columns_from(which * width, width);
    };
    const Rows<Real> d_queries = part(flowing_.qkv, 0), d_keys = part(flowing_.qkv, 1);
    attend_backward<Real>({part(block.qkv, 0), part(block.qkv, 1), part(block.qkv, 2), config.n_head,
                           block.weights.subspan(b * square, square), config.causal, part(flowing_.narrow, 0)},
                          {d_queries, d_keys, part(flowing_.qkv, 2), d_bias}, attention_);
    // queries and keys were turned
    std::visit(
        [&](const auto& e) {
          if constexpr (uses(places_of<decltype(e)>, Places::query_key)) {
            e.rotate_backward(model_.activations().rotation, d_queries);
            e.rotate_backward(model_.activations().rotation, d_keys);
          }
        },
        model_.encoding());
  }
  project_qkv_backward(weights, block, flowing_, owed, workspace_);
}

template <class Real>
void Backward<Real>::embedding_backward(const Batch& batch, Gradients<Real>& gradients) {
  const auto& layout = model_.parameters().layout();
  const Rows<Real> d_stream = flowing_.stream, d_wte = gradients.matrix(layout.wte);
  // stream[row] = wte[token] (+ what the encoding adds)
  for (std::size_t row = 0; row < d_stream.rows; ++row) add(d_wte[std::size_t(batch.tokens[row])], d_stream[row]);
  if (!layout.table) return;
  const Pass pass{positions_, positions_, double(batch.length)};
  const Rows<Real> d_table = gradients.matrix(*layout.table);
  std::visit(
      [&](const auto& e) {
        constexpr Places places = places_of<decltype(e)>;
        if constexpr (uses(places, Places::embedding))
          for (std::size_t b = 0; b < batch.size; ++b)
            e.add_backward(pass, ConstRows<Real>(d_stream.rows_from(b * batch.length, batch.length)), d_table);
        // the same bias was added in every layer: its gradient is the sum over them
        if constexpr (uses(places, Places::score))
          e.bias_backward(pass, std::span<const Real>(d_bias_).first(model_.activations().bias.size()), d_table);
      },
      model_.encoding());
}

template void require_batch(const Transformer<float>&, const Batch&);
template void require_batch(const Transformer<double>&, const Batch&);
template class Backward<float>;
template class Backward<double>;

}  // namespace whereabouts
