#include "model/parameter_layout.hpp"

#include <utility>

#include "model/neox_family.hpp"

namespace whereabouts {
namespace {

ParameterLayout gpt2_layout(const Config& config, const AddParameter& add) {
  ParameterLayout layout;
  const std::size_t width = config.n_embd, inner = config.n_inner;
  layout.wte = add("wte.weight", {config.vocab_size, width}, Role::embedding);
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
    layout.blocks.push_back(block);
  }
  layout.ln_f_weight = add("ln_f.weight", {width}, Role::norm_weight);
  layout.ln_f_bias = add("ln_f.bias", {width}, Role::bias);
  layout.head = config.tie_word_embeddings ? layout.wte : add("lm_head.weight", {config.vocab_size, width}, Role::head);
  return layout;
}

ParameterLayout llama_layout(const Config& config, const AddParameter& add) {
  ParameterLayout layout;
  const std::size_t width = config.n_embd, inner = config.n_inner;
  const std::size_t queries = config.query_width(), keys = config.kv_width();
  const auto bias = [&](bool there, std::string name, std::size_t size) -> std::optional<std::size_t> {
    if (!there) return std::nullopt;
    return add(std::move(name), {size}, Role::bias);
  };
  layout.wte = add("model.embed_tokens.weight", {config.vocab_size, width}, Role::embedding);
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
    layout.llama_blocks.push_back(block);
  }
  layout.ln_f_weight = add("model.norm.weight", {width}, Role::norm_weight);
  layout.head = config.tie_word_embeddings ? layout.wte : add("lm_head.weight", {config.vocab_size, width}, Role::head);
  return layout;
}

}  // namespace

ParameterLayout lay_out_parameters(const Config& config, const AddParameter& add) {
  switch (config.family()) {
    case Family::llama:
      return llama_layout(config, add);
    case Family::neox:
      return neox::lay_out_parameters(config, add);
    case Family::gpt2:
      break;
  }
  return gpt2_layout(config, add);
}

}  // namespace whereabouts
