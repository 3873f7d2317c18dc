#include "model/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <utility>

#include "error.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

template <class Real>
constexpr Storage full_storage = sizeof(Real) == sizeof(double) ? Storage::float64 : Storage::float32;

Stored stored_view(Storage storage, const void* data, std::span<const float> row_scales, std::size_t rows,
                   std::size_t columns) {
  Stored view;
  view.storage = storage;
  view.data = data;
  view.rows = rows;
  view.columns = columns;
  view.stride = columns;
  view.row_scales = row_scales;
  return view;
}

/// Every value in Real, row after row.
template <class Real>
void convert(const Stored& from, std::span<Real> to) {
  for (std::size_t row = 0; row < from.rows; ++row)
    read_row<Real>(from, row, to.subspan(row * from.columns, from.columns));
}

std::vector<std::size_t> table_shape(const TableShape& table) { return {table.rows, table.columns}; }

}  // namespace

template <class Real>
std::size_t Parameter<Real>::size() const {
  return std::accumulate(shape.begin(), shape.end(), std::size_t(1), std::multiplies<>());
}

template <class Real>
Stored Parameter<Real>::stored() const {
  return stored_view(storage, data.data(), row_scales, rows(), columns());
}

template <class Real>
void Parameter<Real>::widen() {
  if (full_precision()) return;
  std::vector<std::byte> wide(size() * sizeof(Real));
  convert<Real>(stored(), {reinterpret_cast<Real*>(wide.data()), size()});
  data = std::move(wide);
  row_scales = {};
  storage = full_storage<Real>;
}

template <class Real>
double Parameters<Real>::bytes_wanted(const Config& config, const std::optional<TableShape>& table) {
  const double width = double(config.n_embd), inner = double(config.n_inner), vocabulary = double(config.vocab_size);
  const double heads = config.tie_word_embeddings ? 1 : 2;
  double block = 0, end = 0;
  if (config.family() == Family::llama) {
    const double queries = double(config.query_width()), keys = double(config.kv_width());
    block = width * (queries + 2 * keys) + queries * width + 3 * width * inner + 2 * width;
    block += (config.qkv_bias ? queries + 2 * keys : 0) + (config.output_bias ? width : 0);
    end = width;
  } else {
    block = width * 3 * width + 3 * width + width * width + width;  // attention
    block += width * inner + inner + inner * width + width + 4 * width;
    end = 2 * width;
  }
  const double table_size = table ? double(table->rows) * double(table->columns) : 0;
  return (heads * vocabulary * width + double(config.n_layer) * block + end + table_size) * double(sizeof(Real));
}

template <class Real>
std::size_t Parameters<Real>::append(std::string name, std::vector<std::size_t> shape, Role role, Contents contents) {
  Parameter<Real> parameter{.name = std::move(name),
                            .shape = std::move(shape),
                            .role = role,
                            .storage = full_storage<Real>,
                            .data = {},
                            .row_scales = {},
                            .version = version_};
  if (contents == Contents::zeros) parameter.data.resize(parameter.size() * sizeof(Real));
  list_.push_back(std::move(parameter));
  return list_.size() - 1;
}

template <class Real>
Parameters<Real>::Parameters(const Config& config, const std::optional<TableShape>& table, Role table_role,
                             Contents contents) {
  with_memory(bytes_wanted(config, table), [&] {
    if (config.family() == Family::llama)
      append_llama(config, contents);
    else
      append_gpt2(config, contents);
    if (table) layout_.table = append(table->name, table_shape(*table), table_role, contents);
  });
}

