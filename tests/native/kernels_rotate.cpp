#include <catch_amalgamated.hpp>

#include "kernels/reference.hpp"
#include "kernels/rotate.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;
using namespace kernels_test;

namespace {

template <class Real>
struct Angles {
  std::vector<Real> cosine, sine;

  Angles(std::size_t n, std::size_t pairs) : cosine(n * pairs), sine(n * pairs) {
    const auto angle = numbers<double>(n * pairs, 40, 3.2);
    for (std::size_t i = 0; i < angle.size(); ++i) {
      cosine[i] = Real(std::cos(angle[i]));
      sine[i] = Real(std::sin(angle[i]));
    }
  }

  Turns<Real> turns(std::size_t head_dim, std::size_t rotary_dim, bool interleaved) const {
    return {head_dim, rotary_dim, interleaved, cosine, sine};
  }
};

/// The worst difference of kernel(turns, x) from twin(turns, x) over head sizes, partial rotations, layouts and shifts.
template <class Kernel, class Twin>
double worst(Kernel kernel, Twin twin) {
  double result = 0;
  for (std::size_t head_dim = 1; head_dim <= 2 * longest; ++head_dim)
    for (std::size_t rotary_dim = head_dim % 2 ? head_dim - 1 : head_dim;; rotary_dim /= 4) {
      rotary_dim -= rotary_dim % 2;
      for (const bool interleaved : {false, true})
        for (const std::size_t n : {0, 1, 2}) {
          const std::size_t n_head = 3;
          const Angles<float> angles(n, rotary_dim / 2);
          Guarded<float> x(n, n_head * head_dim, numbers<float>(n * n_head * head_dim, unsigned(head_dim)));
          Guarded<float> expected = x;
          kernel(angles.turns(head_dim, rotary_dim, interleaved), x.view());
          twin(angles.turns(head_dim, rotary_dim, interleaved), expected.view());
          if (!x.intact()) return infinity;
          result = std::max(result, difference(x.values(), expected.values()));
        }
      if (rotary_dim == 0) break;
    }
  return result;
}

}  // namespace

TEST_CASE("rotate and its transpose equal their scalar twins: every head size, partial, both layouts") {
  using T = const Turns<float>&;
  using X = Rows<float>;
  const auto twin = [](T turns, X x) { reference::rotate<float>(turns, x); };
  CHECK(worst([](T turns, X x) { rotate<float>(turns, x); }, twin) == 0);
  CHECK(worst([](T turns, X x) { rotate_transpose<float>(turns, x); },
              [](T turns, X x) { reference::rotate_transpose<float>(turns, x); }) == 0);
  // Bad twins: the sign of the angle, the other layout, a head's rest turned too, sine and cosine swapped.
  CHECK(worst([](T turns, X x) { rotate_transpose<float>(turns, x); }, twin) > 0.1);
  CHECK(worst(
            [](Turns<float> turns, X x) {
              turns.interleaved = !turns.interleaved;
              rotate<float>(turns, x);
            },
            twin) > 0.1);
  CHECK(worst(
            [](Turns<float> turns, X x) {
              std::swap(turns.cosine, turns.sine);
              rotate<float>(turns, x);
            },
            twin) > 0.1);
  CHECK(worst(
            [](Turns<float> turns, X x) {
              turns.rotary_dim = turns.rotary_dim >= 4 ? turns.rotary_dim - 2 : 0;
              rotate<float>(turns, x);
            },
            twin) > 0.1);
}

TEST_CASE("#1 the layouts pair as they should: [1, 0, 0, 0] at position 1, base 10000") {
  const std::vector<double> cosine = {std::cos(1.0), std::cos(0.01)}, sine = {std::sin(1.0), std::sin(0.01)};
  std::vector<double> interleaved = {1, 0, 0, 0}, half = {1, 0, 0, 0};
  rotate<double>({4, 4, true, cosine, sine}, Rows<double>(interleaved.data(), 1, 4));
  rotate<double>({4, 4, false, cosine, sine}, Rows<double>(half.data(), 1, 4));
  CHECK(difference(interleaved, std::vector<double>{0.5403023058681398, 0.8414709848078965, 0, 0}) < 1e-15);
  CHECK(difference(half, std::vector<double>{0.5403023058681398, 0, 0.8414709848078965, 0}) < 1e-15);
}

TEST_CASE("#2 #3 angle 0 is the identity bit for bit; every pair keeps its norm; the transpose undoes the rotation") {
  for (const bool interleaved : {false, true}) {
    const std::size_t n = 5, head_dim = 34;
    const auto values = numbers<float>(n * head_dim, 9);
    std::vector<float> x = values;
    const std::vector<float> ones(n * head_dim / 2, 1), zeros(n * head_dim / 2, 0);
    rotate<float>({head_dim, head_dim, interleaved, ones, zeros}, Rows<float>(x.data(), n, head_dim));
    CHECK(x == values);

    const Angles<float> angles(n, head_dim / 2);
    rotate<float>(angles.turns(head_dim, head_dim, interleaved), Rows<float>(x.data(), n, head_dim));
    CHECK(difference(x, values) > 0.1);
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t i = 0; i < head_dim / 2; ++i) {
        const std::size_t a = r * head_dim + (interleaved ? 2 * i : i),
                          b = r * head_dim + (interleaved ? 2 * i + 1 : i + head_dim / 2);
        CHECK(std::hypot(x[a], x[b]) == Catch::Approx(std::hypot(values[a], values[b])).epsilon(1e-6));
      }
    rotate_transpose<float>(angles.turns(head_dim, head_dim, interleaved), Rows<float>(x.data(), n, head_dim));
    CHECK(difference(x, values) < 5e-7);
  }
}

TEST_CASE("rotate_transpose is rotate's backward pass") {
  const std::size_t n = 3, head_dim = 6;
  const Angles<double> angles(n, head_dim / 2);
  for (const bool interleaved : {false, true}) {
    const auto x = numbers<double>(n * head_dim, 1), weights = numbers<double>(n * head_dim, 2);
    const auto value = [&](const std::vector<double>& at) {
      std::vector<double> y = at;
      rotate<double>(angles.turns(head_dim, head_dim, interleaved), Rows<double>(y.data(), n, head_dim));
      return weighted(weights, y);
    };
    std::vector<double> d = weights, bad = weights;
    rotate_transpose<double>(angles.turns(head_dim, head_dim, interleaved), Rows<double>(d.data(), n, head_dim));
    rotate<double>(angles.turns(head_dim, head_dim, interleaved), Rows<double>(bad.data(), n, head_dim));
    CHECK(gradient_error(x, d, value) < gradient_tolerance);
    CHECK(gradient_error(x, bad, value) > gradient_tolerance);
  }
}
