// Which parameters a model has: their names in the files of its family, their shapes, and what each of them does.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/config.hpp"

namespace whereabouts {

/// What a parameter does; initialisation and weight decay go by it.
enum class Role {
  embedding,               // one row per token
  position_rows,           // a table added to the embeddings, one row per position
  bias_table,              // a table added to the scores
  norm_weight,             // starts at 1
  bias,                    // starts at 0
  linear,                  // [in, out], as Conv1D stores it
  residual_linear,         // the same, where its output is added to the stream
  head,                    // [vocab_size, n_embd], as Linear stores it
  linear_out_in,           // [out, in], as Linear stores it
  residual_linear_out_in,  // the same, where its output is added to the stream
};

/// Whether rows of a matrix of this role are outputs, so that it is applied as y = x W^T.
constexpr bool is_out_in(Role role) {
  return role == Role::linear_out_in || role == Role::residual_linear_out_in || role == Role::head;
}

/// Where each parameter stands in the list.
struct ParameterLayout {
  struct Block {
    std::size_t ln_1_weight, ln_1_bias, c_attn_weight, c_attn_bias, attn_c_proj_weight, attn_c_proj_bias;
    std::size_t ln_2_weight, ln_2_bias, c_fc_weight, c_fc_bias, mlp_c_proj_weight, mlp_c_proj_bias;
  };
  struct LlamaBlock {
    std::size_t input_layernorm, q_proj, k_proj, v_proj, o_proj;
    std::optional<std::size_t> q_bias, k_bias, v_bias, o_bias;
    std::size_t post_attention_layernorm, gate_proj, up_proj, down_proj;
  };
  struct NeoxBlock {
    std::size_t ln_1_weight, ln_1_bias;
    std::optional<std::size_t> ln_2_weight, ln_2_bias;  // none where the MLP reads what attention reads
    std::optional<std::size_t> qkv, qkv_bias;           // rows head by head: its queries, its keys, its values
    std::optional<std::size_t> q_proj, k_proj, v_proj;  // in the other's place
    std::size_t dense;
    std::optional<std::size_t> dense_bias;
    std::size_t fc_in, fc_in_bias, fc_out, fc_out_bias;
  };
  std::size_t wte = 0;
  std::optional<std::size_t> table;      // of the position encoding
  std::vector<Block> blocks;             // of the gpt2 family, or
  std::vector<LlamaBlock> llama_blocks;  // or
  std::vector<NeoxBlock> neox_blocks;
  std::size_t ln_f_weight = 0, ln_f_bias = 0;  // no bias in the llama family
  std::size_t head = 0;                        // wte where the head is tied
  std::optional<std::size_t> head_bias;
};

/// Adds a parameter to the list and returns its place there.
using AddParameter = std::function<std::size_t(std::string name, std::vector<std::size_t> shape, Role role)>;

/// Adds every parameter of a model but its encoding's table.
ParameterLayout lay_out_parameters(const Config& config, const AddParameter& add);

}  // namespace whereabouts
