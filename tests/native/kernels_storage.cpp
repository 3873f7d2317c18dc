#include <catch_amalgamated.hpp>

#include "kernels/storage.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;

TEST_CASE("every float16 reads as IEEE 754 says") {
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const double sign = bits & 0x8000 ? -1 : 1;
    const int exponent = int(bits >> 10 & 31);
    const double fraction = (bits & 1023) / 1024.0;
    const float got = to_float(Float16{std::uint16_t(bits)});
    if (exponent == 31) {
      REQUIRE((fraction == 0 ? double(got) == sign * std::numeric_limits<double>::infinity() : std::isnan(got)));
      continue;
    }
    const double expected =
        sign * (exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, exponent - 15));
    REQUIRE(double(got) == expected);
    REQUIRE(std::signbit(got) == (sign < 0));
  }
}

TEST_CASE("bfloat16 is the upper half of a float32") {
  CHECK(to_float(BFloat16{0x3f80}) == 1.0f);
  CHECK(to_float(BFloat16{0xc049}) == -3.140625f);
  CHECK(to_float(BFloat16{0x0001}) == std::ldexp(1.0f, -133));
}

TEST_CASE("a stored matrix reads its rows, parts of them and its scales") {
  const std::vector<std::int8_t> q = {1, -2, 3, 0, 4, 5, -6, 0};  // [2, 3] with stride 4
  const std::vector<float> scales = {0.5f, 2.0f};
  const Stored matrix({q.data(), 2, 3, 4}, scales);
  std::vector<float> row(3);
  read_row<float>(matrix, 1, row);
  CHECK(row == std::vector<float>{8, 10, -12});
  CHECK(matrix.at(0, 1) == -1);
  const Stored part = matrix.rows_from(1, 1).columns_from(1, 2);
  CHECK(part.rows == 1);
  CHECK(part.at(0, 0) == 10);
  CHECK(part.at(0, 1) == -12);

  const std::vector<BFloat16> halves = {{0x3f80}, {0x4000}, {0x4040}, {0x4080}};
  const Stored brain(ConstRows<BFloat16>(halves.data(), 2, 2));
  CHECK(brain.at(1, 0) == 3);
  CHECK(brain.columns_from(1, 1).at(1, 0) == 4);
}
