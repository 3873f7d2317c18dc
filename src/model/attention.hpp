// Scaled dot-product attention of many heads (Vaswani et al. 2017, eq. 1), with a bias on the scores, a causal mask
// that goes by row, and keys hidden from everybody.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/matmul.hpp"
#include "kernels/rows.hpp"

namespace whereabouts {

/// One sequence. The nq query rows are the last of the nk key rows: query i is at row nk - nq + i. Head h stands in
/// columns h * head_dim .. of its matrix.
template <class Real>
struct AttentionInput {
  ConstRows<Real> queries;       // [nq, n_head * head_dim]
  ConstRows<Real> keys, values;  // [nk, n_kv_head * head_dim]
  std::size_t n_head = 1;
  std::span<const Real> bias;             // [n_head, nq, nk], added to the scaled scores; empty for none
  std::span<const std::uint8_t> visible;  // [nk], 0 hides the key from every query; empty: all are seen
  bool causal = true;                     // query i sees no key row after its own
  std::size_t n_kv_head = 0;              // 0: n_head. Consecutive query heads share one (Ainslie et al. 2023, 2305.13245)

  /// Query heads to one key and value head.
  std::size_t group() const { return n_kv_head ? n_head / n_kv_head : 1; }
};

/// Where attention leaves what it computes on its way; empty: nowhere.
template <class Real>
struct AttentionCapture {
  std::span<Real> scores;   // [n_head, nq, nk] scaled and biased, before mask and softmax
  std::span<Real> weights;  // [n_head, nq, nk] after softmax
};

/// Memory that attention reuses from call to call.
template <class Real>
struct AttentionScratch {
  Packed<Real> keys, values;  // one head's
  Workspace<Real> scores;     // [rows of a block, nk]
  Workspace<Real> product;
};

/// context = softmax(queries keys^T / sqrt(head_dim) + bias, masked) values, head by head; context is [nq, n_head *
/// head_dim]. A query that sees no key at all (left padding) gets no weight anywhere and zeros for its context.
template <class Real>
void attend(const AttentionInput<Real>& input, Rows<Real> context, const AttentionCapture<Real>& capture,
            AttentionScratch<Real>& scratch);

}  // namespace whereabouts
