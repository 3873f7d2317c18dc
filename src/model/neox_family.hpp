// GPT-NeoX (Black et al. 2022, arXiv:2204.06745, section 2) and GPT-J (Wang and Komatsuzaki 2021): LayerNorm, GELU and
// biases as in GPT-2, but rotary positions, matrices as Linear stores them, and attention and MLP side by side: both
// read the block's input and are added to it together. GPT-J feeds both from one norm and turns neighbours; GPT-NeoX
// has two norms and turns halves.
//
// An engine for lessons is linked without this family (bindings/left_out.cpp): it then has no model types here.
#pragma once

#include <span>
#include <string>

#include "model/activations.hpp"
#include "model/config.hpp"
#include "model/parameter_layout.hpp"
#include "model/weights.hpp"

namespace whereabouts::neox {

/// "gpt_neox" and "gptj".
std::span<const char* const> model_types();
bool is_model_type(const std::string& model_type);

/// A config of the family; the caller has read model_type. Required are, for "gpt_neox", hidden_size,
/// intermediate_size, num_hidden_layers, num_attention_heads and vocab_size; for "gptj" n_embd, n_layer, n_head and
/// vocab_size.
Config config_from_json(ConfigReader reader, const std::string& model_type);
Json config_to_json(const Config& config);
/// A file's rotary settings under the names that RoPE reads, where they stand under the family's own: rotary_pct,
/// rotary_emb_base, rotary_dim.
Json with_rope_names(Json file);
/// The position of a model of this type before any setting is read.
Json position_of(const std::string& model_type);

ParameterLayout lay_out_parameters(const Config& config, const AddParameter& add);

/// normed_1 = input_layernorm(input); qkv from normed_1, queries, keys and values of all heads side by side.
template <class Real>
void project_qkv(const Weights<Real>& weights, const ParameterLayout::NeoxBlock& at, const Config& config,
                 BlockActivations<Real>& block, Workspace<Real>& workspace);

/// output = input + context * dense^T + bias + mlp(post_attention_layernorm(input)); where the residual is not
/// parallel, the MLP reads what attention has been added to. With a shared norm it reads normed_1.
template <class Real>
void finish_block(const Weights<Real>& weights, const ParameterLayout::NeoxBlock& at, const Config& config,
                  BlockActivations<Real>& block, Workspace<Real>& workspace);

}  // namespace whereabouts::neox
