#include "model/block.hpp"

#include "kernels/reduce.hpp"

namespace whereabouts {

template <class Real>
BlockWeights<Real> block_weights(const Weights<Real>& weights, const ParameterLayout::Block& at) {
  return {.ln_1_weight = weights.vector(at.ln_1_weight),
          .ln_1_bias = weights.vector(at.ln_1_bias),
          .c_attn = weights.matrix(at.c_attn_weight),
          .c_attn_bias = weights.vector(at.c_attn_bias),
          .attn_c_proj = weights.matrix(at.attn_c_proj_weight),
          .attn_c_proj_bias = weights.vector(at.attn_c_proj_bias),
          .ln_2_weight = weights.vector(at.ln_2_weight),
          .ln_2_bias = weights.vector(at.ln_2_bias),
          .c_fc = weights.matrix(at.c_fc_weight),
          .c_fc_bias = weights.vector(at.c_fc_bias),
          .mlp_c_proj = weights.matrix(at.mlp_c_proj_weight),
          .mlp_c_proj_bias = weights.vector(at.mlp_c_proj_bias)};
}

template <class Real>
void project_qkv(const BlockWeights<Real>& weights, double epsilon, BlockActivations<Real>& block,
                 Workspace<Real>& workspace) {
  layer_norm<Real>(block.input, weights.ln_1_weight, weights.ln_1_bias, epsilon, block.normed_1, block.mean_1,
                   block.rstd_1);
  linear<Real>(block.normed_1, weights.c_attn, weights.c_attn_bias, false, block.qkv, workspace);
}

template <class Real>
void add_attention(const BlockWeights<Real>& weights, BlockActivations<Real>& block, Workspace<Real>& workspace) {
  carry_over(block.input, block.middle);
  linear<Real>(block.context, weights.attn_c_proj, weights.attn_c_proj_bias, true, block.middle, workspace);
}

template <class Real>
void add_mlp(const BlockWeights<Real>& weights, ActivationFunction function, double epsilon,
             BlockActivations<Real>& block, Workspace<Real>& workspace) {
  layer_norm<Real>(block.middle, weights.ln_2_weight, weights.ln_2_bias, epsilon, block.normed_2, block.mean_2,
                   block.rstd_2);
  linear<Real>(block.normed_2, weights.c_fc, weights.c_fc_bias, false, block.hidden, workspace);
  const std::size_t size = block.hidden.rows * block.hidden.columns;
  const std::span<Real> hidden(block.hidden.data, size), activated(block.activated.data, size);
  if (function == ActivationFunction::gelu)
    gelu_erf<Real>(hidden, activated);
  else
    gelu_tanh<Real>(hidden, activated);
  carry_over(block.middle, block.output);
  linear<Real>(block.activated, weights.mlp_c_proj, weights.mlp_c_proj_bias, true, block.output, workspace);
}

template BlockWeights<float> block_weights(const Weights<float>&, const ParameterLayout::Block&);
template BlockWeights<double> block_weights(const Weights<double>&, const ParameterLayout::Block&);
template void project_qkv(const BlockWeights<float>&, double, BlockActivations<float>&, Workspace<float>&);
template void project_qkv(const BlockWeights<double>&, double, BlockActivations<double>&, Workspace<double>&);
template void add_attention(const BlockWeights<float>&, BlockActivations<float>&, Workspace<float>&);
template void add_attention(const BlockWeights<double>&, BlockActivations<double>&, Workspace<double>&);
template void add_mlp(const BlockWeights<float>&, ActivationFunction, double, BlockActivations<float>&,
                      Workspace<float>&);
template void add_mlp(const BlockWeights<double>&, ActivationFunction, double, BlockActivations<double>&,
                      Workspace<double>&);

}  // namespace whereabouts
