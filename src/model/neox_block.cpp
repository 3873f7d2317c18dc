// What a block of the neox family computes.
#include <algorithm>

#include "kernels/reduce.hpp"
#include "model/neox_family.hpp"

namespace whereabouts::neox {
namespace {

/// The matrix gives head after head, each its queries, keys and values; attention wants all queries side by side, then
/// all keys, then all values.
template <class Real>
void unfuse(Rows<Real> fused, const Config& config, Rows<Real> qkv) {
  const std::size_t size = config.head_dim(), width = config.n_embd;
  for (std::size_t row = 0; row < fused.rows; ++row)
    for (std::size_t head = 0; head < config.n_head; ++head)
      for (std::size_t part = 0; part < 3; ++part)
        std::copy_n(fused[row].data() + (3 * head + part) * size, size, qkv[row].data() + part * width + head * size);
}

template <class Real>
void activate(ActivationFunction function, Rows<Real> x, Rows<Real> y) {
  const std::size_t size = x.rows * x.columns;
  const std::span<Real> from(x.data, size), to(y.data, size);
  if (function == ActivationFunction::gelu)
    gelu_erf<Real>(from, to);
  else
    gelu_tanh<Real>(from, to);
}

}  // namespace

template <class Real>
void project_qkv(const Weights<Real>& weights, const ParameterLayout::NeoxBlock& at, const Config& config,
                 BlockActivations<Real>& block, Workspace<Real>& workspace) {
  layer_norm<Real>(block.input, weights.vector(at.ln_1_weight), weights.vector(at.ln_1_bias), config.layer_norm_epsilon,
                   block.normed_1, block.mean_1, block.rstd_1);
  if (at.qkv) {
    linear<Real>(block.normed_1, weights.matrix(*at.qkv), weights.vector(at.qkv_bias), false, block.fused, workspace);
    unfuse(block.fused, config, block.qkv);
    return;
  }
  std::size_t column = 0;
  for (const auto matrix : {at.q_proj, at.k_proj, at.v_proj}) {
    linear<Real>(block.normed_1, weights.matrix(*matrix), {}, false, block.qkv.columns_from(column, config.n_embd),
                 workspace);
    column += config.n_embd;
  }
}

template <class Real>
void finish_block(const Weights<Real>& weights, const ParameterLayout::NeoxBlock& at, const Config& config,
                  BlockActivations<Real>& block, Workspace<Real>& workspace) {
  const auto second_norm = [&](Rows<Real> from) {
    layer_norm<Real>(from, weights.vector(at.ln_2_weight), weights.vector(at.ln_2_bias), config.layer_norm_epsilon,
                     block.normed_2, block.mean_2, block.rstd_2);
  };
  const Rows<Real> normed = at.ln_2_weight ? block.normed_2 : block.normed_1;
  // Before attention is added: the stream may be worked on in place.
  if (config.parallel_residual && at.ln_2_weight) second_norm(block.input);
  carry_over(block.input, block.middle);
  linear<Real>(block.context, weights.matrix(at.dense), weights.vector(at.dense_bias), true, block.middle, workspace);
  if (!config.parallel_residual) second_norm(block.middle);
  linear<Real>(normed, weights.matrix(at.fc_in), weights.vector(at.fc_in_bias), false, block.hidden, workspace);
  activate(config.activation_function, block.hidden, block.activated);
  carry_over(block.middle, block.output);
  linear<Real>(block.activated, weights.matrix(at.fc_out), weights.vector(at.fc_out_bias), true, block.output,
               workspace);
}

#define WHEREABOUTS_INSTANTIATE(Real)                                                                \
  template void project_qkv(const Weights<Real>&, const ParameterLayout::NeoxBlock&, const Config&,  \
                            BlockActivations<Real>&, Workspace<Real>&);                              \
  template void finish_block(const Weights<Real>&, const ParameterLayout::NeoxBlock&, const Config&, \
                             BlockActivations<Real>&, Workspace<Real>&);
WHEREABOUTS_INSTANTIATE(float)
WHEREABOUTS_INSTANTIATE(double)
#undef WHEREABOUTS_INSTANTIATE

}  // namespace whereabouts::neox
