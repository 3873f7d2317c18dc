// The backward pass of one transformer block (block.hpp), in the same three steps, last first.
#pragma once

#include "model/block.hpp"
#include "model/gradients.hpp"

namespace whereabouts {

/// Where a block's gradients go.
template <class Real>
struct BlockGradients {
  std::span<Real> ln_1_weight, ln_1_bias;
  Rows<Real> c_attn;
  std::span<Real> c_attn_bias;
  Rows<Real> attn_c_proj;
  std::span<Real> attn_c_proj_bias;
  std::span<Real> ln_2_weight, ln_2_bias;
  Rows<Real> c_fc;
  std::span<Real> c_fc_bias;
  Rows<Real> mlp_c_proj;
  std::span<Real> mlp_c_proj_bias;
};

template <class Real>
BlockGradients<Real> block_gradients(Gradients<Real>& gradients, const ParameterLayout::Block& at);

/// Gradients on their way through a block, n = batch * T rows; every block uses the same memory.
template <class Real>
struct FlowingGradients {
  Rows<Real> stream;  // [n, n_embd] of the residual stream: the block's output at first, its input at last
  Rows<Real> narrow;  // [n, n_embd] of normed_2, context, normed_1, one after the other
  Rows<Real> hidden;  // [n, n_inner] of activated and hidden
  Rows<Real> qkv;     // [n, 3 * n_embd] in the same memory as `hidden`
};

/// add_mlp's: `stream` turns from the gradient of `output` into that of `middle`.
template <class Real>
void add_mlp_backward(const BlockWeights<Real>& weights, ActivationFunction function,
                      const BlockActivations<Real>& block, const FlowingGradients<Real>& flowing,
                      const BlockGradients<Real>& gradients, Workspace<Real>& workspace);

/// add_attention's: `narrow` becomes the gradient of `context`; what reaches `input` past the attention is in `stream`
/// already.
template <class Real>
void add_attention_backward(const BlockWeights<Real>& weights, const BlockActivations<Real>& block,
                            const FlowingGradients<Real>& flowing, const BlockGradients<Real>& gradients,
                            Workspace<Real>& workspace);

/// project_qkv's: from `qkv`, adds to `stream`, which then is the gradient of `input`.
template <class Real>
void project_qkv_backward(const BlockWeights<Real>& weights, const BlockActivations<Real>& block,
                          const FlowingGradients<Real>& flowing, const BlockGradients<Real>& gradients,
                          Workspace<Real>& workspace);

}  // namespace whereabouts
