// How weights are stored. A checkpoint stays in its own precision: a product reads it through a `Stored` view and
// converts while it packs (matmul.hpp), so that a float16 model never needs its float32 copy.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "kernels/rows.hpp"

namespace whereabouts {

/// IEEE 754 binary16.
struct Float16 {
  std::uint16_t bits = 0;
};

/// The upper half of a float32.
struct BFloat16 {
  std::uint16_t bits = 0;
};

enum class Storage { float32, float16, bfloat16, int8, float64 };

inline float to_float(BFloat16 value) { return std::bit_cast<float>(std::uint32_t(value.bits) << 16); }

/// Exact: every float16 is a float32, and subnormal halves are normal floats. Without branches, so that the compiler
/// converts rows in lanes.
inline float to_float(Float16 value) {
  // Sign, exponent and mantissa each in its place, with copies of the sign cleared between them.
  const std::uint32_t moved = (std::uint32_t(std::int32_t(std::int16_t(value.bits))) << 13) & 0x8fffe000u;
  // Read as a float32, its exponent is 112 too small.
  const auto scaled = std::bit_cast<std::uint32_t>(std::bit_cast<float>(moved) * 0x1p112f);
  const std::uint32_t infinite = (moved & 0x7fffffffu) >= 0x0f800000u ? 0x7f800000u : 0u;  // or NaN, its mantissa kept
  return std::bit_cast<float>(scaled | infinite);
}

inline float to_float(float value) { return value; }
inline float to_float(std::int8_t value) { return float(value); }

/// A read-only [rows, columns] matrix in whatever precision it is stored. int8 has one scale a row:
/// value(r, c) = row_scales[r] * q(r, c). float64 exists for tests, which check gradients in double precision.
struct Stored {
  Storage storage = Storage::float32;
  const void* data = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::size_t stride = 0;  // elements from one row to the next
  std::span<const float> row_scales;

  Stored() = default;
  template <class T>
  Stored(Rows<T> view)
    requires(!std::is_same_v<std::remove_const_t<T>, std::int8_t>)
      : storage(storage_of<std::remove_const_t<T>>()), data(view.data), rows(view.rows), columns(view.columns),
        stride(view.stride) {}
  Stored(Rows<const std::int8_t> view, std::span<const float> row_scales)
      : storage(Storage::int8), data(view.data), rows(view.rows), columns(view.columns), stride(view.stride),
        row_scales(row_scales) {}

  /// Columns first .. first + count of every row, as Rows::columns_from.
  Stored columns_from(std::size_t first, std::size_t count) const;
  /// Rows first .. first + count, as Rows::rows_from.
  Stored rows_from(std::size_t first, std::size_t count) const;
  /// One element, converted. For references and look-ups; products convert whole panels.
  double at(std::size_t row, std::size_t column) const;

 private:
  template <class T>
  static constexpr Storage storage_of() {
    if constexpr (std::is_same_v<T, float>) return Storage::float32;
    else if constexpr (std::is_same_v<T, double>) return Storage::float64;
    else if constexpr (std::is_same_v<T, Float16>) return Storage::float16;
    else {
      static_assert(std::is_same_v<T, BFloat16>, "no storage for this element type");
      return Storage::bfloat16;
    }
  }
};

/// Bytes of one element.
constexpr std::size_t element_size(Storage storage) {
  switch (storage) {
    case Storage::float64: return 8;
    case Storage::float32: return 4;
    case Storage::float16:
    case Storage::bfloat16: return 2;
    case Storage::int8: return 1;
  }
  return 0;
}

/// out = row `row` of `matrix`, converted; out is as long as a row. This is how an embedding is looked up.
template <class Real>
void read_row(const Stored& matrix, std::size_t row, std::span<Real> out);

}  // namespace whereabouts
