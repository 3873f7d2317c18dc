// What the kernel tests share: seeded numbers, views that are misaligned and wider apart than wide, comparison.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "kernels/rows.hpp"

namespace kernels_test {

using whereabouts::ConstRows;
using whereabouts::Rows;

/// Uniform in [-range, range).
template <class Real>
std::vector<Real> numbers(std::size_t count, unsigned seed, double range = 1) {
  std::mt19937 generator(seed);
  std::vector<Real> values(count);
  for (Real& value : values) value = Real((generator() / 4294967296.0 * 2 - 1) * range);
  return values;
}

/// The largest |got - expected| / max(1, |expected|); infinity where one is NaN or the lengths differ.
template <class A, class B>
double difference(const A& got, const B& expected) {
  if (got.size() != expected.size()) return std::numeric_limits<double>::infinity();
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::abs(double(got[i]) - double(expected[i])) / std::max(1.0, std::abs(double(expected[i])));
    if (!(error <= worst)) worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  }
  return worst;
}

}  // namespace kernels_test
