// One pre-norm transformer block, in the three steps between which the transformer turns queries and keys, keeps them
// in a cache, and attends.
#pragma once

#include "model/activations.hpp"
#include "model/weights.hpp"

namespace whereabouts {

/// A block's weights, ready for computing.
template <class Real>
struct BlockWeights {
  std::span<const Real> ln_1_weight, ln_1_bias;
  Weight<Real> c_attn;
  std::span<const Real> c_attn_bias;
  Weight<Real> attn_c_proj;
  std::span<const Real> attn_c_proj_bias;
  std::span<const Real> ln_2_weight, ln_2_bias;
  Weight<Real> c_fc;
  std::span<const Real> c_fc_bias;
  Weight<Real> mlp_c_proj;
  std::span<const Real> mlp_c_proj_bias;
};

template <class Real>
BlockWeights<Real> block_weights(const Weights<Real>& weights, const ParameterLayout::Block& at);

/// normed_1 = ln_1(input), qkv = normed_1 * c_attn + bias.
template <class Real>
void project_qkv(const BlockWeights<Real>& weights, double epsilon, BlockActivations<Real>& block,
                 Workspace<Real>& workspace);

/// middle = input + context * c_proj + bias.
template <class Real>
void add_attention(const BlockWeights<Real>& weights, BlockActivations<Real>& block, Workspace<Real>& workspace);

/// output = middle + activation(ln_2(middle) * c_fc + bias) * c_proj + bias.
template <class Real>
void add_mlp(const BlockWeights<Real>& weights, ActivationFunction function, double epsilon,
             BlockActivations<Real>& block, Workspace<Real>& workspace);

}  // namespace whereabouts
