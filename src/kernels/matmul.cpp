#include "kernels/matmul.hpp"

#include <algorithm>
#include <utility>

#include "kernels/lanes.hpp"
#include "kernels/panels.hpp"
#include "kernels/row_product.hpp"
#include "kernels/tile.hpp"

namespace whereabouts {

namespace {

// A block of packed panels, 256 x 256 floats, stays in a second-level cache while every row of a passes over it; a
// strip of a, Tile::rows x 256, in the first.
constexpr std::size_t block_k = 256;
constexpr std::size_t block_columns = 256;

static_assert(block_columns % Tile<float>::columns == 0 && block_columns % Tile<double>::columns == 0,
              "a block must begin at a panel's boundary");

// Rows up to this many are multiplied one by one: packing b would cost more than it saves.
constexpr std::size_t few_rows = 3;

/// The size of equal parts of `whole`, each at most `limit`.
std::size_t part_size(std::size_t whole, std::size_t limit) {
  const std::size_t parts = (whole + limit - 1) / limit;
  return (whole + parts - 1) / parts;
}

/// Panels of op(b), those of one block or all of them.
template <class Real>
struct Panels {
  const Real* data;
  std::size_t stride;  // from one panel to the next
};

template <class Real>
using MultiplyTile = void (*)(std::size_t k, Left<Real> left, const Real* panel, Real* c, std::size_t c_stride,
                              std::size_t columns, const Finish<Real>& finish);

/// The tile function for `rows` rows, 1 .. Tile::rows. It is called through this pointer on purpose: inlined into the
/// loops below, its own loop is nested deeper, V8 unrolls it for that, and the accumulators no longer fit the
/// registers.
template <class Real, bool is_strip>
MultiplyTile<Real> tile_function(std::size_t rows) {
  return [rows]<std::size_t... R>(std::index_sequence<R...>) {
    constexpr MultiplyTile<Real> functions[] = {multiply_tile<Real, R + 1, is_strip>...};
    return functions[rows - 1];
  }
  (std::make_index_sequence<Tile<Real>::rows>{});
}

/// Rows of the next tile where `left` are left to do. A tile of one to three rows has too few sums to hide the latency
/// of a multiply-add: it takes as long as one of four. So the last two tiles share what would leave so few.
template <class Real>
constexpr std::size_t tile_rows(std::size_t left) {
  constexpr std::size_t height = Tile<Real>::rows, enough = 4;
  if (left <= height) return left;
  return left < height + enough ? (left + 1) / 2 : height;
}

/// strip[at, r] = a[first_k + at, first_row + r]: `rows` columns of a side by side, Tile::rows apart. The count is known
/// to the compiler wherever the strip is full: copying a handful of numbers through a call costs more than the copy.
template <class Real>
void pack_strip(ConstRows<Real> a, std::size_t first_k, std::size_t k, std::size_t first_row, std::size_t rows,
                Real* strip) {
  constexpr std::size_t height = Tile<Real>::rows;
  const Real* from = a.data + first_k * a.stride + first_row;
  if (rows == height) {
    for (std::size_t at = 0; at < k; ++at, from += a.stride, strip += height)
#pragma GCC unroll 8
      for (std::size_t r = 0; r < height; ++r) strip[r] = from[r];
  } else {
    for (std::size_t at = 0; at < k; ++at, from += a.stride, strip += height)
      for (std::size_t r = 0; r < rows; ++r) strip[r] = from[r];
  }
}

/// c = [c +] scale * (k columns of op(a) from first_k) * panels [+ bias]. `strip` has room for k * Tile::rows.
template <class Real>
void multiply_block(ConstRows<Real> a, bool transpose_a, std::size_t first_k, std::size_t k, Panels<Real> panels,
                    Rows<Real> c, const Finish<Real>& finish, Real* strip) {
  constexpr std::size_t width = Tile<Real>::columns;
  for (std::size_t i = 0, rows = 0; i < c.rows; i += rows) {
    rows = tile_rows<Real>(c.rows - i);
    Left<Real> left{a.data + i * a.stride + first_k, a.stride};
    MultiplyTile<Real> multiply = tile_function<Real, false>(rows);
    if (transpose_a) {
      pack_strip(a, first_k, k, i, rows, strip);
      left = {strip, 0};
      multiply = tile_function<Real, true>(rows);
    }
    Real* out = c.data + i * c.stride;
    const Real* panel = panels.data;
    Finish<Real> at = finish;
    for (std::size_t j = 0; j < c.columns; j += width, panel += panels.stride) {
      multiply(k, left, panel, out + j, c.stride, std::min(width, c.columns - j), at);
      if (at.bias) at.bias += width;
    }
  }
}

/// An empty sum: nothing is added, or c becomes 0.
template <class Real>
void multiply_nothing(Rows<Real> c, bool accumulate) {
  if (accumulate) return;
  for (std::size_t i = 0; i < c.rows; ++i) std::fill_n(c.data + i * c.stride, c.columns, Real(0));
}

template <class Real>
void multiply_few_rows(ConstRows<Real> a, const Stored& b, Rows<Real> c, std::size_t k, Workspace<Real>& workspace,
                       const Product& how) {
  Real* x = workspace.take(k + row_piece);
  Real* scratch = x + k;
  for (std::size_t i = 0; i < c.rows; ++i) {
    for (std::size_t at = 0; at < k; ++at)
      x[at] = Real(how.scale) * (how.transpose_a ? a.data[at * a.stride + i] : a.data[i * a.stride + at]);
    multiply_row<Real>(x, k, b, how.transpose_b, c.data + i * c.stride, c.columns, how.accumulate, scratch);
  }
}

}  // namespace

template <class Real>
void Packed<Real>::pack(const Stored& b, bool transpose) {
  rows_ = transpose ? b.columns : b.rows;
  columns_ = transpose ? b.rows : b.columns;
  constexpr std::size_t width = Tile<Real>::columns;
  const std::size_t panel_stride = rows_ * width;
  Real* out = memory_.take(panels_of<Real>(columns_) * panel_stride);
  data_ = out;
  // In blocks, so that conversion needs little scratch whatever the size.
  for (std::size_t k = 0; k < rows_; k += block_k)
    for (std::size_t j = 0; j < columns_; j += block_columns) {
      const Part part{k, std::min(block_k, rows_ - k), j, std::min(block_columns, columns_ - j)};
      pack_part<Real>(b, transpose, part, out + j / width * panel_stride + k * width, panel_stride,
                      scratch_.take(conversion_scratch<Real>(part)));
    }
}

template <class Real>
void matmul(InputRows<Real> a, const Stored& b, Rows<Real> c, Workspace<Real>& workspace, const Product& how) {
  const std::size_t inner = how.transpose_a ? a.rows : a.columns;
  if (inner == 0) return multiply_nothing(c, how.accumulate);
  if (c.rows <= few_rows) return multiply_few_rows<Real>(a, b, c, inner, workspace, how);
  constexpr std::size_t width = Tile<Real>::columns, height = Tile<Real>::rows;
  const std::size_t part_k = part_size(inner, block_k);
  const std::size_t packed_size = part_k * panels_of<Real>(std::min(block_columns, c.columns)) * width;
  Real* packed = workspace.take(packed_size + part_k * height + std::max(block_columns, part_k * width));
  Real* strip = packed + packed_size;
  Real* scratch = strip + part_k * height;
  for (std::size_t j = 0; j < c.columns; j += block_columns)
    for (std::size_t k = 0; k < inner; k += part_k) {
      const Part part{k, std::min(part_k, inner - k), j, std::min(block_columns, c.columns - j)};
      pack_part<Real>(b, how.transpose_b, part, packed, part.k * width, scratch);
      multiply_block<Real>(a, how.transpose_a, k, part.k, {packed, part.k * width}, c.columns_from(j, part.columns),
                           {how.accumulate || k > 0, Real(how.scale)}, strip);
    }
}

template <class Real>
void matmul(InputRows<Real> a, const Packed<Real>& b, Rows<Real> c, Workspace<Real>& workspace, const Product& how,
            Input<Real> bias) {
  const std::size_t inner = how.transpose_a ? a.rows : a.columns;
  if (inner == 0) {
    multiply_nothing(c, how.accumulate);
    if (!bias.empty()) add_row(c, bias);
    return;
  }
  constexpr std::size_t width = Tile<Real>::columns;
  const std::size_t part_k = part_size(inner, block_k), panel_stride = b.rows() * width;
  Real* strip = workspace.take(part_k * Tile<Real>::rows);
  for (std::size_t j = 0; j < c.columns; j += block_columns)
    for (std::size_t k = 0; k < inner; k += part_k)
      multiply_block<Real>(a, how.transpose_a, k, std::min(part_k, inner - k),
                           {b.data() + j / width * panel_stride + k * width, panel_stride},
                           c.columns_from(j, std::min(block_columns, c.columns - j)),
                           {how.accumulate || k > 0, Real(how.scale), bias.empty() || k > 0 ? nullptr : &bias[j]},
                           strip);
}

template class Packed<float>;
template class Packed<double>;
template void matmul<float>(InputRows<float>, const Stored&, Rows<float>, Workspace<float>&, const Product&);
template void matmul<double>(InputRows<double>, const Stored&, Rows<double>, Workspace<double>&, const Product&);
template void matmul<float>(InputRows<float>, const Packed<float>&, Rows<float>, Workspace<float>&, const Product&,
                            Input<float>);
template void matmul<double>(InputRows<double>, const Packed<double>&, Rows<double>, Workspace<double>&, const Product&,
                             Input<double>);

}  // namespace whereabouts
