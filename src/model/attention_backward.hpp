// The backward pass of scaled dot-product attention (attention.hpp).
#pragma once

#include <span>

#include "kernels/matmul.hpp"
#include "kernels/rows.hpp"

namespace whereabouts {

/// What attention read and left behind for one sequence of T rows, and the gradient that came back to it.
template <class Real>
struct AttentionGradientInput {
  ConstRows<Real> queries, keys, values;  // [T, n_head * head_dim]
  std::size_t n_head = 1;
  std::span<const Real> weights;  // [n_head, T, T] after softmax
  bool causal = true;
  ConstRows<Real> d_context;  // [T, n_head * head_dim]
};

template <class Real>
struct AttentionGradients {
  Rows<Real> d_queries, d_keys, d_values;  // [T, n_head * head_dim], overwritten
  std::span<Real> d_bias;                  // [n_head, T, T], added to; empty where nobody asks
};

/// Memory that attend_backward reuses from call to call.
template <class Real>
struct AttentionGradientScratch {
  Workspace<Real> scores;  // [rows of a block, T]
  Workspace<Real> product;
};

/// The gradients of attend's inputs from that of its context.
template <class Real>
void attend_backward(const AttentionGradientInput<Real>& input, const AttentionGradients<Real>& gradients,
                     AttentionGradientScratch<Real>& scratch);

}  // namespace whereabouts