template <class Real>
void Parameters<Real>::append_gpt2(const Config& config, Contents contents) {
  const std::size_t width = config.n_embd, inner = config.n_inner;
  const auto add = [&](std::string name, std::vector<std::size_t> shape, Role role) {
    return append(std::move(name), std::move(shape), role, contents);
  };
  layout_.wte = add("wte.weight", {config.vocab_size, width}, Role::embedding);
  for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
    const std::string h = "h." + std::to_string(layer) + ".";
    ParameterLayout::Block block{};
    block.ln_1_weight = add(h + "ln_1.weight", {width}, Role::norm_weight);
    block.ln_1_bias = add(h + "ln_1.bias", {width}, Role::bias);
    block.c_attn_weight = add(h + "attn.c_attn.weight", {width, 3 * width}, Role::linear);
    block.c_attn_bias = add(h + "attn.c_attn.bias", {3 * width}, Role::bias);
    block.attn_c_proj_weight = add(h + "attn.c_proj.weight", {width, width}, Role::residual_linear);
    block.attn_c_proj_bias = add(h + "attn.c_proj.bias", {width}, Role::bias);
    block.ln_2_weight = add(h + "ln_2.weight", {width}, Role::norm_weight);
    block.ln_2_bias = add(h + "ln_2.bias", {width}, Role::bias);
    block.c_fc_weight = add(h + "mlp.c_fc.weight", {width, inner}, Role::linear);
    block.c_fc_bias = add(h + "mlp.c_fc.bias", {inner}, Role::bias);
    block.mlp_c_proj_weight = add(h + "mlp.c_proj.weight", {inner, width}, Role::residual_linear);
    block.mlp_c_proj_bias = add(h + "mlp.c_proj.bias", {width}, Role::bias);
    layout_.blocks.push_back(block);
  }
  layout_.ln_f_weight = add("ln_f.weight", {width}, Role::norm_weight);
  layout_.ln_f_bias = add("ln_f.bias", {width}, Role::bias);
  layout_.head =
      config.tie_word_embeddings ? layout_.wte : add("lm_head.weight", {config.vocab_size, width}, Role::head);
}

template <class Real>
void Parameters<Real>::append_llama(const Config& config, Contents contents) {
  const std::size_t width = config.n_embd, inner = config.n_inner;
  const std::size_t queries = config.query_width(), keys = config.kv_width();
  const auto add = [&](std::string name, std::vector<std::size_t> shape, Role role) {
    return append(std::move(name), std::move(shape), role, contents);
  };
  const auto bias = [&](bool there, std::string name, std::size_t size) -> std::optional<std::size_t> {
    if (!there) return std::nullopt;
    return add(std::move(name), {size}, Role::bias);
  };
  layout_.wte = add("model.embed_tokens.weight", {config.vocab_size, width}, Role::embedding);
  for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
    const std::string at = "model.layers." + std::to_string(layer) + ".", self = at + "self_attn.";
    ParameterLayout::LlamaBlock block{};
    block.input_layernorm = add(at + "input_layernorm.weight", {width}, Role::norm_weight);
    block.q_proj = add(self + "q_proj.weight", {queries, width}, Role::linear_out_in);
    block.q_bias = bias(config.qkv_bias, self + "q_proj.bias", queries);
    block.k_proj = add(self + "k_proj.weight", {keys, width}, Role::linear_out_in);
    block.k_bias = bias(config.qkv_bias, self + "k_proj.bias", keys);
    block.v_proj = add(self + "v_proj.weight", {keys, width}, Role::linear_out_in);
    block.v_bias = bias(config.qkv_bias, self + "v_proj.bias", keys);
    block.o_proj = add(self + "o_proj.weight", {width, queries}, Role::residual_linear_out_in);
    block.o_bias = bias(config.output_bias, self + "o_proj.bias", width);
    block.post_attention_layernorm = add(at + "post_attention_layernorm.weight", {width}, Role::norm_weight);
    block.gate_proj = add(at + "mlp.gate_proj.weight", {inner, width}, Role::linear_out_in);
    block.up_proj = add(at + "mlp.up_proj.weight", {inner, width}, Role::linear_out_in);
    block.down_proj = add(at + "mlp.down_proj.weight", {width, inner}, Role::residual_linear_out_in);
    layout_.llama_blocks.push_back(block);
  }
  layout_.ln_f_weight = add("model.norm.weight", {width}, Role::norm_weight);
  layout_.head =
      config.tie_word_embeddings ? layout_.wte : add("lm_head.weight", {config.vocab_size, width}, Role::head);
}

