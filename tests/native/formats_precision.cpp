#include "formats/precision.hpp"

#include <bit>

#include "golden.hpp"
#include "random.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

float half(std::uint32_t bits) { return to_float(Float16{std::uint16_t(bits)}); }
float brain(std::uint32_t bits) { return to_float(BFloat16{std::uint16_t(bits)}); }

}  // namespace

TEST_CASE("float16: every one of the 65,536 values comes back from its float") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    const std::uint16_t back = to_float16(half(bits)).bits;
    INFO(bits);
    if (std::isnan(half(bits)))
      REQUIRE((std::isnan(half(back)) && (back & 0x8000u) == (bits & 0x8000u)));
    else
      REQUIRE(back == bits);
  }
}

TEST_CASE("float16: between two neighbours the nearer one, in the middle the even one") {
  for (std::uint32_t bits = 0; bits < 0x7bffu; ++bits)
    for (const std::uint32_t sign : {0u, 0x8000u}) {
      const float low = half(bits | sign), high = half((bits + 1) | sign);
      const float middle = low + (high - low) / 2;  // exact: a float has 13 bits more
      const std::uint32_t even = bits % 2 == 0 ? bits : bits + 1;
      INFO(bits);
      REQUIRE(to_float16(middle).bits == (even | sign));
      REQUIRE(to_float16(std::nextafter(middle, low)).bits == (bits | sign));
      REQUIRE(to_float16(std::nextafter(middle, high)).bits == ((bits + 1) | sign));
    }
  REQUIRE(to_float16(65504).bits == 0x7bff);
  REQUIRE(to_float16(std::nextafter(65520.0f, 0.0f)).bits == 0x7bff);
  REQUIRE(to_float16(65520).bits == 0x7c00);
  REQUIRE(to_float16(-1e30f).bits == 0xfc00);
  REQUIRE(to_float16(0x1p-25f).bits == 0);
  REQUIRE(to_float16(0x1.000002p-25f).bits == 1);
}

TEST_CASE("bfloat16: every one of the 65,536 values comes back, neighbours round to even") {
  for (std::uint32_t bits = 0; bits < 65536; ++bits) {
    INFO(bits);
    const std::uint16_t back = to_bfloat16(brain(bits)).bits;
    if (std::isnan(brain(bits))) {
      REQUIRE(std::isnan(brain(back)));
      continue;
    }
    REQUIRE(back == bits);
    if ((bits & 0x7fffu) >= 0x7f80u) continue;
    const std::uint32_t middle = bits << 16 | 0x8000u;
    REQUIRE(to_bfloat16(std::bit_cast<float>(middle)).bits == (bits % 2 == 0 ? bits : bits + 1));
    REQUIRE(to_bfloat16(std::bit_cast<float>(middle - 1)).bits == bits);
    REQUIRE(to_bfloat16(std::bit_cast<float>(middle + 1)).bits == bits + 1);
  }
}

TEST_CASE("int8: a row keeps within half a step, its largest entry becomes 127") {
  Random random(5);
  std::vector<float> row(301);
  for (float& value : row) value = float(random.normal());
  row[17] = -9;
  std::vector<std::int8_t> quantized(row.size());
  const float scale = quantize_row(row, quantized);
  REQUIRE(scale == 9.0f / 127);
  REQUIRE(quantized[17] == -127);
  double worst = 0;
  for (std::size_t i = 0; i < row.size(); ++i)
    worst = std::max(worst, std::fabs(double(scale) * quantized[i] - double(row[i])));
  REQUIRE(worst <= 0.5001 * scale);
  REQUIRE(worst > 0.4 * scale);  // rounding, not truncating, is what the bound tells apart

  const std::vector<float> zeros(4);
  std::vector<std::int8_t> none(4, 9);
  REQUIRE(quantize_row(zeros, none) == 0);
  REQUIRE(none == std::vector<std::int8_t>(4, 0));
  const std::vector<float> tiny{1e-44f, -1e-44f};
  std::vector<std::int8_t> small(2);
  quantize_row(tiny, small);
  REQUIRE(std::abs(int(small[0])) <= 127);
}
