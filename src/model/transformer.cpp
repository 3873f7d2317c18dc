#include "model/transformer.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include "error.hpp"
#include "kernels/reduce.hpp"
#include "model/block.hpp"
#include "model/llama_block.hpp"
#include "model/memory.hpp"
#include "model/neox_family.hpp"

namespace whereabouts {
namespace {

std::optional<TableShape> table_of(const AnyEncoding& encoding) {
  return std::visit([](const auto& e) { return e.table(); }, encoding);
}

Role table_role(const AnyEncoding& encoding) {
  return std::visit(
      [](const auto& e) {
        return uses(places_of<decltype(e)>, Places::embedding) ? Role::position_rows : Role::bias_table;
      },
      encoding);
}

}  // namespace

template <class Real>
void CachedRows<Real>::make_room(const Config& config, std::size_t capacity) {
  const double wanted = 2.0 * double(config.n_layer) * double(capacity) * double(config.kv_width()) * double(sizeof(Real));
  with_memory(wanted, [&] {
    for (auto* rows : {&keys, &values}) {
      rows->resize(config.n_layer);
      for (auto& layer : *rows)
        if (layer.size() < capacity * config.kv_width()) layer.resize(capacity * config.kv_width());
    }
  });
}

template <class Real>
Transformer<Real>::Transformer(const Config& config, Contents contents)
    : config_(config),
      encoding_(make_encoding(config.position, config.shape())),
      parameters_(config, table_of(encoding_), table_role(encoding_), contents) {}

template <class Real>
Transformer<Real>::Transformer(const Config& config, Initialization initialization, std::uint64_t seed)
    : Transformer(config) {
  initialize(parameters_, config_, initialization, seed);
}

template <class Real>
void Transformer<Real>::set_position(const Json& position) {
  AnyEncoding encoding = make_encoding(position, config_.shape());
  Json normalized = position_json(encoding);
  parameters_.exchange_table(table_of(encoding));
  encoding_ = std::move(encoding);
  config_.position = std::move(normalized);
  ++position_version_;
}

template <class Real>
bool Transformer<Real>::depends_on_length(double length, double other) const {
  return std::visit([&](const auto& e) { return e.depends_on_length(length, other); }, encoding_);
}

template <class Real>
void Transformer<Real>::require_tokens(std::span<const std::int32_t> tokens) const {
  if (tokens.empty()) throw Error(ErrorCode::invalid_argument, "empty", {{"argument", std::string("tokens")}});
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i] < 0 || std::size_t(tokens[i]) >= config_.vocab_size)
      require_range("tokens[" + std::to_string(i) + "]", tokens[i], 0, double(config_.vocab_size) - 1);
}

template <class Real>
void Transformer<Real>::require_positions(std::span<const double> positions) const {
  std::visit([&](const auto& e) { e.require_positions(positions); }, encoding_);
}

template <class Real>
void Transformer<Real>::begin(const PassInput<Real>& input) {
  input_ = input;
  ++pass_number_;
  const std::size_t length = input.query_positions.size(), nk = input.key_positions.size();
  weights_.refresh(parameters_, input.tokens.size() > 1);
  activations_.arrange(config_, input.batch, length, input.keep);
  if (input.cache) input.cache->make_room(config_, nk);

  const auto& layout = parameters_.layout();
  const Rows<Real> stream = activations_.blocks.front().input;
  const Stored embedding = parameters_[layout.wte].stored();
  for (std::size_t row = 0; row < stream.rows; ++row)
    read_row<Real>(embedding, std::size_t(input.tokens[row]), stream[row]);

  const ConstRows<Real> table = layout.table ? weights_.table(*layout.table) : ConstRows<Real>();
  const Pass pass{input.query_positions, input.key_positions, length_of(input.key_positions)};
  activations_.bias = {};
  std::visit(
      [&](const auto& e) {
        constexpr Places places = places_of<decltype(e)>;
        if constexpr (uses(places, Places::embedding))
          for (std::size_t b = 0; b < input.batch; ++b) e.add(pass, table, stream.rows_from(b * length, length));
        if constexpr (uses(places, Places::query_key))
          e.prepare_rotation(input.query_positions, pass.sequence_length, activations_.rotation);
        if constexpr (uses(places, Places::score)) {
          const double size = double(config_.n_head) * double(length) * double(nk);
          with_memory(size * double(sizeof(Real)), [&] {
            activations_.bias = {activations_.bias_memory.take(std::size_t(size)), std::size_t(size)};
          });
          e.bias(pass, table, activations_.bias);
        }
      },
      encoding_);
}

