#include <catch_amalgamated.hpp>

#include "kernels/reduce.hpp"
#include "kernels/reference.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;
using namespace kernels_test;

namespace {

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

/// The worst difference of kernel(row, visible) from softmax's scalar twin, over all lengths and visible counts.
template <class Kernel>
double worst_softmax(Kernel kernel, double range = 5) {
  double worst = 0;
  for (std::size_t n = 0; n <= longest; ++n)
    for (std::size_t visible = 0; visible <= n; ++visible) {
      Guarded<float> x(1, n, numbers<float>(n, unsigned(n * 31 + visible), range));
      Guarded<float> expected = x;
      kernel(x.span(), visible);
      reference::softmax<float>(expected.span(), visible);
      if (!x.intact()) return infinity;
      worst = std::max(worst, difference(x.values(), expected.values()));
    }
  return worst;
}

}  // namespace

TEMPLATE_TEST_CASE("dot, sum, max and log_sum_exp equal their scalar twins at every length and shift", "", float,
                   double) {
  using Real = TestType;
  const double tolerance = std::is_same_v<Real, float> ? 2e-6 : 1e-14;
  for (std::size_t n = 0; n <= longest; ++n)
    for (const std::size_t shift : {0, 1, 3}) {
      Guarded<Real> x(1, n, numbers<Real>(n, unsigned(n), 4), shift), y(1, n, numbers<Real>(n, unsigned(n) + 9), 2);
      const std::span<const Real> a = x.span(), b = y.span();
      const auto near = [&](Real got, Real expected) {
        return std::abs(got - expected) <= tolerance * std::max(Real(1), std::abs(expected));
      };
      CHECK(near(dot<Real>(a, b), reference::dot<Real>(a, b)));
      CHECK(near(sum<Real>(a), reference::sum<Real>(a)));
      CHECK(max<Real>(a) == reference::max<Real>(a));
      const Real got = log_sum_exp<Real>(a), expected = reference::log_sum_exp<Real>(a);
      CHECK((got == expected || near(got, expected)));
      if (n > 0) {  // bad twins: the last element forgotten, a sign
        CHECK_FALSE(near(dot<Real>(a.first(n - 1), b.first(n - 1)), reference::dot<Real>(a, b)));
        CHECK_FALSE(near(sum<Real>(a.first(n - 1)), reference::sum<Real>(a)));
        CHECK_FALSE(near(log_sum_exp<Real>(a.first(n - 1)), expected));
        CHECK_FALSE(near(-sum<Real>(a), reference::sum<Real>(a)));
      }
    }
}

TEST_CASE("max finds the largest wherever it stands") {
  for (std::size_t n = 1; n <= longest; ++n)
    for (std::size_t at = 0; at < n; ++at) {
      std::vector<float> x(n, -3);
      x[at] = -2;
      CHECK(max<float>(x) == -2);
    }
}

TEST_CASE("log_sum_exp of extremes") {
  CHECK(log_sum_exp<float>(std::vector<float>(9, 1000)) == Catch::Approx(1000 + std::log(9.0)));
  CHECK(log_sum_exp<float>(std::vector<float>(9, -1000)) == Catch::Approx(-1000 + std::log(9.0)));
  CHECK(log_sum_exp<float>(std::vector<float>(9, minus_infinity)) == minus_infinity);
  CHECK(log_sum_exp<float>(std::vector<float>{minus_infinity, 2, minus_infinity}) == 2);
}

TEST_CASE("softmax equals its scalar twin at every length and visible count, and known values") {
  CHECK(worst_softmax([](std::span<float> x, std::size_t visible) { softmax<float>(x, visible); }) < 3e-7);
  CHECK(worst_softmax([](std::span<float> x, std::size_t visible) { softmax<float>(x, visible); }, 60) < 3e-7);
  // Bad twins: one visible too many, too few, no masking, a temperature.
  CHECK(worst_softmax([](std::span<float> x, std::size_t visible) {
          softmax<float>(x, std::min(visible + 1, x.size()));
        }) > 1e-3);
  CHECK(worst_softmax([](std::span<float> x, std::size_t visible) { softmax<float>(x, visible - (visible > 0)); }) >
        1e-3);
  CHECK(worst_softmax([](std::span<float> x, std::size_t) { softmax<float>(x, x.size()); }) > 1e-3);
  CHECK(worst_softmax([](std::span<float> x, std::size_t visible) {
          scale<float>(x, 0.99f);
          softmax<float>(x, visible);
        }) > 1e-4);

  // e^i / (e + e^2 + e^3), 17 digits.
  const std::vector<double> exact = {0.090030573170380458, 0.24472847105479767, 0.66524095577482178};
  std::vector<double> wide = {1, 2, 3};
  softmax<double>(wide, 3);
  CHECK(difference(wide, exact) < 1e-15);
  std::vector<float> narrow = {1, 2, 3};
  softmax<float>(narrow, 3);
  CHECK(difference(narrow, exact) < 1e-7);
}

