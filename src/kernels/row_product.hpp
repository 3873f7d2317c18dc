// The product of a single row and a matrix, which is what decoding does with every weight. It is bound by reading the
// matrix: each number is read once, unpacked, in the order in which it lies in memory, which is what a machine reads
// ahead. Only matmul.cpp includes this.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "kernels/elementwise.hpp"
#include "kernels/panels.hpp"
#include "kernels/reduce.hpp"

namespace whereabouts {

/// Numbers of one row of b that are taken in one go where they have to be converted: they stay in a first-level cache.
constexpr std::size_t row_piece = 1024;

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
      const std::span<const Real> numbers(read_segment<Real>(b, row, at, count, scratch), count);
      if (transpose_b)
        y[row] += dot<Real>({x + at, count}, numbers);
      else
        add_scaled<Real>({y + at, count}, x[row], numbers);
    }
}

}  // namespace whereabouts
