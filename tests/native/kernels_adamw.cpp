#include <catch_amalgamated.hpp>

#include "kernels/adamw.hpp"
#include "kernels/reference.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;
using namespace kernels_test;

namespace {

constexpr AdamWFactors some_factors{.gradient_scale = 0.7,
                                    .beta1 = 0.9,
                                    .beta2 = 0.99,
                                    .keep = 0.999,
                                    .step_size = 0.02,
                                    .root_scale = 1.3,
                                    .eps = 1e-3};

/// The worst difference from the plain formula in double, over all lengths, in moments and value; infinity where
/// anything beside the span changed. Every length starts from the same numbers.
template <class Real, class Kernel>
double worst(Kernel kernel) {
  double result = 0;
  for (std::size_t n = 0; n <= longest; ++n) {
    const auto gradient = numbers<Real>(n, 1, 2);
    auto seconds = numbers<Real>(n, 3);
    for (Real& value : seconds) value *= value;
    Guarded<Real> first(1, n, numbers<Real>(n, 2)), second(1, n, seconds), x(1, n, numbers<Real>(n, 4));
    const auto wide = [](const std::vector<Real>& values) { return std::vector<double>(values.begin(), values.end()); };
    auto exact_first = wide(first.values()), exact_second = wide(second.values()), exact_x = wide(x.values());
    reference::adamw<double>(some_factors, wide(gradient), std::span<double>(exact_first),
                             std::span<double>(exact_second), std::span<double>(exact_x));
    kernel(some_factors, gradient, first.span(), second.span(), x.span());
    if (!first.intact() || !second.intact() || !x.intact()) return infinity;
    result = std::max({result, difference(first.values(), exact_first), difference(second.values(), exact_second),
                       difference(x.values(), exact_x)});
  }
  return result;
}

}  // namespace

TEMPLATE_TEST_CASE("adamw equals its scalar twin at every length; bad twins do not", "", float, double) {
  using Real = TestType;
  using In = std::span<const Real>;
  using Out = std::span<Real>;
  CHECK(worst<Real>([](const AdamWFactors& f, In g, Out m, Out v, Out x) { adamw<Real>(f, g, m, v, x); }) <
        (sizeof(Real) == sizeof(float) ? 5e-7 : 1e-15));
  const auto reject = [](auto change) {
    CHECK(worst<Real>([&](AdamWFactors f, In g, Out m, Out v, Out x) {
            change(f);
            adamw<Real>(f, g, m, v, x);
          }) > 1e-5);
  };
  reject([](AdamWFactors& f) { f.gradient_scale = 1; });
  reject([](AdamWFactors& f) { f.beta1 = 0.99; });
  reject([](AdamWFactors& f) { f.beta2 = 0.9; });
  reject([](AdamWFactors& f) { f.keep = 1; });
  reject([](AdamWFactors& f) { f.step_size = -f.step_size; });
  reject([](AdamWFactors& f) { f.root_scale = 1; });
  reject([](AdamWFactors& f) { f.eps = 0; });
  CHECK(worst<Real>([](const AdamWFactors& f, In g, Out m, Out v, Out x) {  // the last number forgotten
          if (x.empty()) return;
          const std::size_t n = x.size() - 1;
          adamw<Real>(f, g.first(n), m.first(n), v.first(n), x.first(n));
        }) > 1e-5);
}

TEST_CASE("adamw's own gradient: the first step goes by learning_rate against the gradient's sign, whatever its size") {
  for (const double size : {1e-4, 1.0, 1e4}) {
    std::vector<double> x{0, 0}, first{0, 0}, second{0, 0};
    const std::vector<double> gradient{size, -2 * size};
    const AdamWFactors factors{
        .beta1 = 0.9, .beta2 = 0.99, .step_size = 0.5 / (1 - 0.9), .root_scale = 1 / std::sqrt(1 - 0.99), .eps = 1e-12};
    adamw<double>(factors, gradient, std::span<double>(first), std::span<double>(second), std::span<double>(x));
    CHECK(x[0] == Catch::Approx(-0.5));
    CHECK(x[1] == Catch::Approx(0.5));
  }
}
