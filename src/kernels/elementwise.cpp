#include "kernels/elementwise.hpp"

#include "kernels/reference.hpp"

namespace whereabouts {

template <class Real>
void add(std::span<Real> x, Input<Real> y) {
  return reference::add<Real>(x, y);
}

template <class Real>
void add_scaled(std::span<Real> x, std::type_identity_t<Real> factor, Input<Real> y) {
  return reference::add_scaled<Real>(x, factor, y);
}

template <class Real>
void scale(std::span<Real> x, std::type_identity_t<Real> factor) {
  return reference::scale<Real>(x, factor);
}

template <class Real>
void add_row(Rows<Real> x, Input<Real> bias) {
  return reference::add_row<Real>(x, bias);
}

template <class Real>
void fill_rows(Rows<Real> x, Input<Real> bias) {
  return reference::fill_rows<Real>(x, bias);
}

template <class Real>
void sum_rows(InputRows<Real> x, std::span<Real> total) {
  return reference::sum_rows<Real>(x, total);
}

template <class Real>
void gelu_tanh(Input<Real> x, std::span<Real> y) {
  return reference::gelu_tanh<Real>(x, y);
}

template <class Real>
void gelu_tanh_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x) {
  return reference::gelu_tanh_backward<Real>(x, d_y, d_x);
}

template <class Real>
void gelu_erf(Input<Real> x, std::span<Real> y) {
  return reference::gelu_erf<Real>(x, y);
}

template <class Real>
void gelu_erf_backward(Input<Real> x, Input<Real> d_y, std::span<Real> d_x) {
  return reference::gelu_erf_backward<Real>(x, d_y, d_x);
}

template void add<float>(std::span<float> x, Input<float> y);
template void add<double>(std::span<double> x, Input<double> y);
template void add_scaled<float>(std::span<float> x, float factor, Input<float> y);
template void add_scaled<double>(std::span<double> x, double factor, Input<double> y);
template void scale<float>(std::span<float> x, float factor);
template void scale<double>(std::span<double> x, double factor);
template void add_row<float>(Rows<float> x, Input<float> bias);
template void add_row<double>(Rows<double> x, Input<double> bias);
template void fill_rows<float>(Rows<float> x, Input<float> bias);
template void fill_rows<double>(Rows<double> x, Input<double> bias);
template void sum_rows<float>(InputRows<float> x, std::span<float> total);
template void sum_rows<double>(InputRows<double> x, std::span<double> total);
template void gelu_tanh<float>(Input<float> x, std::span<float> y);
template void gelu_tanh<double>(Input<double> x, std::span<double> y);
template void gelu_tanh_backward<float>(Input<float> x, Input<float> d_y, std::span<float> d_x);
template void gelu_tanh_backward<double>(Input<double> x, Input<double> d_y, std::span<double> d_x);
template void gelu_erf<float>(Input<float> x, std::span<float> y);
template void gelu_erf<double>(Input<double> x, std::span<double> y);
template void gelu_erf_backward<float>(Input<float> x, Input<float> d_y, std::span<float> d_x);
template void gelu_erf_backward<double>(Input<double> x, Input<double> d_y, std::span<double> d_x);

}  // namespace whereabouts
