#include "model/llama_block.hpp"

#include "kernels/reduce.hpp"

namespace whereabouts {

template <class Real>
LlamaBlockWeights<Real> block_weights(const Weights<Real>& weights, const ParameterLayout::LlamaBlock& at) {
  return {.input_layernorm = weights.vector(at.input_layernorm),
          .q_proj = weights.matrix(at.q_proj),
          .k_proj = weights.matrix(at.k_proj),
          .v_proj = weights.matrix(at.v_proj),
          .o_proj = weights.matrix(at.o_proj),
          .q_bias = weights.vector(at.q_bias),
          .k_bias = weights.vector(at.k_bias),
          .v_bias = weights.vector(at.v_bias),
          .o_bias = weights.vector(at.o_bias),
          .post_attention_layernorm = weights.vector(at.post_attention_layernorm),
          .gate_proj = weights.matrix(at.gate_proj),
          .up_proj = weights.matrix(at.up_proj),
          .down_proj = weights.matrix(at.down_proj)};
}

template <class Real>
void project_qkv(const LlamaBlockWeights<Real>& weights, const Config& config, BlockActivations<Real>& block,
                 Workspace<Real>& workspace) {
  const std::size_t queries = config.query_width(), keys = config.kv_width();
  const ConstRows<Real> normed = block.normed_1;
  rms_norm<Real>(block.input, weights.input_layernorm, config.layer_norm_epsilon, block.normed_1);
  linear<Real>(normed, weights.q_proj, weights.q_bias, false, block.qkv.columns_from(0, queries), workspace);
  linear<Real>(normed, weights.k_proj, weights.k_bias, false, block.qkv.columns_from(queries, keys), workspace);
  linear<Real>(normed, weights.v_proj, weights.v_bias, false, block.qkv.columns_from(queries + keys, keys), workspace);
}

template <class Real>
void add_attention(const LlamaBlockWeights<Real>& weights, BlockActivations<Real>& block, Workspace<Real>& workspace) {
  carry_over(block.input, block.middle);
  linear<Real>(block.context, weights.o_proj, weights.o_bias, true, block.middle, workspace);
}

template <class Real>
void add_mlp(const LlamaBlockWeights<Real>& weights, double epsilon, BlockActivations<Real>& block,
             Workspace<Real>& workspace) {
  rms_norm<Real>(block.middle, weights.post_attention_layernorm, epsilon, block.normed_2);
  linear<Real>(block.normed_2, weights.gate_proj, {}, false, block.gate, workspace);
  linear<Real>(block.normed_2, weights.up_proj, {}, false, block.hidden, workspace);
  const std::size_t size = block.hidden.rows * block.hidden.columns;
  silu_times<Real>(std::span<const Real>(block.gate.data, size), std::span<const Real>(block.hidden.data, size),
                   std::span<Real>(block.activated.data, size));
  carry_over(block.middle, block.output);
  linear<Real>(block.activated, weights.down_proj, {}, true, block.output, workspace);
}

#define WHEREABOUTS_INSTANTIATE(Real)                                                                           \
  template LlamaBlockWeights<Real> block_weights(const Weights<Real>&, const ParameterLayout::LlamaBlock&);     \
  template void project_qkv(const LlamaBlockWeights<Real>&, const Config&, BlockActivations<Real>&,             \
                            Workspace<Real>&);                                                                  \
  template void add_attention(const LlamaBlockWeights<Real>&, BlockActivations<Real>&, Workspace<Real>&);       \
  template void add_mlp(const LlamaBlockWeights<Real>&, double, BlockActivations<Real>&, Workspace<Real>&);
WHEREABOUTS_INSTANTIATE(float)
WHEREABOUTS_INSTANTIATE(double)
#undef WHEREABOUTS_INSTANTIATE

}  // namespace whereabouts