template <class Real>
void Transformer<Real>::turn(Rows<Real> rows) const {
  std::visit(
      [&](const auto& e) {
        if constexpr (uses(places_of<decltype(e)>, Places::query_key)) e.rotate(activations_.rotation, rows);
      },
      encoding_);
}

template <class Real>
void Transformer<Real>::block(std::size_t layer, const AttentionCapture<Real>& capture) {
  BlockActivations<Real>& block = activations_.blocks[layer];
  Workspace<Real>& workspace = activations_.workspace;
  if (config_.family() == Family::llama) {
    const auto weights = block_weights(weights_, parameters_.layout().llama_blocks[layer]);
    project_qkv(weights, config_, block, workspace);
    attend_in(layer, capture);
    add_attention(weights, block, workspace);
    add_mlp(weights, config_.layer_norm_epsilon, block, workspace);
  } else if (config_.family() == Family::neox) {
    const auto& at = parameters_.layout().neox_blocks[layer];
    neox::project_qkv(weights_, at, config_, block, workspace);
    attend_in(layer, capture);
    neox::finish_block(weights_, at, config_, block, workspace);
  } else {
    const auto weights = block_weights(weights_, parameters_.layout().blocks[layer]);
    project_qkv(weights, config_.layer_norm_epsilon, block, workspace);
    attend_in(layer, capture);
    add_attention(weights, block, workspace);
    add_mlp(weights, config_.activation_function, config_.layer_norm_epsilon, block, workspace);
  }
}

template <class Real>
void Transformer<Real>::attend_in(std::size_t layer, const AttentionCapture<Real>& capture) {
  BlockActivations<Real>& block = activations_.blocks[layer];
  const std::size_t width = config_.query_width(), kv_width = config_.kv_width();
  const std::size_t length = input_.query_positions.size(), nk = input_.key_positions.size();
  const std::size_t weights_size = config_.n_head * length * length;
  for (std::size_t b = 0; b < input_.batch; ++b) {
    const Rows<Real> qkv = block.qkv.rows_from(b * length, length);
    const Rows<Real> queries = qkv.columns_from(0, width);
    Rows<Real> keys = qkv.columns_from(width, kv_width), values = qkv.columns_from(width + kv_width, kv_width);
    turn(queries);
    turn(keys);
    if (input_.cache) {
      const Rows<Real> held_keys(input_.cache->keys[layer].data(), nk, kv_width);
      const Rows<Real> held_values(input_.cache->values[layer].data(), nk, kv_width);
      for (std::size_t row = 0; row < length; ++row) {
        std::ranges::copy(keys[row], held_keys[nk - length + row].begin());
        std::ranges::copy(values[row], held_values[nk - length + row].begin());
      }
      keys = held_keys;
      values = held_values;
    }
    AttentionCapture<Real> wanted = capture;
    if (!block.weights.empty()) wanted.weights = block.weights.subspan(b * weights_size, weights_size);
    attend<Real>({queries, keys, values, config_.n_head, activations_.bias, input_.visible, input_.causal,
                  config_.kv_heads()},
                 block.context.rows_from(b * length, length), wanted, activations_.attention);
  }
}

template <class Real>
void Transformer<Real>::end() {
  const auto& layout = parameters_.layout();
  if (config_.family() == Family::llama)
    return rms_norm<Real>(activations_.blocks.back().output, weights_.vector(layout.ln_f_weight),
                          config_.layer_norm_epsilon, activations_.normed_f);
  layer_norm<Real>(activations_.blocks.back().output, weights_.vector(layout.ln_f_weight),
                   weights_.vector(layout.ln_f_bias), config_.layer_norm_epsilon, activations_.normed_f,
                   activations_.mean_f, activations_.rstd_f);
}

template <class Real>
void Transformer<Real>::pass(const PassInput<Real>& input) {
  begin(input);
  for (std::size_t layer = 0; layer < config_.n_layer; ++layer) block(layer);
  end();
}

template <class Real>
void Transformer<Real>::head(std::size_t first, Rows<Real> out) {
  const ConstRows<Real> rows = activations_.normed_f.rows_from(first, out.rows);
  const auto& layout = parameters_.layout();
  linear<Real>(rows, weights_.matrix(layout.head), weights_.vector(layout.head_bias), false, out, activations_.workspace);
}

template struct CachedRows<float>;
template struct CachedRows<double>;
template class Transformer<float>;
template class Transformer<double>;

}  // namespace whereabouts
