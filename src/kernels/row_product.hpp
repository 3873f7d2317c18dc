// The product of a single row and a matrix, which is what decoding does with every weight. It is bound by reading the
// matrix: each number is read once, unpacked, in the order in which it lies in memory, which is what a machine reads
// ahead. Only matmul.cpp and attention.cpp include this.
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/lanes.hpp"
#include "kernels/panels.hpp"

namespace whereabouts {

/// Numbers of one row of b that are taken in one go where they have to be converted: they stay in a first-level cache.
constexpr std::size_t row_piece = 1024;

/// The sum of x [n] * row [n]; four running sums, so that one need not wait for the last.
template <class Real>
Real row_dot(const Real* x, const Real* row, std::size_t n) {
  using V = lanes::Lanes<Real>;
  constexpr std::size_t w = lanes::width<V>(), chains = 4;
  V sums[chains];
#pragma GCC unroll 4
  for (std::size_t c = 0; c < chains; ++c) sums[c] = V(Real(0));
  std::size_t i = 0;
  for (; i + chains * w <= n; i += chains * w)
#pragma GCC unroll 4
    for (std::size_t c = 0; c < chains; ++c)
      sums[c] = lanes::multiply_add(lanes::read<V>(x + i + c * w), lanes::read<V>(row + i + c * w), sums[c]);
  Real result = lanes::total((sums[0] + sums[1]) + (sums[2] + sums[3]));
  for (; i < n; ++i) result += x[i] * row[i];
  return result;
}

/// y [n] += factor * row [n].
template <class Real>
void add_row_scaled(Real factor, const Real* row, Real* y, std::size_t n) {
  lanes::for_lanes<Real>(n, [&]<class V>(std::size_t i) {
    lanes::write(y + i, lanes::multiply_add(V(factor), lanes::read<V>(row + i), lanes::read<V>(y + i)));
  });
}

/// y = [y +] x * op(b) for one row x [k], already scaled. `scratch` has room for row_piece.
template <class Real>
void multiply_row(const Real* x, std::size_t k, const Stored& b, bool transpose_b, Real* y, std::size_t n,
                  bool accumulate, Real* scratch) {
  if (!accumulate) std::fill_n(y, n, Real(0));
  // b's own rows and columns: op(b) has n columns, and so has b unless it is transposed.
  const std::size_t rows = transpose_b ? n : k, columns = transpose_b ? k : n;
  const std::size_t piece = is_stored_as<Real>(b) ? columns : row_piece;
  for (std::size_t row = 0; row < rows; ++row)
    for (std::size_t at = 0; at < columns; at += piece) {
      const std::size_t count = std::min(piece, columns - at);
      const Real* numbers = read_segment<Real>(b, row, at, count, scratch);
      if (transpose_b)
        y[row] += row_dot(x + at, numbers, count);
      else
        add_row_scaled(x[row], numbers, y + at, count);
    }
}

}  // namespace whereabouts
