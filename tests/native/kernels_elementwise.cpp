#include <catch_amalgamated.hpp>

#include "kernels/elementwise.hpp"
#include "kernels/lanes.hpp"
#include "kernels/reference.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;
using namespace kernels_test;

namespace {

/// The worst difference of kernel(x, y) from twin(x, y), both writing to x, over all lengths and two shifts of the
/// pointers; infinity where something beside x is touched.
template <class Real, class Kernel, class Twin>
double worst_in_place(Kernel kernel, Twin twin, double range = 3) {
  double worst = 0;
  for (std::size_t n = 0; n <= longest; ++n)
    for (const std::size_t shift : {0, 1, 3}) {
      Guarded<Real> x(1, n, numbers<Real>(n, unsigned(n), range), shift),
          y(1, n, numbers<Real>(n, unsigned(n) + 100, range), 2);
      Guarded<Real> expected = x;
      kernel(x.span(), std::span<const Real>(y.span()));
      twin(expected.span(), std::span<const Real>(y.span()));
      if (!x.intact() || !y.intact()) return infinity;
      worst = std::max(worst, difference(x.values(), expected.values()));
    }
  return worst;
}

/// The same for kernel(x, y) that reads x and writes y.
template <class Real, class Kernel, class Twin>
double worst_mapping(Kernel kernel, Twin twin, double range = 6) {
  return worst_in_place<Real>([&](std::span<Real> out, std::span<const Real> in) { kernel(in, out); },
                              [&](std::span<Real> out, std::span<const Real> in) { twin(in, out); }, range);
}

}  // namespace

TEMPLATE_TEST_CASE("add, add_scaled and scale equal their scalar twins at every length and shift", "", float, double) {
  using Real = TestType;
  using X = std::span<Real>;
  using Y = std::span<const Real>;
  const double tolerance = std::is_same_v<Real, float> ? 2e-7 : 1e-15;
  const auto plus = [](X x, Y y) { reference::add<Real>(x, y); };
  CHECK(worst_in_place<Real>([](X x, Y y) { add<Real>(x, y); }, plus) == 0);
  CHECK(worst_in_place<Real>([](X x, Y y) { add_scaled<Real>(x, -1, y); }, plus) > 0.1);  // bad twin: the sign
  CHECK(worst_in_place<Real>(
            [](X x, Y y) {
              if (!x.empty()) add<Real>(x.subspan(1), y.first(y.size() - 1));
            },
            plus) > 0.1);

  const auto plus_scaled = [](X x, Y y) { reference::add_scaled<Real>(x, Real(0.3), y); };
  CHECK(worst_in_place<Real>([](X x, Y y) { add_scaled<Real>(x, Real(0.3), y); }, plus_scaled) <= tolerance);
  CHECK(worst_in_place<Real>([](X x, Y y) { add_scaled<Real>(x, Real(0.31), y); }, plus_scaled) > tolerance);

  const auto scaled = [](X x, Y) { reference::scale<Real>(x, Real(-1.7)); };
  CHECK(worst_in_place<Real>([](X x, Y) { scale<Real>(x, Real(-1.7)); }, scaled) == 0);
  CHECK(worst_in_place<Real>([](X x, Y) { scale<Real>(x, Real(1.7)); }, scaled) > 0.1);
}

TEST_CASE("add_row, fill_rows and sum_rows work row by row on views with gaps") {
  for (std::size_t columns = 0; columns <= longest; ++columns)
    for (const std::size_t rows : {0, 1, 3}) {
      const auto values = numbers<float>(rows * columns, 1), bias = numbers<float>(columns, 2);
      Guarded<float> x(rows, columns, values), expected(rows, columns, values);
      add_row<float>(x.view(), bias);
      reference::add_row<float>(expected.view(), bias);
      CHECK(difference(x.values(), expected.values()) == 0);

      std::vector<float> total = bias, expected_total = bias;
      sum_rows<float>(x.view(), std::span<float>(total));
      reference::sum_rows<float>(x.view(), std::span<float>(expected_total));
      CHECK(difference(total, expected_total) == 0);
      if (rows > 0 && columns > 0) CHECK(total != bias);

      fill_rows<float>(x.view(), bias);
      reference::fill_rows<float>(expected.view(), bias);
      CHECK(x.values() == expected.values());
      CHECK(x.intact());
    }
}

