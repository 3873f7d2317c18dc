#include "model/run.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "error.hpp"
#include "kernels/reduce.hpp"
#include "model/batch.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

constexpr const char* capture_names[] = {"hidden_states", "attentions", "scores", "queries", "keys", "values"};

/// [T, n_head * head_dim] columns side by side become [n_head, T, head_dim].
template <class Real>
void copy_heads(ConstRows<Real> rows, std::size_t n_head, std::vector<Real>& out) {
  const std::size_t head_dim = rows.columns / n_head;
  auto at = out.begin();
  for (std::size_t h = 0; h < n_head; ++h)
    for (std::size_t r = 0; r < rows.rows; ++r) at = std::ranges::copy(rows[r].subspan(h * head_dim, head_dim), at).out;
}

template <class Real>
void copy_rows(ConstRows<Real> rows, std::vector<Real>& out) {
  std::copy_n(rows.data, out.size(), out.begin());
}

}  // namespace

void Capture::add(std::string_view name) {
  bool* const flags[] = {&hidden_states, &attentions, &scores, &queries, &keys, &values};
  for (std::size_t i = 0; i < std::size(capture_names); ++i)
    if (name == capture_names[i]) {
      *flags[i] = true;
      return;
    }
  fail_choice("capture", name, {std::begin(capture_names), std::end(capture_names)});
}

template <class Real>
void RunResult<Real>::make_room(const Config& config, std::size_t length, const RunOptions& options) {
  const Capture& capture = options.capture;
  const std::size_t blocks = options.layers.value_or(config.n_layer);
  const double rows = double(length), layers = double(blocks);
  const double logits_size = options.layers ? 0 : rows * double(config.vocab_size);
  const double queries_size = rows * double(config.query_width()), keys_size = rows * double(config.kv_width());
  const double stream = rows * double(config.n_embd), square = rows * rows * double(config.n_head);
  const auto wanted = [](bool flag, double size) { return flag ? size : 0.0; };
  const double size =
      logits_size + wanted(capture.hidden_states, (layers + 1) * stream) +
      layers * (wanted(capture.attentions, square) + wanted(capture.scores, square) + wanted(capture.queries, queries_size) +
                wanted(capture.keys, keys_size) + wanted(capture.values, keys_size));
  with_memory(size * double(sizeof(Real)), [&] {
    const auto resize = [](auto& tensors, bool flag, std::size_t count, double each) {
      tensors.resize(flag ? count : 0);
      for (auto& tensor : tensors) tensor.resize(std::size_t(each));
    };
    logits.resize(std::size_t(logits_size));
    resize(hidden_states, capture.hidden_states, blocks + 1, stream);
    resize(attentions, capture.attentions, blocks, square);
    resize(scores, capture.scores, blocks, square);
    resize(queries, capture.queries, blocks, queries_size);
    resize(keys, capture.keys, blocks, keys_size);
    resize(values, capture.values, blocks, keys_size);
  });
}

template <class Real>
void run(Transformer<Real>& model, std::span<const std::int32_t> tokens, const RunOptions& options,
         RunResult<Real>& result) {
  const Config& config = model.config();
  const std::size_t length = tokens.size(), width = config.query_width(), kv_width = config.kv_width();
  model.require_tokens(tokens);
  if (options.positions) require_length("positions", options.positions->size(), length);
  if (options.attention_mask) require_length("attention_mask", options.attention_mask->size(), length);
  const std::size_t layers = options.layers.value_or(config.n_layer);
  require_range("layers", double(layers), 0, double(config.n_layer));
  if (options.targets) {
    if (options.layers) throw Error(ErrorCode::invalid_argument, "targets_without_logits");
    require_length("targets", options.targets->size(), length);
    require_targets(*options.targets, config.vocab_size);
  }
  result.positions.resize(length);
  if (options.positions)
    std::ranges::copy(*options.positions, result.positions.begin());
  else
    std::iota(result.positions.begin(), result.positions.end(), 0.0);
  model.require_positions(result.positions);
  const Capture& capture = options.capture;
  result.make_room(config, length, options);

  model.begin({.tokens = tokens,
               .query_positions = result.positions,
               .key_positions = result.positions,
               .visible = options.attention_mask.value_or(std::span<const std::uint8_t>()),
               .causal = options.causal.value_or(config.causal)});
  const auto& blocks = model.activations().blocks;
  if (capture.hidden_states) copy_rows<Real>(blocks.front().input, result.hidden_states.front());
  for (std::size_t layer = 0; layer < layers; ++layer) {
    AttentionCapture<Real> attention;
    if (capture.scores) attention.scores = result.scores[layer];
    if (capture.attentions) attention.weights = result.attentions[layer];
    model.block(layer, attention);
    const ConstRows<Real> qkv = blocks[layer].qkv;
    if (capture.queries) copy_heads<Real>(qkv.columns_from(0, width), config.n_head, result.queries[layer]);
    if (capture.keys) copy_heads<Real>(qkv.columns_from(width, kv_width), config.kv_heads(), result.keys[layer]);
    if (capture.values) copy_heads<Real>(qkv.columns_from(width + kv_width, kv_width), config.kv_heads(), result.values[layer]);
    if (capture.hidden_states && layer + 1 < config.n_layer)
      copy_rows<Real>(blocks[layer].output, result.hidden_states[layer + 1]);
  }
  result.loss.reset();
  if (layers < config.n_layer) return;
  model.end();
  if (capture.hidden_states) copy_rows<Real>(model.activations().normed_f, result.hidden_states.back());
  if (options.layers) return;
  const Rows<Real> logits(result.logits.data(), length, config.vocab_size);
  model.head(0, logits);

  if (options.targets) {
    const LossSum sum = cross_entropy<Real>(logits, *options.targets);
    result.loss = sum.total / double(sum.count);
  }
}

template struct RunResult<float>;
template struct RunResult<double>;
template void run(Transformer<float>&, std::span<const std::int32_t>, const RunOptions&, RunResult<float>&);
template void run(Transformer<double>&, std::span<const std::int32_t>, const RunOptions&, RunResult<double>&);

}  // namespace whereabouts
