#include "kernels/reduce.hpp"

#include "kernels/reference.hpp"

namespace whereabouts {

template <class Real>
Real dot(std::span<const Real> x, Input<Real> y) {
  return reference::dot<Real>(x, y);
}

template <class Real>
Real sum(std::span<const Real> x) {
  return reference::sum<Real>(x);
}

template <class Real>
Real max(std::span<const Real> x) {
  return reference::max<Real>(x);
}

template <class Real>
Real log_sum_exp(std::span<const Real> x) {
  return reference::log_sum_exp<Real>(x);
}

template <class Real>
void softmax(std::span<Real> x, std::size_t visible) {
  return reference::softmax<Real>(x, visible);
}

template <class Real>
void softmax_backward(Input<Real> y, Input<Real> d_y, std::span<Real> d_x) {
  return reference::softmax_backward<Real>(y, d_y, d_x);
}

template <class Real>
LossSum cross_entropy(ConstRows<Real> logits, std::span<const std::int32_t> targets, std::span<std::type_identity_t<Real>> losses) {
  return reference::cross_entropy<Real>(logits, targets, losses);
}

template <class Real>
void cross_entropy_backward(InputRows<Real> logits, std::span<const std::int32_t> targets, std::type_identity_t<Real> factor,
                            Rows<Real> d_logits) {
  return reference::cross_entropy_backward<Real>(logits, targets, factor, d_logits);
}

template <class Real>
void layer_norm(InputRows<Real> x, Input<Real> gain, Input<Real> bias, double epsilon, Rows<Real> y, std::span<Real> mean,
                std::span<Real> rstd) {
  return reference::layer_norm<Real>(x, gain, bias, epsilon, y, mean, rstd);
}

template <class Real>
void layer_norm_backward(InputRows<Real> x, Input<Real> gain, Input<Real> mean, Input<Real> rstd, InputRows<Real> d_y,
                         Rows<Real> d_x, std::span<Real> d_gain, std::span<Real> d_bias) {
  return reference::layer_norm_backward<Real>(x, gain, mean, rstd, d_y, d_x, d_gain, d_bias);
}

template float dot<float>(std::span<const float> x, Input<float> y);
template double dot<double>(std::span<const double> x, Input<double> y);
template float sum<float>(std::span<const float> x);
template double sum<double>(std::span<const double> x);
template float max<float>(std::span<const float> x);
template double max<double>(std::span<const double> x);
template float log_sum_exp<float>(std::span<const float> x);
template double log_sum_exp<double>(std::span<const double> x);
template void softmax<float>(std::span<float> x, std::size_t visible);
template void softmax<double>(std::span<double> x, std::size_t visible);
template void softmax_backward<float>(Input<float> y, Input<float> d_y, std::span<float> d_x);
template void softmax_backward<double>(Input<double> y, Input<double> d_y, std::span<double> d_x);
template LossSum cross_entropy<float>(ConstRows<float> logits, std::span<const std::int32_t> targets, std::span<float> losses);
template LossSum cross_entropy<double>(ConstRows<double> logits, std::span<const std::int32_t> targets, std::span<double> losses);
template void cross_entropy_backward<float>(InputRows<float> logits, std::span<const std::int32_t> targets, float factor,
                            Rows<float> d_logits);
template void cross_entropy_backward<double>(InputRows<double> logits, std::span<const std::int32_t> targets, double factor,
                            Rows<double> d_logits);
template void layer_norm<float>(InputRows<float> x, Input<float> gain, Input<float> bias, double epsilon, Rows<float> y, std::span<float> mean,
                std::span<float> rstd);
template void layer_norm<double>(InputRows<double> x, Input<double> gain, Input<double> bias, double epsilon, Rows<double> y, std::span<double> mean,
                std::span<double> rstd);
template void layer_norm_backward<float>(InputRows<float> x, Input<float> gain, Input<float> mean, Input<float> rstd, InputRows<float> d_y,
                         Rows<float> d_x, std::span<float> d_gain, std::span<float> d_bias);
template void layer_norm_backward<double>(InputRows<double> x, Input<double> gain, Input<double> mean, Input<double> rstd, InputRows<double> d_y,
                         Rows<double> d_x, std::span<double> d_gain, std::span<double> d_bias);

}  // namespace whereabouts
