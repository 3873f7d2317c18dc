// A plain scalar twin of every kernel: the formula as one would write it on paper, nothing else. Tests compare the fast
// kernels with these, in float and in double; lessons quote them.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

#include "kernels/adamw.hpp"
#include "kernels/matmul.hpp"
#include "kernels/reduce.hpp"
#include "kernels/rotate.hpp"

namespace whereabouts::reference {

template <class Real>
void add(std::span<Real> x, Input<Real> y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += y[i];
}

template <class Real>
void add_scaled(std::span<Real> x, std::type_identity_t<Real> factor, Input<Real> y) {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] += factor * y[i];
}

template <class Real>
void scale(std::span<Real> x, std::type_identity_t<Real> factor) {
  for (Real& value : x) value *= factor;
}

template <class Real>
void add_row(Rows<Real> x, Input<Real> bias) {
  for (std::size_t r = 0; r < x.rows; ++r)
    for (std::size_t c = 0; c < x.columns; ++c) x[r][c] += bias[c];
}

template <class Real>
void fill_rows(Rows<Real> x, Input<Real> bias) {
  for (std::size_t r = 0; r < x.rows; ++r)
    for (std::size_t c = 0; c < x.columns; ++c) x[r][c] = bias[c];
}

template <class Real>
void sum_rows(InputRows<Real> x, std::span<Real> total) {
  for (std::size_t r = 0; r < x.rows; ++r)
    for (std::size_t c = 0; c < x.columns; ++c) total[c] += x[r][c];
}

template <class Real>
void gelu_tanh(Input<Real> x, std::span<Real> y) {
  const Real root = std::sqrt(Real(2) / std::numbers::pi_v<Real>);
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = x[i] / 2 * (1 + std::tanh(root * (x[i] + Real(0.044715) * x[i] * x[i] * x[i])));
}

template <class Real>
void gelu_tanh_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x) {
  const Real root = std::sqrt(Real(2) / std::numbers::pi_v<Real>);
  for (std::size_t i = 0; i < d_x.size(); ++i) {
    const Real t = std::tanh(root * (x[i] + Real(0.044715) * x[i] * x[i] * x[i]));
    const Real inner = root * (1 + 3 * Real(0.044715) * x[i] * x[i]);  // derivative of tanh's argument
    d_x[i] = d_y[i] * ((1 + t) / 2 + x[i] / 2 * (1 - t * t) * inner);
  }
}

template <class Real>
void silu_times(Input<Real> gate, Input<Real> x, std::span<Real> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = gate[i] / (1 + std::exp(-gate[i])) * x[i];
}

template <class Real>
void gelu_erf(Input<Real> x, std::span<Real> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] = x[i] / 2 * (1 + std::erf(x[i] / std::numbers::sqrt2_v<Real>));
}

template <class Real>
void gelu_erf_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x) {
  for (std::size_t i = 0; i < d_x.size(); ++i) {
    const Real cumulative = (1 + std::erf(x[i] / std::numbers::sqrt2_v<Real>)) / 2;
    const Real density = std::exp(-x[i] * x[i] / 2) / std::sqrt(2 * std::numbers::pi_v<Real>);
    d_x[i] = d_y[i] * (cumulative + x[i] * density);
  }
}

template <class Real>
Real dot(std::span<const Real> x, Input<Real> y) {
  Real total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) total += x[i] * y[i];
  return total;
}

template <class Real>
Real sum(std::span<const Real> x) {
  Real total = 0;
  for (const Real value : x) total += value;
  return total;
}

template <class Real>
Real max(std::span<const Real> x) {
  Real largest = -std::numeric_limits<Real>::infinity();
  for (const Real value : x) largest = value > largest ? value : largest;
  return largest;
}

template <class Real>
Real log_sum_exp(std::span<const Real> x) {
  const Real largest = max<Real>(x);
  if (largest == -std::numeric_limits<Real>::infinity()) return largest;
  Real total = 0;
  for (const Real value : x) total += std::exp(value - largest);
  return largest + std::log(total);
}

template <class Real>
void softmax(std::span<Real> x, std::size_t visible) {
  const Real largest = max<Real>(x.first(visible));
  Real total = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const bool seen = i < visible && x[i] > -std::numeric_limits<Real>::infinity();
    x[i] = seen ? std::exp(x[i] - largest) : 0;
    total += x[i];
  }
  if (total == 0) return;  // a row that sees nothing
  for (Real& value : x) value /= total;
}

template <class Real>
void softmax_backward(Input<Real> y, Input<Real> d_y, std::span<Real> d_x) {
  const Real shared = dot<Real>(y, d_y);
  for (std::size_t i = 0; i < d_x.size(); ++i) d_x[i] = y[i] * (d_y[i] - shared);
}

template <class Real>
LossSum cross_entropy(ConstRows<Real> logits, std::span<const std::int32_t> targets,
                      std::span<std::type_identity_t<Real>> losses = {}) {
  LossSum result;
  for (std::size_t r = 0; r < logits.rows; ++r) {
    Real loss = 0;
    if (targets[r] >= 0) {
      loss = log_sum_exp<Real>(logits[r]) - logits[r][std::size_t(targets[r])];
      result.total += double(loss);
      ++result.count;
    }
    if (!losses.empty()) losses[r] = loss;
  }
  return result;
}

