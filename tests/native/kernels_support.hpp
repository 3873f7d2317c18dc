// What the kernel tests share: seeded numbers, guarded buffers, comparison, finite differences.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "kernels/rows.hpp"

namespace kernels_test {

using whereabouts::ConstRows;
using whereabouts::Rows;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Every length from nothing to two AVX2 batches and a tail of one; WebAssembly's batches are half as wide.
constexpr std::size_t longest = 2 * 8 + 1;

/// Uniform in [-range, range).
template <class Real>
std::vector<Real> numbers(std::size_t count, unsigned seed, double range = 1) {
  std::mt19937 generator(seed);
  std::vector<Real> values(count);
  for (Real& value : values) value = Real((generator() / 4294967296.0 * 2 - 1) * range);
  return values;
}

/// A matrix in the middle of memory that must not change: `shift` elements off any alignment, `gap` elements between
/// its rows, canaries before, between and behind.
template <class Real>
class Guarded {
 public:
  Guarded(std::size_t rows, std::size_t columns, std::size_t shift = 1, std::size_t gap = 3)
      : rows_(rows),
        columns_(columns),
        stride_(columns + gap),
        start_(8 + shift),
        memory_(start_ + rows * stride_ + 16, canary) {}
  Guarded(std::size_t rows, std::size_t columns, const std::vector<Real>& values, std::size_t shift = 1,
          std::size_t gap = 3)
      : Guarded(rows, columns, shift, gap) {
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c) view()[r][c] = values[r * columns + c];
  }

  Rows<Real> view() { return {memory_.data() + start_, rows_, columns_, stride_}; }
  /// One row's span.
  std::span<Real> span() { return {memory_.data() + start_, columns_}; }

  std::vector<Real> values() const {
    std::vector<Real> result;
    for (std::size_t r = 0; r < rows_; ++r)
      for (std::size_t c = 0; c < columns_; ++c) result.push_back(memory_[start_ + r * stride_ + c]);
    return result;
  }

  bool intact() const {
    for (std::size_t i = 0; i < memory_.size(); ++i) {
      const bool before = i < start_, behind = i >= start_ + rows_ * stride_;
      const bool inside = !before && !behind && (i - start_) % stride_ < columns_;
      if (!inside && memory_[i] != canary) return false;
    }
    return true;
  }

 private:
  static constexpr Real canary = Real(-123456.5);
  std::size_t rows_, columns_, stride_, start_;
  std::vector<Real> memory_;
};

/// The largest |got - expected| / max(1, |expected|); infinity where one is NaN or the lengths differ.
template <class A, class B>
double difference(const A& got, const B& expected) {
  if (got.size() != expected.size()) return infinity;
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    if (double(got[i]) == double(expected[i])) continue;  // equal infinities too
    const double error = std::abs(double(got[i]) - double(expected[i])) / std::max(1.0, std::abs(double(expected[i])));
    if (!(error <= worst)) worst = std::isnan(error) ? infinity : error;
  }
  return worst;
}

/// difference() of a claimed gradient of `value` at x and central differences, in double precision.
template <class Value>
double gradient_error(const std::vector<double>& x, const std::vector<double>& gradient, Value value) {
  std::vector<double> numeric, moved = x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double step = 1e-5 * std::max(1.0, std::abs(x[i]));
    moved[i] = x[i] + step;
    const double up = value(moved);
    moved[i] = x[i] - step;
    const double down = value(moved);
    moved[i] = x[i];
    numeric.push_back((up - down) / (2 * step));
  }
  return difference(gradient, numeric);
}

/// What central differences are trusted to.
constexpr double gradient_tolerance = 1e-8;

inline double weighted(const std::vector<double>& weights, std::span<const double> values) {
  double total = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) total += weights[i] * values[i];
  return total;
}

}  // namespace kernels_test
