// Kernels that reduce a row to a number, and those built on such a reduction: softmax, cross-entropy, LayerNorm, each
// with its backward twin. "+=" in a comment: the kernel adds to what is there, as gradients of shared values must.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/elementwise.hpp"
#include "kernels/rows.hpp"

namespace whereabouts {

/// sum of x[i] * y[i].
template <class Real>
Real dot(std::span<const Real> x, Input<Real> y);

template <class Real>
Real sum(std::span<const Real> x);

/// The largest entry; minus infinity of an empty span.
template <class Real>
Real max(std::span<const Real> x);

/// log(sum(exp(x))), without overflow; minus infinity of an empty span.
template <class Real>
Real log_sum_exp(std::span<const Real> x);

/// The first `visible` entries become exp(x) / sum(exp(x)), the rest 0. Entries of minus infinity get weight 0; a row
/// that sees nothing (visible = 0, or minus infinity everywhere) gets no weight anywhere: all zeros, never NaN.
template <class Real>
void softmax(std::span<Real> x, std::size_t visible);

/// d_x = y * (d_y - sum(y * d_y)), the gradient of softmax's input from its output y; d_x may be d_y. Hidden entries
/// have y = 0 and so gradient 0.
template <class Real>
void softmax_backward(Input<Real> y, Input<Real> d_y, std::span<Real> d_x);

/// A sum of losses in nats and how many rows it was taken over.
struct LossSum {
  double total = 0;
  std::size_t count = 0;
};

/// Cross-entropy of each row of logits [n, vocab] against its target: log_sum_exp(row) - row[target]. A target of -1
/// takes no loss. `losses` is empty or [n] and gets each row's loss (0 where none is taken). Targets are checked by the
/// caller: -1 .. vocab - 1.
template <class Real>
LossSum cross_entropy(ConstRows<Real> logits, std::span<const std::int32_t> targets, std::span<std::type_identity_t<Real>> losses = {});

/// d_logits = factor * (softmax(logits) - one_hot(target)), 0 in rows without loss; factor is 1 / count for the mean.
/// d_logits may be logits.
template <class Real>
void cross_entropy_backward(InputRows<Real> logits, std::span<const std::int32_t> targets, std::type_identity_t<Real> factor,
                            Rows<Real> d_logits);

/// Each row of y = (row of x - mean) * rstd * gain + bias, with mean and rstd = 1 / sqrt(variance + epsilon) over the
/// row (biased variance, as torch), kept [n] for the backward pass. y may be x, but then there is no backward.
template <class Real>
void layer_norm(InputRows<Real> x, Input<Real> gain, Input<Real> bias, double epsilon, Rows<Real> y, std::span<Real> mean,
                std::span<Real> rstd);

/// d_x +=, d_gain +=, d_bias += from d_y; x, mean and rstd as layer_norm left them.
template <class Real>
void layer_norm_backward(InputRows<Real> x, Input<Real> gain, Input<Real> mean, Input<Real> rstd, InputRows<Real> d_y,
                         Rows<Real> d_x, std::span<Real> d_gain, std::span<Real> d_bias);

/// Each row of y = x / sqrt(mean of x^2 + epsilon) * gain (Zhang and Sennrich 2019, arXiv:1910.07467, eq. 4). y may be x.
/// Forward only: models with this norm are run here, not trained.
template <class Real>
void rms_norm(InputRows<Real> x, Input<Real> gain, double epsilon, Rows<Real> y);

}  // namespace whereabouts
