// Packing the right operand of a product. A panel holds Tile::columns columns of op(b): [k, Tile::columns], contiguous,
// the last one padded with zeros, so that a micro-kernel reads one stream. Only matmul.cpp includes this.
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/lanes.hpp"
#include "kernels/storage.hpp"
#include "kernels/tile.hpp"

namespace whereabouts {

template <class Real>
constexpr std::size_t panels_of(std::size_t columns) {
  return (columns + Tile<Real>::columns - 1) / Tile<Real>::columns;
}

/// Whether b's numbers stand in Real itself.
template <class Real>
bool is_stored_as(const Stored& b) {
  return b.storage == (std::is_same_v<Real, float> ? Storage::float32 : Storage::float64);
}

/// Elements of row `row` from `column` on, as Real: in place where they are stored so, else converted into `scratch`.
template <class Real>
const Real* read_segment(const Stored& b, std::size_t row, std::size_t column, std::size_t count, Real* scratch) {
  if (is_stored_as<Real>(b)) return static_cast<const Real*>(b.data) + row * b.stride + column;
  read_row<Real>(b.columns_from(column, count), row, {scratch, count});
  return scratch;
}

/// Part of op(b) that is packed at once: k rows from first_k, `columns` columns from first_column (a panel's boundary).
struct Part {
  std::size_t first_k, k, first_column, columns;
};

/// Scratch that pack_part needs where b has to be converted.
template <class Real>
constexpr std::size_t conversion_scratch(const Part& part) {
  return std::max(part.columns, part.k * Tile<Real>::columns);
}

/// Four (eight) rows of b become four (eight) columns of the panel, square by square.
template <class Real>
void transpose_into_panel(const Real* const* rows, std::size_t k, Real* panel) {
  constexpr std::size_t columns = Tile<Real>::columns;
  std::size_t at = 0;
#ifdef WHEREABOUTS_SIMD_LANES
  using V = lanes::Lanes<Real>;
  if constexpr (lanes::is_batch<V>) {
    constexpr std::size_t w = lanes::width<V>();
    for (; at + w <= k; at += w)
      for (std::size_t j = 0; j < columns; j += w) {
        V square[w];
#pragma GCC unroll 8
        for (std::size_t r = 0; r < w; ++r) square[r] = lanes::read<V>(rows[j + r] + at);
        xsimd::transpose(square, square + w);
#pragma GCC unroll 8
        for (std::size_t r = 0; r < w; ++r) lanes::write(panel + (at + r) * columns + j, square[r]);
      }
  }
#endif
  for (; at < k; ++at)
    for (std::size_t j = 0; j < columns; ++j) panel[at * columns + j] = rows[j][at];
}

/// Packs `part` of op(b); panel p of the part goes to out + p * panel_stride.
template <class Real>
void pack_part(const Stored& b, bool transpose, const Part& part, Real* out, std::size_t panel_stride, Real* scratch) {
  using V = lanes::Lanes<Real>;
  constexpr std::size_t w = lanes::width<V>(), columns = Tile<Real>::columns;
  const std::size_t whole = part.columns / columns, rest = part.columns % columns;
  if (transpose) {
    for (std::size_t p = 0; p < panels_of<Real>(part.columns); ++p) {
      const std::size_t present = p < whole ? columns : rest;
      const Real* rows[columns];
      for (std::size_t j = 0; j < present; ++j)
        rows[j] =
            read_segment<Real>(b, part.first_column + p * columns + j, part.first_k, part.k, scratch + j * part.k);
      Real* panel = out + p * panel_stride;
      if (present == columns) {
        transpose_into_panel<Real>(rows, part.k, panel);
      } else {
        for (std::size_t at = 0; at < part.k; ++at)
          for (std::size_t j = 0; j < columns; ++j) panel[at * columns + j] = j < present ? rows[j][at] : Real(0);
      }
    }
    return;
  }
  for (std::size_t at = 0; at < part.k; ++at) {
    const Real* row = read_segment<Real>(b, part.first_k + at, part.first_column, part.columns, scratch);
    Real* to = out + at * columns;
    for (std::size_t p = 0; p < whole; ++p, row += columns, to += panel_stride)
#pragma GCC unroll 4
      for (std::size_t j = 0; j < columns; j += w) lanes::write(to + j, lanes::read<V>(row + j));
    if (rest != 0)
      for (std::size_t j = 0; j < columns; ++j) to[j] = j < rest ? row[j] : Real(0);
  }
}

}  // namespace whereabouts
