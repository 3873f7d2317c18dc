#include "model/block_backward.hpp"

#include "kernels/reduce.hpp"

namespace whereabouts {

template <class Real>
BlockGradients<Real> block_gradients(Gradients<Real>& gradients, const ParameterLayout::Block& at) {
  return {.ln_1_weight = gradients[at.ln_1_weight],
          .ln_1_bias = gradients[at.ln_1_bias],
          .c_attn = gradients.matrix(at.c_attn_weight),
          .c_attn_bias = gradients[at.c_attn_bias],
          .attn_c_proj = gradients.matrix(at.attn_c_proj_weight),
          .attn_c_proj_bias = gradients[at.attn_c_proj_bias],
          .ln_2_weight = gradients[at.ln_2_weight],
          .ln_2_bias = gradients[at.ln_2_bias],
          .c_fc = gradients.matrix(at.c_fc_weight),
          .c_fc_bias = gradients[at.c_fc_bias],
          .mlp_c_proj = gradients.matrix(at.mlp_c_proj_weight),
          .mlp_c_proj_bias = gradients[at.mlp_c_proj_bias]};
}

template <class Real>
void add_mlp_backward(const BlockWeights<Real>& weights, ActivationFunction function,
                      const BlockActivations<Real>& block, const FlowingGradients<Real>& flowing,
                      const BlockGradients<Real>& gradients, Workspace<Real>& workspace) {
  // output = middle + activated * c_proj + bias: what reaches middle directly stays in stream
  linear_backward<Real>(block.activated, weights.mlp_c_proj, flowing.stream, flowing.hidden, gradients.mlp_c_proj,
                        gradients.mlp_c_proj_bias, workspace);
  // activated = activation(hidden)
  const std::size_t size = block.hidden.rows * block.hidden.columns;
  const std::span<const Real> hidden(block.hidden.data, size);
  const std::span<Real> d_hidden(flowing.hidden.data, size);
  if (function == ActivationFunction::gelu)
    gelu_erf_backward<Real>(hidden, d_hidden, d_hidden);
  else
    gelu_tanh_backward<Real>(hidden, d_hidden, d_hidden);
  // hidden = normed_2 * c_fc + bias
  linear_backward<Real>(block.normed_2, weights.c_fc, flowing.hidden, flowing.narrow, gradients.c_fc,
                        gradients.c_fc_bias, workspace);
  // normed_2 = ln_2(middle)
  layer_norm_backward<Real>(block.middle, weights.ln_2_weight, block.mean_2, block.rstd_2, flowing.narrow,
                            flowing.stream, gradients.ln_2_weight, gradients.ln_2_bias);
}

template <class Real>
void add_attention_backward(const BlockWeights<Real>& weights, const BlockActivations<Real>& block,
                            const FlowingGradients<Real>& flowing, const BlockGradients<Real>& gradients,
                            Workspace<Real>& workspace) {
  // middle = input + context * c_proj + bias
  linear_backward<Real>(block.context, weights.attn_c_proj, flowing.stream, flowing.narrow, gradients.attn_c_proj,
                        gradients.attn_c_proj_bias, workspace);
}

template <class Real>
void project_qkv_backward(const BlockWeights<Real>& weights, const BlockActivations<Real>& block,
                          const FlowingGradients<Real>& flowing, const BlockGradients<Real>& gradients,
                          Workspace<Real>& workspace) {
  // qkv = normed_1 * c_attn + bias
  linear_backward<Real>(block.normed_1, weights.c_attn, flowing.qkv, flowing.narrow, gradients.c_attn,
                        gradients.c_attn_bias, workspace);
  // normed_1 = ln_1(input)
  layer_norm_backward<Real>(block.input, weights.ln_1_weight, block.mean_1, block.rstd_1, flowing.narrow,
                            flowing.stream, gradients.ln_1_weight, gradients.ln_1_bias);
}

#define WHEREABOUTS_INSTANTIATE(Real)                                                                                 \
  template BlockGradients<Real> block_gradients(Gradients<Real>&, const ParameterLayout::Block&);                     \
  template void add_mlp_backward(const BlockWeights<Real>&, ActivationFunction, const BlockActivations<Real>&,        \
                                 const FlowingGradients<Real>&, const BlockGradients<Real>&, Workspace<Real>&);       \
  template void add_attention_backward(const BlockWeights<Real>&, const BlockActivations<Real>&,                      \
                                       const FlowingGradients<Real>&, const BlockGradients<Real>&, Workspace<Real>&); \
  template void project_qkv_backward(const BlockWeights<Real>&, const BlockActivations<Real>&,                        \
                                     const FlowingGradients<Real>&, const BlockGradients<Real>&, Workspace<Real>&);
WHEREABOUTS_INSTANTIATE(float)
WHEREABOUTS_INSTANTIATE(double)
#undef WHEREABOUTS_INSTANTIATE

}  // namespace whereabouts
