// One block of the llama family (Touvron et al. 2023, arXiv:2302.13971, section 2.2), in the same three steps as a GPT-2
// block (block.hpp): RMSNorm in LayerNorm's place, queries, keys and values from matrices of their own, a SwiGLU of three.
#pragma once

#include "model/activations.hpp"
#include "model/weights.hpp"

namespace whereabouts {

/// A block's weights, ready for computing; biases are empty where the model has none.
template <class Real>
struct LlamaBlockWeights {
  std::span<const Real> input_layernorm;
  Weight<Real> q_proj, k_proj, v_proj, o_proj;
  std::span<const Real> q_bias, k_bias, v_bias, o_bias;
  std::span<const Real> post_attention_layernorm;
  Weight<Real> gate_proj, up_proj, down_proj;
};

template <class Real>
LlamaBlockWeights<Real> block_weights(const Weights<Real>& weights, const ParameterLayout::LlamaBlock& at);

/// normed_1 = input_layernorm(input); qkv = normed_1 * q_proj^T, k_proj^T, v_proj^T side by side, biases added.
template <class Real>
void project_qkv(const LlamaBlockWeights<Real>& weights, const Config& config, BlockActivations<Real>& block,
                 Workspace<Real>& workspace);

/// middle = input + context * o_proj^T + bias.
template <class Real>
void add_attention(const LlamaBlockWeights<Real>& weights, BlockActivations<Real>& block, Workspace<Real>& workspace);

/// output = middle + (silu(n * gate_proj^T) * (n * up_proj^T)) * down_proj^T with n = post_attention_layernorm(middle).
template <class Real>
void add_mlp(const LlamaBlockWeights<Real>& weights, double epsilon, BlockActivations<Real>& block,
             Workspace<Real>& workspace);

}  // namespace whereabouts
