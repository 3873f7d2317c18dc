// A view of a row-major matrix: rows may lie further apart than they are wide, so that one head's columns of a
// fused [n, 3 * n_embd] matrix are a view too. Owns nothing.
#pragma once

#include <cstddef>
#include <span>
#include <type_traits>

namespace whereabouts {

template <class T>
struct Rows {
  T* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  // elements from one row to the next, at least `columns`

  Rows() = default;
  Rows(T* data, std::size_t rows, std::size_t columns) : Rows(data, rows, columns, columns) {}
  Rows(T* data, std::size_t rows, std::size_t columns, std::size_t stride)
      : data(data), rows(rows), columns(columns), stride(stride) {}
  /// A view for reading of a view for writing.
  template <class U>
    requires(std::is_const_v<T> && std::is_same_v<const U, T> && !std::is_same_v<U, T>)
  Rows(const Rows<U>& other) : Rows(other.data, other.rows, other.columns, other.stride) {}

  std::span<T> operator[](std::size_t row) const { return {data + row * stride, columns}; }
  /// Columns first .. first + count of every row.
  Rows columns_from(std::size_t first, std::size_t count) const { return {data + first, rows, count, stride}; }
  /// Rows first .. first + count.
  Rows rows_from(std::size_t first, std::size_t count) const { return {data + first * stride, count, columns, stride}; }
};

template <class T>
using ConstRows = Rows<const T>;

}  // namespace whereabouts
