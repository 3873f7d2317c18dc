#include <catch_amalgamated.hpp>

#include "kernels/reduce.hpp"
#include "kernels/reference.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;
using namespace kernels_test;

namespace {

constexpr double epsilon = 1e-5;

/// Everything LayerNorm reads and writes, for one set of numbers in double precision.
struct Norm {
  std::size_t n, width;
  std::vector<double> x, gain, bias, weights;  // weights: random output weights of the scalar that is differentiated

  Norm(std::size_t n, std::size_t width)
      : n(n),
        width(width),
        x(numbers<double>(n * width, 1, 2)),
        gain(numbers<double>(width, 2)),
        bias(numbers<double>(width, 3)),
        weights(numbers<double>(n * width, 4)) {}

  ConstRows<double> rows(const std::vector<double>& values) const { return {values.data(), n, width}; }

  double value(const std::vector<double>& at, const std::vector<double>& with_gain,
               const std::vector<double>& with_bias) const {
    std::vector<double> y(n * width), mean(n), rstd(n);
    layer_norm<double>(rows(at), with_gain, with_bias, epsilon, Rows<double>(y.data(), n, width),
                       std::span<double>(mean), std::span<double>(rstd));
    return weighted(weights, y);
  }
};

struct Gradients {
  std::vector<double> x, gain, bias;
};

Gradients backward(const Norm& norm, double start = 0) {
  Gradients d{std::vector<double>(norm.x.size(), start), std::vector<double>(norm.width, start),
              std::vector<double>(norm.width, start)};
  std::vector<double> y(norm.x.size()), mean(norm.n), rstd(norm.n);
  layer_norm<double>(norm.rows(norm.x), norm.gain, norm.bias, epsilon, Rows<double>(y.data(), norm.n, norm.width),
                     std::span<double>(mean), std::span<double>(rstd));
  layer_norm_backward<double>(norm.rows(norm.x), norm.gain, mean, rstd, norm.rows(norm.weights),
                              Rows<double>(d.x.data(), norm.n, norm.width), std::span<double>(d.gain),
                              std::span<double>(d.bias));
  return d;
}

template <class Kernel>
double worst_forward(Kernel kernel) {
  double worst = 0;
  for (std::size_t width = 1; width <= longest; ++width)
    for (const std::size_t n : {0, 1, 3}) {
      Guarded<float> x(n, width, numbers<float>(n * width, unsigned(width), 3)), y(n, width, 2), expected(n, width);
      const auto gain = numbers<float>(width, 21), bias = numbers<float>(width, 22);
      std::vector<float> mean(n), rstd(n), expected_mean(n), expected_rstd(n);
      kernel(x.view(), gain, bias, y.view(), mean, rstd);
      reference::layer_norm<float>(x.view(), gain, bias, epsilon, expected.view(), std::span<float>(expected_mean),
                                   std::span<float>(expected_rstd));
      if (!x.intact() || !y.intact()) return infinity;
      // A width of 1 divides rounding by sqrt(epsilon), about 300.
      worst = std::max({worst, difference(y.values(), expected.values()), difference(mean, expected_mean),
                        difference(rstd, expected_rstd)});
    }
  return worst;
}

}  // namespace

TEST_CASE("layer_norm equals its scalar twin at every width, on views with gaps") {
  using V = std::vector<float>;
  CHECK(worst_forward([](Rows<float> x, const V& gain, const V& bias, Rows<float> y, V& mean, V& rstd) {
          layer_norm<float>(x, gain, bias, epsilon, y, std::span<float>(mean), std::span<float>(rstd));
        }) < 5e-6);
  // Bad twins: gain and bias swapped, another epsilon.
  CHECK(worst_forward([](Rows<float> x, const V& gain, const V& bias, Rows<float> y, V& mean, V& rstd) {
          layer_norm<float>(x, bias, gain, epsilon, y, std::span<float>(mean), std::span<float>(rstd));
        }) > 1e-2);
  CHECK(worst_forward([](Rows<float> x, const V& gain, const V& bias, Rows<float> y, V& mean, V& rstd) {
          layer_norm<float>(x, gain, bias, 1e-3, y, std::span<float>(mean), std::span<float>(rstd));
        }) > 1e-4);
}