TEST_CASE("exp_up_to_88 is exact to float rounding, down to where floats end") {
  double worst = 0;
  const auto compare = [&](float x, float got) { worst = std::max(worst, std::abs(got / std::exp(double(x)) - 1)); };
  using V = lanes::Lanes<float>;
  constexpr std::size_t w = lanes::width<V>();
  for (float x = 88; x > -87.3f; x -= 0.00073f) {
    compare(x, lanes::exp_up_to_88(x));
    float batch[w], out[w];
    for (std::size_t i = 0; i < w; ++i) batch[i] = x - float(i) * 0.01f;
    lanes::write(out, lanes::exp_up_to_88(lanes::read<V>(batch)));
    for (std::size_t i = 0; i < w; ++i)
      if (batch[i] > -87.3f) compare(batch[i], out[i]);
  }
  CHECK(worst < 2e-7);
  CHECK(worst > 1e-8);  // measured at all
  CHECK(lanes::exp_up_to_88(0.0f) == 1.0f);
  for (const float x : {-87.4f, -1000.0f, -1e30f, -std::numeric_limits<float>::infinity()}) {
    float out[w];
    lanes::write(out, lanes::exp_up_to_88(V(x)));
    CHECK(out[0] == 0.0f);
    CHECK(lanes::exp_up_to_88(x) == 0.0f);
  }
  CHECK(std::isnan(lanes::exp_up_to_88(std::numeric_limits<float>::quiet_NaN())));
}

namespace {

// x, then gelu_tanh, its derivative, gelu_erf, its derivative, computed with 50 decimal digits.
struct GeluValue {
  double x, tanh, d_tanh, erf, d_erf;
};
constexpr GeluValue gelu_values[] = {
    {-10, -1.20409234820980609e-37, -2.75763806385403146e-36, -7.61985302416052633e-23, -7.61840009646481440e-22},
    {-3.5, -6.16197655373663293e-04, -2.42264376011643110e-03, -8.14201776624337613e-04, -2.82176035362463520e-03},
    {-1, -1.58808009391723293e-01, -8.29640838457825491e-02, -1.58655253931457046e-01, -8.33154705876863050e-02},
    {-0.1, -4.60172489545648336e-02, 4.20478210728243262e-01, -4.60172162722971012e-02, 4.20476907975269820e-01},
    {0, 0, 0.5, 0, 0.5},
    {0.3, 1.85370923542759247e-01, 7.32295451638801831e-01, 1.85373426656685797e-01, 7.32327766827109872e-01},
    {1, 8.41191990608276652e-01, 1.08296408384578258e+00, 8.41344746068542926e-01, 1.08331547058768640e+00},
    {2.25, 2.22279867010271159e+00, 1.05991453451776230e+00, 2.22249493652614927e+00, 1.05918974397520693e+00},
    {6, 5.99999999991560351e+00, 1.00000000077099749e+00, 5.99999999408047380e+00, 1.00000003546870952e+00},
};

template <class Real>
using Gelu = void (*)(Input<Real>, std::span<Real>);

template <class Real>
double gelu_error(Gelu<Real> gelu, double GeluValue::*expected) {
  std::vector<Real> x, y, exact;
  for (int copies = 0; copies < 2; ++copies)  // enough that all of them pass through whole batches
    for (const GeluValue& value : gelu_values) {
      x.push_back(Real(value.x));
      exact.push_back(Real(value.*expected));
    }
  y.resize(x.size());
  gelu(x, y);
  return difference(y, exact);
}

template <class Real, Gelu<Real> gelu>
void negated(Input<Real> x, std::span<Real> y) {
  gelu(x, y);
  for (Real& value : y) value = -value;
}

template <class Real>
void derivative_tanh(Input<Real> x, std::span<Real> y) {
  gelu_tanh_backward<Real>(x, std::vector<Real>(x.size(), 1), y);
}

template <class Real>
void derivative_erf(Input<Real> x, std::span<Real> y) {
  gelu_erf_backward<Real>(x, std::vector<Real>(x.size(), 1), y);
}

}  // namespace