template <class Real>
std::size_t Parameters<Real>::count() const {
  return std::accumulate(begin(), end(), std::size_t(0), [](std::size_t sum, const auto& p) { return sum + p.size(); });
}

template <class Real>
std::size_t Parameters<Real>::index_of(std::string_view name) const {
  const auto found = std::find_if(begin(), end(), [&](const auto& parameter) { return parameter.name == name; });
  if (found != end()) return std::size_t(found - begin());
  std::string names;
  for (const auto& parameter : list_) names += (names.empty() ? "" : ", ") + parameter.name;
  throw Error(ErrorCode::invalid_argument, "unknown_parameter", {{"got", std::string(name)}, {"choices", names}});
}

template <class Real>
std::vector<Real> Parameters<Real>::read(std::string_view name) const {
  const Parameter<Real>& parameter = list_[index_of(name)];
  std::vector<Real> values(parameter.size());
  convert<Real>(parameter.stored(), values);
  return values;
}

template <class Real>
template <class T>
void Parameters<Real>::write(std::string_view name, std::span<const T> values) {
  const std::size_t index = index_of(name);
  Parameter<Real>& parameter = list_[index];
  require_length(name, values.size(), parameter.size());
  // Checked in Real: a double that a float cannot hold would become infinite.
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(Real(values[i])))
      require_finite(std::string(name) + "[" + std::to_string(i) + "]", double(Real(values[i])));
  if (!parameter.full_precision()) {
    parameter.data = std::vector<std::byte>(parameter.size() * sizeof(Real));
    parameter.row_scales = {};
    parameter.storage = full_storage<Real>;
  }
  std::transform(values.begin(), values.end(), parameter.values().begin(), [](T value) { return Real(value); });
  touch(index);
}

template <class Real>
void Parameters<Real>::assign(std::size_t index, Storage storage, std::span<const std::byte> data,
                              std::span<const float> row_scales) {
  Parameter<Real>& parameter = list_[index];
  require_length(parameter.name, data.size(), parameter.size() * element_size(storage));
  parameter.storage = storage;
  parameter.data = std::vector<std::byte>(data.begin(), data.end());
  parameter.row_scales = std::vector<float>(row_scales.begin(), row_scales.end());
  // float32 and float64 are full precision of one Real or the other, never a way to save memory.
  if (storage == Storage::float32 || storage == Storage::float64) parameter.widen();
  touch(index);
}

template <class Real>
void Parameters<Real>::exchange_table(const std::optional<TableShape>& table) {
  const bool same =
      table && layout_.table && list_.back().name == table->name && list_.back().shape == table_shape(*table);
  if (same || (!table && !layout_.table)) return;
  std::optional<Parameter<Real>> found;
  if (table) {
    const auto fits = [&](const auto& p) { return p.name == table->name && p.shape == table_shape(*table); };
    const auto kept = std::find_if(aside_.begin(), aside_.end(), fits);
    if (kept == aside_.end())
      throw Error(ErrorCode::invalid_argument, "missing_table",
                  {{"name", table->name}, {"rows", double(table->rows)}, {"columns", double(table->columns)}});
    found = std::move(*kept);
    aside_.erase(kept);
  }
  if (layout_.table) {
    aside_.push_back(std::move(list_.back()));
    list_.pop_back();
    layout_.table.reset();
  }
  if (found) {
    list_.push_back(std::move(*found));
    layout_.table = list_.size() - 1;
    touch(*layout_.table);
  }
  ++version_;
}

template <class Real>
void Parameters<Real>::touch(std::size_t index) {
  list_[index].version = ++version_;
}

template struct Parameter<float>;
template struct Parameter<double>;
template class Parameters<float>;
template class Parameters<double>;
template void Parameters<float>::write(std::string_view, std::span<const float>);
template void Parameters<float>::write(std::string_view, std::span<const double>);
template void Parameters<double>::write(std::string_view, std::span<const float>);
template void Parameters<double>::write(std::string_view, std::span<const double>);

}  // namespace whereabouts