TEST_CASE("layer_norm has known values: mean 2.5, biased variance 1.25") {
  const std::vector<double> x = {1, 2, 3, 4}, gain(4, 1), bias(4, 0);
  std::vector<double> y(4), mean(1), rstd(1);
  layer_norm<double>(ConstRows<double>(x.data(), 1, 4), gain, bias, 0, Rows<double>(y.data(), 1, 4),
                     std::span<double>(mean), std::span<double>(rstd));
  CHECK(mean[0] == 2.5);
  CHECK(rstd[0] == Catch::Approx(0.89442719099991588).epsilon(1e-15));
  CHECK(y[0] == Catch::Approx(-1.3416407864998738).epsilon(1e-15));
  CHECK(y[3] == Catch::Approx(1.3416407864998738).epsilon(1e-15));
}

TEST_CASE("layer_norm keeps its digits under a large common offset, and an all-equal row gives the bias") {
  std::vector<float> x(longest), gain(longest, 1), bias(longest, 0), y(longest), mean(1), rstd(1);
  for (std::size_t i = 0; i < longest; ++i) x[i] = 4096.0f + float(i) / 16;
  layer_norm<float>(ConstRows<float>(x.data(), 1, longest), gain, bias, epsilon, Rows<float>(y.data(), 1, longest),
                    std::span<float>(mean), std::span<float>(rstd));
  std::vector<double> wide(x.begin(), x.end()), exact(longest), one(longest, 1), none(longest, 0), m(1), s(1);
  reference::layer_norm<double>(ConstRows<double>(wide.data(), 1, longest), one, none, epsilon,
                                Rows<double>(exact.data(), 1, longest), std::span<double>(m), std::span<double>(s));
  CHECK(difference(y, exact) < 1e-4);  // E[x^2] - mean^2 in float is off by more than 1 here

  const std::vector<float> equal(longest, 0.75f);
  std::fill(bias.begin(), bias.end(), 0.25f);
  layer_norm<float>(ConstRows<float>(equal.data(), 1, longest), gain, bias, epsilon, Rows<float>(y.data(), 1, longest),
                    std::span<float>(mean), std::span<float>(rstd));
  CHECK(y == bias);
}

TEST_CASE("layer_norm_backward matches finite differences for x, gain and bias") {
  const Norm norm(3, 7);
  const Gradients d = backward(norm);
  const auto by_x = [&](const std::vector<double>& at) { return norm.value(at, norm.gain, norm.bias); };
  const auto by_gain = [&](const std::vector<double>& at) { return norm.value(norm.x, at, norm.bias); };
  const auto by_bias = [&](const std::vector<double>& at) { return norm.value(norm.x, norm.gain, at); };
  CHECK(gradient_error(norm.x, d.x, by_x) < gradient_tolerance);
  CHECK(gradient_error(norm.gain, d.gain, by_gain) < gradient_tolerance);
  CHECK(gradient_error(norm.bias, d.bias, by_bias) < gradient_tolerance);
  // Bad twins: gain for bias, mean and rstd held fixed.
  CHECK(gradient_error(norm.gain, d.bias, by_gain) > gradient_tolerance);
  std::vector<double> held(norm.x.size()), mean(norm.n), rstd(norm.n);
  layer_norm<double>(norm.rows(norm.x), norm.gain, norm.bias, epsilon, Rows<double>(held.data(), norm.n, norm.width),
                     std::span<double>(mean), std::span<double>(rstd));
  for (std::size_t i = 0; i < held.size(); ++i)
    held[i] = norm.weights[i] * norm.gain[i % norm.width] * rstd[i / norm.width];
  CHECK(gradient_error(norm.x, held, by_x) > gradient_tolerance);
}

