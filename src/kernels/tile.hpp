// The innermost part of a product: a tile of c held in registers while k runs. Only matmul.cpp includes this.
#pragma once

#include <cstddef>

#include "kernels/lanes.hpp"

namespace whereabouts {

/// A tile is `rows` x (`batches` * a batch's width). With a fused multiply-add there have to be enough accumulators to
/// hide its latency (12: two units, latency 4, and some slack), which with two batches of b and one of a just fit 16
/// registers. Without, the product needs a register of its own.
template <class Real>
struct Tile {
  using V = lanes::Lanes<Real>;
#if defined(__AVX2__) || defined(__wasm_relaxed_simd__)
  static constexpr std::size_t rows = 6;
#elif defined(__wasm_simd128__)
  static constexpr std::size_t rows = 5;
#else
  static constexpr std::size_t rows = 4;
#endif
  static constexpr std::size_t batches = 2;
  static constexpr std::size_t columns = batches * lanes::width<V>();
};

/// Where the tile's part of op(a) lies. A strip is packed: rows of one column of op(a) side by side, Tile::rows apart;
/// otherwise each row is contiguous and `stride` from the next.
template <class Real>
struct Left {
  const Real* data;
  std::size_t stride;
};

/// What becomes of a tile's sums on their way to c.
template <class Real>
struct Finish {
  bool accumulate = false;     // add to c instead of overwriting it
  Real scale = 1;              // of the sums
  const Real* bias = nullptr;  // [columns], added to every row; null for none
};

/// c tile [R, columns] = [c tile +] scale * left [R, k] * panel [k, Tile::columns] [+ bias]. `columns` may be fewer than
/// the panel's, which is padded with zeros.
template <class Real, std::size_t R, bool is_strip>
void multiply_tile(std::size_t k, Left<Real> left, const Real* panel, Real* c, std::size_t c_stride,
                   std::size_t columns, const Finish<Real>& finish) {
  using T = Tile<Real>;
  using V = typename T::V;
  constexpr std::size_t w = lanes::width<V>();
  V sums[R][T::batches];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (std::size_t j = 0; j < T::batches; ++j) sums[r][j] = V(Real(0));

  // One step of k at a time, written out: unrolled further, V8 computes an accumulator's whole chain before the next
  // accumulator's, each multiply-add waiting for the last, and runs out of registers.
  const Real* one_row[R];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) one_row[r] = left.data + (is_strip ? r : r * left.stride);
#pragma GCC unroll 1
  for (std::size_t at = 0; at < k; ++at, panel += T::columns) {
    V right[T::batches];
#pragma GCC unroll 4
    for (std::size_t j = 0; j < T::batches; ++j) right[j] = lanes::read<V>(panel + j * w);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      const V one(*one_row[r]);
      one_row[r] += is_strip ? T::rows : 1;
#pragma GCC unroll 4
      for (std::size_t j = 0; j < T::batches; ++j) sums[r][j] = lanes::multiply_add(one, right[j], sums[r][j]);
    }
  }

  const V factor(finish.scale);
  if (columns == T::columns) {
    V bias[T::batches];
#pragma GCC unroll 4
    for (std::size_t j = 0; j < T::batches; ++j)
      bias[j] = finish.bias ? lanes::read<V>(finish.bias + j * w) : V(Real(0));
#pragma GCC unroll 8
    for (std::size_t r = 0; r < R; ++r) {
      Real* row = c + r * c_stride;
#pragma GCC unroll 4
      for (std::size_t j = 0; j < T::batches; ++j) {
        const V product = lanes::multiply_add(sums[r][j], factor, bias[j]);
        lanes::write(row + j * w, finish.accumulate ? lanes::read<V>(row + j * w) + product : product);
      }
    }
    return;
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < R; ++r) {
    Real* row = c + r * c_stride;
    Real whole[T::columns];
#pragma GCC unroll 4
    for (std::size_t j = 0; j < T::batches; ++j) lanes::write(whole + j * w, sums[r][j] * factor);
    for (std::size_t j = 0; j < columns; ++j) {
      const Real product = finish.bias ? whole[j] + finish.bias[j] : whole[j];
      row[j] = finish.accumulate ? row[j] + product : product;
    }
  }
}

}  // namespace whereabouts
