#include "kernels/reduce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/lanes.hpp"

namespace whereabouts {

using namespace lanes;

template <class Real>
Real dot(std::span<const Real> x, Input<Real> y) {
  return sum_lanes<Real>(x.size(), [&]<class V>(std::size_t i) { return read<V>(&x[i]) * read<V>(&y[i]); });
}

template <class Real>
Real sum(std::span<const Real> x) {
  return sum_lanes<Real>(x.size(), [&]<class V>(std::size_t i) { return read<V>(&x[i]); });
}

template <class Real>
Real max(std::span<const Real> x) {
  return max_lanes(x.data(), x.size());
}

template <class Real>
Real log_sum_exp(std::span<const Real> x) {
  const Real largest = max<Real>(x);
  if (largest == -std::numeric_limits<Real>::infinity()) return largest;
  const Real total =
      sum_lanes<Real>(x.size(), [&]<class V>(std::size_t i) { return exp_up_to_88(read<V>(&x[i]) - V(largest)); });
  return largest + std::log(total);
}

template <class Real>
void softmax(std::span<Real> x, std::size_t visible) {
  std::fill(x.begin() + std::ptrdiff_t(visible), x.end(), Real(0));
  const std::span<Real> seen = x.first(visible);
  const Real largest = max<Real>(seen);
  if (largest == -std::numeric_limits<Real>::infinity()) {  // sees nothing
    std::fill(seen.begin(), seen.end(), Real(0));
    return;
  }
  const Real total = sum_lanes<Real>(visible, [&]<class V>(std::size_t i) {
    const V weight = exp_up_to_88(read<V>(&seen[i]) - V(largest));
    write(&seen[i], weight);
    return weight;
  });
  scale<Real>(seen, 1 / total);
}

template <class Real>
void softmax_backward(Input<Real> y, Input<Real> d_y, std::span<Real> d_x) {
  const Real shared = dot<Real>(y, d_y);
  for_lanes<Real>(d_x.size(),
                  [&]<class V>(std::size_t i) { write(&d_x[i], read<V>(&y[i]) * (read<V>(&d_y[i]) - V(shared))); });
}

template <class Real>
LossSum cross_entropy(ConstRows<Real> logits, std::span<const std::int32_t> targets,
                      std::span<std::type_identity_t<Real>> losses) {
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
    const std::span<Real> d_row = d_logits[r];
    if (targets[r] < 0) {
      std::fill(d_row.begin(), d_row.end(), Real(0));
      continue;
    }
    if (d_row.data() != logits[r].data()) std::copy(logits[r].begin(), logits[r].end(), d_row.begin());
    softmax<Real>(d_row, d_row.size());
    d_row[std::size_t(targets[r])] -= 1;
    scale<Real>(d_row, factor);
  }
}

template <class Real>
void layer_norm(InputRows<Real> x, Input<Real> gain, Input<Real> bias, double epsilon, Rows<Real> y,
                std::span<Real> mean, std::span<Real> rstd) {
  const std::size_t n = x.columns;
  for (std::size_t r = 0; r < x.rows; ++r) {
    const Real* in = x[r].data();
    Real* out = y[r].data();
    const Real center = sum<Real>(x[r]) / Real(n);
    // The variance of differences, not E[x^2] - mean^2, which loses all digits where the mean is large.
    const Real squares = sum_lanes<Real>(n, [&]<class V>(std::size_t i) {
      const V difference = read<V>(in + i) - V(center);
      return difference * difference;
    });
    const Real inverse = 1 / std::sqrt(squares / Real(n) + Real(epsilon));
    for_lanes<Real>(n, [&]<class V>(std::size_t i) {
      const V normal = (read<V>(in + i) - V(center)) * V(inverse);
      write(out + i, multiply_add(normal, read<V>(&gain[i]), read<V>(&bias[i])));
    });
    mean[r] = center;
    rstd[r] = inverse;
  }
}

template <class Real>
void layer_norm_backward(InputRows<Real> x, Input<Real> gain, Input<Real> mean, Input<Real> rstd, InputRows<Real> d_y,
                         Rows<Real> d_x, std::span<Real> d_gain, std::span<Real> d_bias) {
  const std::size_t n = x.columns;
  for (std::size_t r = 0; r < x.rows; ++r) {
    const Real *in = x[r].data(), *d_out = d_y[r].data();
    Real* d_in = d_x[r].data();
    const Real center = mean[r], inverse = rstd[r];
    // normal = (x - mean) * rstd; d_normal = d_y * gain; mean and rstd depend on every entry of the row.
    const Real mean_d = dot<Real>(d_y[r], gain) / Real(n);
    const Real mean_dx = sum_lanes<Real>(n,
                                         [&]<class V>(std::size_t i) {
                                           const V normal = (read<V>(in + i) - V(center)) * V(inverse);
                                           return read<V>(d_out + i) * read<V>(&gain[i]) * normal;
                                         }) /
                         Real(n);
    for_lanes<Real>(n, [&]<class V>(std::size_t i) {
      const V normal = (read<V>(in + i) - V(center)) * V(inverse), d = read<V>(d_out + i);
      write(&d_gain[i], multiply_add(d, normal, read<V>(&d_gain[i])));
      write(&d_bias[i], read<V>(&d_bias[i]) + d);
      const V d_normal = d * read<V>(&gain[i]) - V(mean_d) - normal * V(mean_dx);
      write(d_in + i, multiply_add(V(inverse), d_normal, read<V>(d_in + i)));
    });
  }
}

template <class Real>
void rms_norm(InputRows<Real> x, Input<Real> gain, double epsilon, Rows<Real> y) {
  for (std::size_t r = 0; r < x.rows; ++r) {
    const Real* in = x[r].data();
    Real* out = y[r].data();
    const Real inverse = 1 / std::sqrt(dot<Real>(x[r], x[r]) / Real(x.columns) + Real(epsilon));
    for_lanes<Real>(x.columns,
                    [&]<class V>(std::size_t i) { write(out + i, read<V>(in + i) * V(inverse) * read<V>(&gain[i])); });
  }
}

#define WHEREABOUTS_INSTANTIATE(Real)                                                                              \
  template Real dot<Real>(std::span<const Real>, Input<Real>);                                                     \
  template Real sum<Real>(std::span<const Real>);                                                                  \
  template Real max<Real>(std::span<const Real>);                                                                  \
  template Real log_sum_exp<Real>(std::span<const Real>);                                                          \
  template void softmax<Real>(std::span<Real>, std::size_t);                                                       \
  template void softmax_backward<Real>(Input<Real>, Input<Real>, std::span<Real>);                                 \
  template LossSum cross_entropy<Real>(ConstRows<Real>, std::span<const std::int32_t>, std::span<Real>);           \
  template void cross_entropy_backward<Real>(InputRows<Real>, std::span<const std::int32_t>, Real, Rows<Real>);    \
  template void layer_norm<Real>(InputRows<Real>, Input<Real>, Input<Real>, double, Rows<Real>, std::span<Real>,   \
                                 std::span<Real>);                                                                 \
  template void layer_norm_backward<Real>(InputRows<Real>, Input<Real>, Input<Real>, Input<Real>, InputRows<Real>, \
                                          Rows<Real>, std::span<Real>, std::span<Real>);                           \
  template void rms_norm<Real>(InputRows<Real>, Input<Real>, double, Rows<Real>);
WHEREABOUTS_INSTANTIATE(float)
WHEREABOUTS_INSTANTIATE(double)
#undef WHEREABOUTS_INSTANTIATE

}  // namespace whereabouts
