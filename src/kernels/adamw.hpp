// One update of one parameter by AdamW (Loshchilov and Hutter 2019, arXiv:1711.05101, algorithm 2), in the order of
// operations of torch.optim.AdamW.
#pragma once

#include <span>
#include <type_traits>

#include "kernels/elementwise.hpp"

namespace whereabouts {

/// The factors of one update, the same for every number of a parameter.
struct AdamWFactors {
  double gradient_scale = 1;  // of the gradient: less than 1 where it is clipped
  double beta1 = 0, beta2 = 0;
  double keep = 1;        // 1 - learning_rate * weight_decay
  double step_size = 0;   // learning_rate / (1 - beta1^t)
  double root_scale = 1;  // 1 / sqrt(1 - beta2^t)
  double eps = 0;
};

/// With g = gradient_scale * gradient:
///   first = beta1 * first + (1 - beta1) * g,  second = beta2 * second + (1 - beta2) * g^2,
///   x = keep * x - step_size * first / (root_scale * sqrt(second) + eps).
template <class Real>
void adamw(const AdamWFactors& factors, Input<Real> gradient, std::span<Real> first, std::span<Real> second,
           std::span<Real> x);

}  // namespace whereabouts