TEMPLATE_TEST_CASE("gelu_tanh and gelu_erf and their derivatives have the exact values", "", float, double) {
  using Real = TestType;
  const double tolerance = std::is_same_v<Real, float> ? 4e-7 : 1e-15;
  CHECK(gelu_error<Real>(gelu_tanh, &GeluValue::tanh) <= tolerance);
  CHECK(gelu_error<Real>(gelu_erf, &GeluValue::erf) <= tolerance);
  CHECK(gelu_error<Real>(derivative_tanh, &GeluValue::d_tanh) <= tolerance);
  CHECK(gelu_error<Real>(derivative_erf, &GeluValue::d_erf) <= tolerance);
  // Bad twins: one form for the other, a sign.
  CHECK(gelu_error<Real>(gelu_erf, &GeluValue::tanh) > 1e-4);
  CHECK(gelu_error<Real>(gelu_tanh, &GeluValue::erf) > 1e-4);
  CHECK(gelu_error<Real>(derivative_erf, &GeluValue::d_tanh) > 1e-4);
  CHECK(gelu_error<Real>(negated<Real, gelu_tanh>, &GeluValue::tanh) > 1e-4);
  // The scalar twins that lessons quote.
  CHECK(gelu_error<Real>(reference::gelu_tanh, &GeluValue::tanh) <= tolerance);
  CHECK(gelu_error<Real>(reference::gelu_erf, &GeluValue::erf) <= tolerance);
}

TEST_CASE("gelu equals its scalar twin at every length, shift and size of argument") {
  using X = std::span<const float>;
  using Y = std::span<float>;
  for (const double range : {1.0, 6.0, 50.0, 1e4}) {
    CHECK(worst_mapping<float>([](X x, Y y) { gelu_tanh<float>(x, y); },
                               [](X x, Y y) { reference::gelu_tanh<float>(x, y); }, range) <= 4e-7);
    CHECK(worst_mapping<float>([](X x, Y y) { gelu_erf<float>(x, y); },
                               [](X x, Y y) { reference::gelu_erf<float>(x, y); }, range) <= 4e-7);
  }
  CHECK(worst_mapping<float>([](X x, Y y) { gelu_erf<float>(x, y); },
                             [](X x, Y y) { reference::gelu_tanh<float>(x, y); }) > 4e-7);

  // Whole range: error relative to max(1, |y|), against double precision.
  double worst_tanh = 0, worst_erf = 0;
  std::vector<float> x, y(1024);
  for (int chunk = -40; chunk < 40; ++chunk) {
    x.clear();
    for (int i = 0; i < 1024; ++i) x.push_back(float(chunk) / 4 + float(i) / 4096);
    std::vector<double> exact_x(x.begin(), x.end()), exact(1024);
    gelu_tanh<float>(x, y);
    reference::gelu_tanh<double>(exact_x, exact);
    worst_tanh = std::max(worst_tanh, difference(y, exact));
    gelu_erf<float>(x, y);
    reference::gelu_erf<double>(exact_x, exact);
    worst_erf = std::max(worst_erf, difference(y, exact));
  }
  CHECK(worst_tanh < 4e-7);
  CHECK(worst_erf < 4e-7);
}