TEST_CASE("layer_norm_backward adds to what is there, and float equals the scalar twin at every width") {
  const Norm norm(2, 5);
  const Gradients from_zero = backward(norm), from_one = backward(norm, 1);
  for (std::size_t i = 0; i < norm.x.size(); ++i) CHECK(from_one.x[i] == Catch::Approx(from_zero.x[i] + 1));
  for (std::size_t i = 0; i < norm.width; ++i) {
    CHECK(from_one.gain[i] == Catch::Approx(from_zero.gain[i] + 1));
    CHECK(from_one.bias[i] == Catch::Approx(from_zero.bias[i] + 1));
  }
  for (std::size_t width = 2; width <= longest; ++width) {
    const std::size_t n = 3;
    Guarded<float> x(n, width, numbers<float>(n * width, 1)), d_y(n, width, numbers<float>(n * width, 2)),
        d_x(n, width), expected(n, width);
    for (Guarded<float>* d : {&d_x, &expected})
      for (std::size_t r = 0; r < n; ++r) std::fill_n(d->view()[r].data(), width, 0.5f);
    const auto gain = numbers<float>(width, 3), bias = numbers<float>(width, 4);
    std::vector<float> mean(n), rstd(n), d_gain(width), d_bias(width), expected_gain(width), expected_bias(width);
    Guarded<float> y(n, width);
    layer_norm<float>(x.view(), gain, bias, epsilon, y.view(), std::span<float>(mean), std::span<float>(rstd));
    layer_norm_backward<float>(x.view(), gain, mean, rstd, d_y.view(), d_x.view(), std::span<float>(d_gain),
                               std::span<float>(d_bias));
    reference::layer_norm_backward<float>(x.view(), gain, mean, rstd, d_y.view(), expected.view(),
                                          std::span<float>(expected_gain), std::span<float>(expected_bias));
    CHECK(difference(d_x.values(), expected.values()) < 2e-5);
    CHECK(difference(d_gain, expected_gain) < 2e-6);
    CHECK(difference(d_bias, expected_bias) < 2e-6);
    CHECK(d_x.intact());
  }
}

TEMPLATE_TEST_CASE("rms_norm equals its scalar twin at every width, on views with gaps, in place too", "", float, double) {
  using Real = TestType;
  const auto worst = [](auto kernel) {
    double result = 0;
    for (std::size_t width = 1; width <= longest; ++width)
      for (const std::size_t n : {0, 1, 3}) {
        Guarded<Real> x(n, width, numbers<Real>(n * width, unsigned(width), 3)), y = x, expected(n, width);
        const auto gain = numbers<Real>(width, 21);
        kernel(y.view(), gain);
        reference::rms_norm<Real>(x.view(), gain, epsilon, expected.view());
        if (!y.intact()) return infinity;
        result = std::max(result, difference(y.values(), expected.values()));
      }
    return result;
  };
  using Gain = std::vector<Real>;
  CHECK(worst([](Rows<Real> x, const Gain& gain) { rms_norm<Real>(x, gain, epsilon, x); }) <
        (std::is_same_v<Real, float> ? 2e-6 : 1e-14));
  // Bad twins: the mean taken off as LayerNorm does, the sum of squares for their mean, another epsilon.
  CHECK(worst([](Rows<Real> x, const Gain& gain) {
          std::vector<Real> none(gain.size()), mean(x.rows), rstd(x.rows);
          layer_norm<Real>(x, gain, none, epsilon, x, std::span<Real>(mean), std::span<Real>(rstd));
        }) > 0.1);
  CHECK(worst([](Rows<Real> x, Gain gain) {
          for (Real& value : gain) value /= Real(std::sqrt(double(gain.size())));
          rms_norm<Real>(x, gain, epsilon, x);
        }) > 0.1);
  CHECK(worst([](Rows<Real> x, const Gain& gain) { rms_norm<Real>(x, gain, 100 * epsilon, x); }) > 1e-5);
}