template <class Real>
void cross_entropy_backward(InputRows<Real> logits, std::span<const std::int32_t> targets,
                            std::type_identity_t<Real> factor, Rows<Real> d_logits) {
  for (std::size_t r = 0; r < logits.rows; ++r) {
    const Real log_total = log_sum_exp<Real>(logits[r]);
    for (std::size_t c = 0; c < logits.columns; ++c) {
      const Real probability = std::exp(logits[r][c] - log_total);
      const Real hit = std::int64_t(c) == std::int64_t(targets[r]) ? 1 : 0;
      d_logits[r][c] = targets[r] >= 0 ? factor * (probability - hit) : 0;
    }
  }
}

template <class Real>
void layer_norm(InputRows<Real> x, Input<Real> gain, Input<Real> bias, double epsilon, Rows<Real> y,
                std::span<Real> mean, std::span<Real> rstd) {
  const Real n = Real(x.columns);
  for (std::size_t r = 0; r < x.rows; ++r) {
    mean[r] = sum<Real>(x[r]) / n;
    Real squares = 0;
    for (const Real value : x[r]) squares += (value - mean[r]) * (value - mean[r]);
    rstd[r] = 1 / std::sqrt(squares / n + Real(epsilon));
    for (std::size_t c = 0; c < x.columns; ++c) y[r][c] = (x[r][c] - mean[r]) * rstd[r] * gain[c] + bias[c];
  }
}

template <class Real>
void rms_norm(InputRows<Real> x, Input<Real> gain, double epsilon, Rows<Real> y) {
  for (std::size_t r = 0; r < x.rows; ++r) {
    Real squares = 0;
    for (const Real value : x[r]) squares += value * value;
    const Real rms = std::sqrt(squares / Real(x.columns) + Real(epsilon));
    for (std::size_t c = 0; c < x.columns; ++c) y[r][c] = x[r][c] / rms * gain[c];
  }
}

template <class Real>
void layer_norm_backward(InputRows<Real> x, Input<Real> gain, Input<Real> mean, Input<Real> rstd, InputRows<Real> d_y,
                         Rows<Real> d_x, std::span<Real> d_gain, std::span<Real> d_bias) {
  const Real n = Real(x.columns);
  for (std::size_t r = 0; r < x.rows; ++r) {
    Real mean_d = 0, mean_dx = 0;  // means of d_normal and of d_normal * normal
    for (std::size_t c = 0; c < x.columns; ++c) {
      const Real normal = (x[r][c] - mean[r]) * rstd[r];
      const Real d_normal = d_y[r][c] * gain[c];
      mean_d += d_normal / n;
      mean_dx += d_normal * normal / n;
      d_gain[c] += d_y[r][c] * normal;
      d_bias[c] += d_y[r][c];
    }
    for (std::size_t c = 0; c < x.columns; ++c) {
      const Real normal = (x[r][c] - mean[r]) * rstd[r];
      d_x[r][c] += rstd[r] * (d_y[r][c] * gain[c] - mean_d - normal * mean_dx);
    }
  }
}

/// direction is 1 for rotate, -1 for its transpose.
template <class Real>
void turn(const Turns<Real>& turns, Rows<Real> x, Real direction) {
  const std::size_t pairs = turns.rotary_dim / 2;
  for (std::size_t r = 0; r < x.rows; ++r)
    for (std::size_t head = 0; head < x.columns; head += turns.head_dim)
      for (std::size_t i = 0; i < pairs; ++i) {
        Real& a = x[r][head + (turns.interleaved ? 2 * i : i)];
        Real& b = x[r][head + (turns.interleaved ? 2 * i + 1 : i + pairs)];
        const Real cosine = turns.cosine[r * pairs + i];
        const Real sine = direction * turns.sine[r * pairs + i];
        const Real turned = a * cosine - b * sine;
        b = a * sine + b * cosine;
        a = turned;
      }
}

template <class Real>
void rotate(const Turns<Real>& turns, Rows<Real> x) {
  turn(turns, x, Real(1));
}

template <class Real>
void rotate_transpose(const Turns<Real>& turns, Rows<Real> x) {
  turn(turns, x, Real(-1));
}

template <class Real>
void matmul(InputRows<Real> a, const Stored& b, Rows<Real> c, const Product& how = {}) {
  const std::size_t inner = how.transpose_a ? a.rows : a.columns;
  for (std::size_t i = 0; i < c.rows; ++i)
    for (std::size_t j = 0; j < c.columns; ++j) {
      Real total = 0;
      for (std::size_t k = 0; k < inner; ++k)
        total += (how.transpose_a ? a[k][i] : a[i][k]) * Real(how.transpose_b ? b.at(j, k) : b.at(k, j));
      c[i][j] = (how.accumulate ? c[i][j] : 0) + Real(how.scale) * total;
    }
}

template <class Real>
void adamw(const AdamWFactors& factors, Input<Real> gradient, std::span<Real> first, std::span<Real> second,
           std::span<Real> x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Real g = Real(factors.gradient_scale) * gradient[i];
    first[i] = Real(factors.beta1) * first[i] + Real(1 - factors.beta1) * g;
    second[i] = Real(factors.beta2) * second[i] + Real(1 - factors.beta2) * g * g;
    x[i] = Real(factors.keep) * x[i] -
           Real(factors.step_size) * first[i] / (Real(factors.root_scale) * std::sqrt(second[i]) + Real(factors.eps));
  }
}

}  // namespace whereabouts::reference