TEST_CASE("gelu of huge arguments neither overflows nor becomes NaN") {
  std::vector<float> x(longest), y(longest), d_y(longest, 1), d_x(longest);
  for (std::size_t i = 0; i < longest; ++i) x[i] = i % 2 ? 1e18f : -1e18f;
  const auto near = [](float got, double expected) {
    return std::abs(got - expected) <= 4e-7 * std::max(1.0, std::abs(expected));
  };
  for (const auto gelu : {gelu_tanh<float>, gelu_erf<float>}) {
    gelu(x, y);
    for (std::size_t i = 0; i < longest; ++i) CHECK(near(y[i], i % 2 ? 1e18 : 0));
  }
  for (std::size_t i = 0; i < longest; ++i) x[i] /= 1e12f;
  for (const auto backward : {gelu_tanh_backward<float>, gelu_erf_backward<float>}) {
    backward(x, d_y, d_x);
    for (std::size_t i = 0; i < longest; ++i) CHECK(near(d_x[i], i % 2 ? 1 : 0));
  }
}

TEST_CASE("the backward passes of gelu match finite differences") {
  const auto x = numbers<double>(longest, 5, 4), weights = numbers<double>(longest, 6);
  const auto value = [&](auto gelu) {
    return [&weights, gelu](const std::vector<double>& at) {
      std::vector<double> y(at.size());
      gelu(at, y);
      return weighted(weights, y);
    };
  };
  std::vector<double> d_x(longest);
  gelu_tanh_backward<double>(x, weights, d_x);
  CHECK(gradient_error(x, d_x, value(gelu_tanh<double>)) < gradient_tolerance);
  CHECK(gradient_error(x, d_x, value(gelu_erf<double>)) > gradient_tolerance);  // bad twin: the other form
  gelu_erf_backward<double>(x, weights, d_x);
  CHECK(gradient_error(x, d_x, value(gelu_erf<double>)) < gradient_tolerance);
  for (double& value_ : d_x) value_ = -value_;  // bad twin: the sign
  CHECK(gradient_error(x, d_x, value(gelu_erf<double>)) > gradient_tolerance);

  // float against double, in place.
  std::vector<float> narrow(x.begin(), x.end()), d_narrow(weights.begin(), weights.end());
  std::vector<double> exact(longest);
  reference::gelu_tanh_backward<double>(x, weights, exact);
  gelu_tanh_backward<float>(narrow, d_narrow, d_narrow);
  CHECK(difference(d_narrow, exact) < 1e-6);
}

TEMPLATE_TEST_CASE("silu_times equals its scalar twin at every length and shift", "", float, double) {
  using Real = TestType;
  using X = std::span<Real>;
  using Y = std::span<const Real>;
  const double tolerance = std::is_same_v<Real, float> ? 2e-6 : 1e-14;
  const auto twin = [](X x, Y gate) { reference::silu_times<Real>(gate, Y(x), x); };
  CHECK(worst_in_place<Real>([](X x, Y gate) { silu_times<Real>(gate, Y(x), x); }, twin, 20) <= tolerance);
  // Bad twins: the gate and the value exchanged, the sign of the exponent.
  CHECK(worst_in_place<Real>([](X x, Y gate) { silu_times<Real>(Y(x), gate, x); }, twin) > 0.1);
  CHECK(worst_in_place<Real>(
            [](X x, Y gate) {
              std::vector<Real> negated(gate.begin(), gate.end());
              for (Real& value : negated) value = -value;
              silu_times<Real>(negated, Y(x), x);
            },
            twin) > 0.1);
}

TEST_CASE("silu_times at the ends: no overflow, and far below zero it vanishes") {
  const std::vector<float> gate{-1e30f, -200, -100, 0, 100, 1e30f}, x(6, 1);
  std::vector<float> y(6);
  silu_times<float>(gate, x, std::span<float>(y));
  CHECK(std::abs(y[0]) < 1e-6);
  CHECK(std::abs(y[1]) < 1e-30);
  CHECK(std::abs(y[2]) < 1e-30);
  CHECK(y[3] == 0);
  CHECK(y[4] == 100);
  CHECK(y[5] == 1e30f);
}
