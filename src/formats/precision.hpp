// Rounding numbers to the precisions that weights are stored in. The way back, always exact, is kernels/storage.hpp's.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/storage.hpp"

namespace whereabouts {

/// The nearest float16, ties to even; beyond 65504 and its half step infinity, as IEEE 754 rounds.
Float16 to_float16(float value);
/// The nearest bfloat16, ties to even.
BFloat16 to_bfloat16(float value);

/// Rounds a row to int8 with one scale for all of it: out[i] * scale is within scale / 2 of row[i], and the largest
/// magnitude becomes 127. Returns the scale, 0 for a row of zeros. Values must be finite.
float quantize_row(std::span<const float> row, std::span<std::int8_t> out);

}  // namespace whereabouts
