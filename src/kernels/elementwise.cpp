#include "kernels/elementwise.hpp"

#include <numbers>

#include "kernels/lanes.hpp"

namespace whereabouts {

using namespace lanes;

template <class Real>
void add(std::span<Real> x, Input<Real> y) {
  for_lanes<Real>(x.size(), [&]<class V>(std::size_t i) { write(&x[i], read<V>(&x[i]) + read<V>(&y[i])); });
}

template <class Real>
void add_scaled(std::span<Real> x, std::type_identity_t<Real> factor, Input<Real> y) {
  for_lanes<Real>(
      x.size(), [&]<class V>(std::size_t i) { write(&x[i], multiply_add(V(factor), read<V>(&y[i]), read<V>(&x[i]))); });
}

template <class Real>
void scale(std::span<Real> x, std::type_identity_t<Real> factor) {
  for_lanes<Real>(x.size(), [&]<class V>(std::size_t i) { write(&x[i], read<V>(&x[i]) * V(factor)); });
}

template <class Real>
void add_row(Rows<Real> x, Input<Real> bias) {
  for (std::size_t r = 0; r < x.rows; ++r) add<Real>(x[r], bias);
}

template <class Real>
void fill_rows(Rows<Real> x, Input<Real> bias) {
  for (std::size_t r = 0; r < x.rows; ++r) {
    Real* row = x[r].data();
    for_lanes<Real>(x.columns, [&]<class V>(std::size_t i) { write(row + i, read<V>(&bias[i])); });
  }
}

template <class Real>
void sum_rows(InputRows<Real> x, std::span<Real> total) {
  for (std::size_t r = 0; r < x.rows; ++r) add<Real>(total, x[r]);
}

namespace {

// 1 + tanh(u) = 2 / (1 + exp(-2u)): GELU is x * sigmoid(2u), and no difference of nearly equal numbers is left, so that
// large negative x keep their relative accuracy. Where -2u is cut off, at 87, the sigmoid is the smallest normal float.
template <class V>
V exp_of_negated(V z) {
  return exp_up_to_88(smaller(V(0) - z, V(87)));
}

template <class V, class Real>
V twice_tanh_argument(V x) {
  constexpr Real root = 2 * std::numbers::sqrt2_v<Real> * std::numbers::inv_sqrtpi_v<Real>;  // 2 sqrt(2 / pi)
  return x * multiply_add(V(root * Real(0.044715)), x * x, V(root));
}

}  // namespace

template <class Real>
void gelu_tanh(Input<Real> x, std::span<Real> y) {
  for_lanes<Real>(y.size(), [&]<class V>(std::size_t i) {
    const V v = read<V>(&x[i]);
    write(&y[i], v / (V(1) + exp_of_negated(twice_tanh_argument<V, Real>(v))));
  });
}

template <class Real>
void gelu_tanh_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x) {
  constexpr Real root = 2 * std::numbers::sqrt2_v<Real> * std::numbers::inv_sqrtpi_v<Real>;
  for_lanes<Real>(d_x.size(), [&]<class V>(std::size_t i) {
    const V v = read<V>(&x[i]);
    const V e = exp_of_negated(twice_tanh_argument<V, Real>(v));
    const V sigmoid = V(1) / (V(1) + e), rest = e * sigmoid;  // rest = 1 - sigmoid
    const V d_argument = multiply_add(V(3 * root * Real(0.044715)), v * v, V(root));
    write(&d_x[i], read<V>(&d_y[i]) * multiply_add(v * sigmoid * rest, d_argument, sigmoid));
  });
}

template <class Real>
void gelu_erf(Input<Real> x, std::span<Real> y) {
  constexpr Real inverse_root = 1 / std::numbers::sqrt2_v<Real>;
  for_lanes<Real>(y.size(), [&]<class V>(std::size_t i) {
    const V v = read<V>(&x[i]);
    write(&y[i], v * V(Real(0.5)) * (V(1) + erf(v * V(inverse_root))));
  });
}

template <class Real>
void gelu_erf_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x) {
  constexpr Real inverse_root = 1 / std::numbers::sqrt2_v<Real>;
  constexpr Real density_at_0 = std::numbers::inv_sqrtpi_v<Real> * inverse_root;  // 1 / sqrt(2 pi)
  for_lanes<Real>(d_x.size(), [&]<class V>(std::size_t i) {
    const V v = read<V>(&x[i]);
    const V cumulative = V(Real(0.5)) * (V(1) + erf(v * V(inverse_root)));
    const V density = V(density_at_0) * exp_up_to_88(v * v * V(Real(-0.5)));
    write(&d_x[i], read<V>(&d_y[i]) * multiply_add(v, density, cumulative));
  });
}

template <class Real>
void silu_times(Input<Real> gate, Input<Real> x, std::span<Real> y) {
  for_lanes<Real>(y.size(), [&]<class V>(std::size_t i) {
    const V g = read<V>(&gate[i]);
    write(&y[i], g / (V(1) + exp_of_negated(g)) * read<V>(&x[i]));
  });
}

#define WHEREABOUTS_INSTANTIATE(Real)                                                \
  template void add<Real>(std::span<Real>, Input<Real>);                             \
  template void add_scaled<Real>(std::span<Real>, Real, Input<Real>);                \
  template void scale<Real>(std::span<Real>, Real);                                  \
  template void add_row<Real>(Rows<Real>, Input<Real>);                              \
  template void fill_rows<Real>(Rows<Real>, Input<Real>);                            \
  template void sum_rows<Real>(InputRows<Real>, std::span<Real>);                    \
  template void gelu_tanh<Real>(Input<Real>, std::span<Real>);                       \
  template void gelu_tanh_backward<Real>(Input<Real>, Input<Real>, std::span<Real>); \
  template void gelu_erf<Real>(Input<Real>, std::span<Real>);                        \
  template void gelu_erf_backward<Real>(Input<Real>, Input<Real>, std::span<Real>);  \
  template void silu_times<Real>(Input<Real>, Input<Real>, std::span<Real>);
WHEREABOUTS_INSTANTIATE(float)
WHEREABOUTS_INSTANTIATE(double)
#undef WHEREABOUTS_INSTANTIATE

}  // namespace whereabouts