TEST_CASE("softmax of extremes: equal rows, huge values, hidden entries, rows that see nothing") {
  for (std::size_t n = 1; n <= longest; ++n) {
    for (const float value : {0.0f, -1e30f, 1e30f, 3.0e38f}) {
      std::vector<float> equal(n, value);
      softmax<float>(equal, n);
      for (const float weight : equal) CHECK(weight == Catch::Approx(1.0 / double(n)));
    }
    std::vector<float> hidden(n, minus_infinity);
    softmax<float>(hidden, n);
    CHECK(hidden == std::vector<float>(n, 0));
    std::vector<float> unseen(n, 1);
    softmax<float>(unseen, 0);
    CHECK(unseen == std::vector<float>(n, 0));

    std::vector<float> one(n, minus_infinity);  // left padding: only the last key is there
    one[n - 1] = -5;
    softmax<float>(one, n);
    std::vector<float> expected(n, 0);
    expected[n - 1] = 1;
    CHECK(one == expected);
  }
  std::vector<float> far = {0, -200, -1e9f, 0};
  softmax<float>(far, 4);
  CHECK(far == std::vector<float>{0.5f, 0, 0, 0.5f});
}

TEST_CASE("softmax_backward matches finite differences, and its scalar twin in float") {
  for (const std::size_t visible : {std::size_t(1), std::size_t(5), longest}) {
    const auto x = numbers<double>(longest, 3, 2), weights = numbers<double>(longest, 4);
    std::vector<double> y = x, d_x(longest);
    softmax<double>(y, visible);
    softmax_backward<double>(y, weights, d_x);
    const auto value = [&](const std::vector<double>& at) {
      std::vector<double> out = at;
      softmax<double>(out, visible);
      return weighted(weights, out);
    };
    CHECK(gradient_error(x, d_x, value) < gradient_tolerance);
    if (visible == longest) {
      std::vector<double> bad(longest);  // bad twin: the shared term forgotten
      for (std::size_t i = 0; i < longest; ++i) bad[i] = y[i] * weights[i];
      CHECK(gradient_error(x, bad, value) > gradient_tolerance);
    }
  }
  for (std::size_t n = 0; n <= longest; ++n) {
    std::vector<float> y = numbers<float>(n, 7), d = numbers<float>(n, 8), expected(n);
    softmax<float>(y, n);
    reference::softmax_backward<float>(y, d, std::span<float>(expected));
    softmax_backward<float>(y, d, std::span<float>(d));  // in place
    CHECK(difference(d, expected) < 5e-7);
  }
}

TEST_CASE("cross-entropy: mean over taken targets, -1 ignored, losses row by row") {
  const std::size_t n = 5, vocab = 11;
  const std::vector<std::int32_t> targets = {3, -1, 0, 10, -1};
  Guarded<float> logits(n, vocab, numbers<float>(n * vocab, 2, 3));
  std::vector<float> losses(n, 99);
  const LossSum got = cross_entropy<float>(logits.view(), targets, losses);
  const LossSum expected = reference::cross_entropy<double>(
      [&] {
        static std::vector<double> wide;
        const auto values = logits.values();
        wide.assign(values.begin(), values.end());
        return ConstRows<double>(wide.data(), n, vocab);
      }(),
      targets);
  CHECK(got.count == 3);
  CHECK(got.total == Catch::Approx(expected.total).epsilon(1e-6));
  CHECK(losses[1] == 0);
  CHECK(losses[4] == 0);
  CHECK(double(losses[0]) + losses[2] + losses[3] == Catch::Approx(got.total));
  const std::vector<std::int32_t> shifted = {2, -1, 1, 9, -1}, all = {3, 0, 0, 10, 0};  // bad twins
  CHECK(cross_entropy<float>(logits.view(), shifted).total != Catch::Approx(expected.total).epsilon(1e-3));
  CHECK(cross_entropy<float>(logits.view(), all).total != Catch::Approx(expected.total).epsilon(1e-3));

  std::vector<float> uniform(vocab, -7);
  CHECK(cross_entropy<float>(ConstRows<float>(uniform.data(), 1, vocab), std::vector<std::int32_t>{4}).total ==
        Catch::Approx(std::log(11.0)));
}

TEST_CASE("cross_entropy_backward matches finite differences") {
  const std::size_t n = 4, vocab = 9;
  const std::vector<std::int32_t> targets = {3, -1, 8, 0};
  const auto x = numbers<double>(n * vocab, 12, 2);
  const auto mean_loss = [&](const std::vector<double>& at) {
    const LossSum sum = cross_entropy<double>(ConstRows<double>(at.data(), n, vocab), targets);
    return sum.total / double(sum.count);
  };
  std::vector<double> d(n * vocab, 77), reference_d(n * vocab, 77);
  cross_entropy_backward<double>(ConstRows<double>(x.data(), n, vocab), targets, 1.0 / 3,
                                 Rows<double>(d.data(), n, vocab));
  CHECK(gradient_error(x, d, mean_loss) < gradient_tolerance);
  reference::cross_entropy_backward<double>(ConstRows<double>(x.data(), n, vocab), targets, 1.0 / 3,
                                            Rows<double>(reference_d.data(), n, vocab));
  CHECK(difference(d, reference_d) < 1e-14);
  std::vector<double> bad = d;
  bad[3] += 1.0 / 3;  // bad twin: the target's one forgotten
  CHECK(gradient_error(x, bad, mean_loss) > gradient_tolerance);
  cross_entropy_backward<double>(ConstRows<double>(x.data(), n, vocab), targets, 1.0 / 4,
                                 Rows<double>(bad.data(), n, vocab));
  CHECK(gradient_error(x, bad, mean_loss) > gradient_tolerance);  // bad twin: the mean over all rows

  std::vector<float> narrow(x.begin(), x.end());
  const Rows<float> view(narrow.data(), n, vocab);
  cross_entropy_backward<float>(view, targets, 1.0f / 3, view);  // in place
  CHECK(difference(narrow, d) < 1e-6);
}
