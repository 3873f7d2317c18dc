#include "formats/precision.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "error.hpp"

namespace whereabouts {

Float16 to_float16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  const std::uint16_t sign = std::uint16_t(bits >> 16 & 0x8000u);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  if (magnitude > 0x7f800000u) return {std::uint16_t(sign | 0x7e00u | (magnitude >> 13 & 0x3ffu))};  // a NaN stays one
  if (magnitude >= 0x477ff000u) return {std::uint16_t(sign | 0x7c00u)};  // 65520 and more round to infinity
  if (magnitude < 0x38800000u) {
    // Below the smallest normal half: adding 0.5 leaves the value, rounded to 2^-24 to even, in the last bits.
    const float aligned = std::bit_cast<float>(magnitude) + 0.5f;
    return {std::uint16_t(sign | (std::bit_cast<std::uint32_t>(aligned) - 0x3f000000u))};
  }
  // Half an ulp less one, and one more where the kept part is odd: carries into the kept part exactly when it must.
  const std::uint32_t odd = magnitude >> 13 & 1u;
  return {std::uint16_t(sign | ((magnitude - 0x38000000u + 0xfffu + odd) >> 13))};
}

BFloat16 to_bfloat16(float value) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
  if ((bits & 0x7fffffffu) > 0x7f800000u) return {std::uint16_t(bits >> 16 | 0x40u)};
  return {std::uint16_t((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16)};
}

float quantize_row(std::span<const float> row, std::span<std::int8_t> out) {
  require_length("out", out.size(), row.size());
  float largest = 0;
  for (const float value : row) largest = std::max(largest, std::fabs(value));
  const float scale = largest / 127;
  for (std::size_t i = 0; i < row.size(); ++i)
    // A scale so small that it became subnormal could give more than 127.
    out[i] = scale > 0 ? std::int8_t(std::clamp(std::nearbyint(row[i] / scale), -127.0f, 127.0f)) : std::int8_t(0);
  return scale;
}

}  // namespace whereabouts
