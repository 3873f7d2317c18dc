// Kernels that treat every element alike, and their backward twins. Spans of one call have equal length. An output may
// be the input itself (in place) but must not overlap it otherwise.
#pragma once

#include <span>
#include <type_traits>

#include "kernels/rows.hpp"

namespace whereabouts {

// Real is deduced from what a kernel writes, so that vectors and views for writing convert where it reads.
template <class Real>
using Input = std::span<const std::type_identity_t<Real>>;
template <class Real>
using InputRows = ConstRows<std::type_identity_t<Real>>;

/// x += y.
template <class Real>
void add(std::span<Real> x, Input<Real> y);

/// x += factor * y.
template <class Real>
void add_scaled(std::span<Real> x, std::type_identity_t<Real> factor, Input<Real> y);

/// x *= factor.
template <class Real>
void scale(std::span<Real> x, std::type_identity_t<Real> factor);

/// Every row of x += bias. Backward: d_x passes through, d_bias by sum_rows.
template <class Real>
void add_row(Rows<Real> x, Input<Real> bias);

/// Every row of x = bias: what a product accumulates onto (matmul.hpp), so that adding a bias costs nothing.
template <class Real>
void fill_rows(Rows<Real> x, Input<Real> bias);

/// total += the sum of x over its rows; total is [columns].
template <class Real>
void sum_rows(InputRows<Real> x, std::span<Real> total);

/// y = x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))), "gelu_new" of GPT-2 (Hendrycks and Gimpel 2016, eq. 2).
/// float: within 4e-7 * max(1, |y|) of the exact value.
template <class Real>
void gelu_tanh(Input<Real> x, std::span<Real> y);

/// d_x = d_y * (derivative of gelu_tanh at x).
template <class Real>
void gelu_tanh_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x);

/// y = x / 2 * (1 + erf(x / sqrt(2))), "gelu" (Hendrycks and Gimpel 2016, section 2).
template <class Real>
void gelu_erf(Input<Real> x, std::span<Real> y);

/// d_x = d_y * (derivative of gelu_erf at x).
template <class Real>
void gelu_erf_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x);

/// y = silu(gate) * x with silu(g) = g / (1 + exp(-g)): the gated half of SwiGLU (Shazeer 2020, arXiv:2002.05202, eq. 5).
/// Forward only: models with gated layers are run here, not trained.
template <class Real>
void silu_times(Input<Real> gate, Input<Real> x, std::span<Real> y);

}  // namespace whereabouts
