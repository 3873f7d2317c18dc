// What a pass computes on its way, laid out in one piece of memory. A pass for its output only lets every block work in
// the same buffers, the residual stream in place; one that a backward pass will follow keeps each block's own.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "kernels/matmul.hpp"
#include "model/attention.hpp"
#include "model/config.hpp"

namespace whereabouts {

/// One block's intermediates. n = batch * T rows. Where nothing is kept, input, middle and output are the same rows,
/// and so are hidden and activated.
template <class Real>
struct BlockActivations {
  Rows<Real> input;      // [n, n_embd] the residual stream as the block finds it
  Rows<Real> normed_1;   // [n, n_embd] ln_1(input)
  Rows<Real> fused;      // [n, 3 * n_embd] in the neox family: qkv head by head, as one matrix gives it
  Rows<Real> qkv;        // [n, query_width + 2 * kv_width] queries, keys, values side by side; the first two turned in place
  Rows<Real> context;    // [n, query_width] weighted sums of values, head by head
  Rows<Real> middle;     // [n, n_embd] input + attn.c_proj(context)
  Rows<Real> normed_2;   // [n, n_embd] ln_2(middle)
  Rows<Real> gate;       // [n, n_inner] mlp.gate_proj(normed_2), in the llama family alone
  Rows<Real> hidden;     // [n, n_inner] mlp.c_fc(normed_2)
  Rows<Real> activated;  // [n, n_inner] activation(hidden)
  Rows<Real> output;     // [n, n_embd] middle + mlp.c_proj(activated)
  std::span<Real> mean_1, rstd_1, mean_2, rstd_2;  // [n] of the two norms
  std::span<Real> weights;                         // [batch, n_head, T, T] attention weights; empty where not kept
};

/// to = from, unless they are the same rows already.
template <class Real>
void carry_over(Rows<Real> from, Rows<Real> to) {
  if (from.data != to.data) std::copy_n(from.data, from.rows * from.columns, to.data);
}

template <class Real>
class Activations {
 public:
  std::vector<BlockActivations<Real>> blocks;  // n_layer
  Rows<Real> normed_f;                         // [n, n_embd] ln_f(output of the last block)
  std::span<Real> mean_f, rstd_f;
  Rotation<Real> rotation;  // of the pass's rows
  std::span<Real> bias;     // [n_head, nq, nk], added in every layer; empty where the encoding has none
  AttentionScratch<Real> attention;
  Workspace<Real> workspace;
  Workspace<Real> bias_memory;

  /// Makes room for `batch` sequences of `length` rows. Allocates only where a size is larger than any before.
  /// Errors: "out_of_memory".
  void arrange(const Config& config, std::size_t batch, std::size_t length, bool keep);

 private:
  std::vector<Real> memory_;
};

}  // namespace whereabouts
