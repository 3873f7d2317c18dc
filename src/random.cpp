#include "random.hpp"

#include <bit>
#include <cmath>

#include "error.hpp"

namespace whereabouts {
namespace {

std::uint64_t split_mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

// ln(x) of a positive normal number: x = m * 2^e with m in [sqrt(1/2), sqrt(2)), ln m = 2 artanh((m - 1) / (m + 1)).
// The quotient is at most 0.172, so that the series reaches a double's precision with its eleventh power of s^2.
double logarithm(double x) {
  constexpr double ln2 = 0x1.62e42fefa39efp-1;
  constexpr double sqrt2 = 0x1.6a09e667f3bcdp+0;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = int(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0x000fffffffffffff) | 0x3ff0000000000000);
  if (mantissa > sqrt2) {
    mantissa *= 0.5;
    ++exponent;
  }
  const double s = (mantissa - 1) / (mantissa + 1);
  const double square = s * s;
  double series = 0;
  for (int k = 23; k >= 1; k -= 2) series = series * square + 1.0 / k;
  return exponent * ln2 + 2 * s * series;
}

[[noreturn]] void fail_empty_range(double minimum, double maximum) {
  throw Error(ErrorCode::invalid_argument, "empty_range", {{"minimum", minimum}, {"maximum", maximum}});
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (auto& word : state_) word = split_mix(seed);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[0] + state_[3], 23) + state_[0];
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

double Random::uniform() { return double(next() >> 11) * 0x1p-53; }

std::uint64_t Random::below(std::uint64_t n) {
  if (n == 0) fail_empty_range(0, -1);
  // The first 2^64 mod n values are turned away: the others fall evenly into n classes.
  const std::uint64_t unfair = (0 - n) % n;
  std::uint64_t bits = next();
  while (bits < unfair) bits = next();
  return bits % n;
}

std::int64_t Random::between(std::int64_t minimum, std::int64_t maximum) {
  if (minimum > maximum) fail_empty_range(double(minimum), double(maximum));
  return minimum + std::int64_t(below(std::uint64_t(maximum - minimum) + 1));
}

double Random::normal() {
  if (has_spare_normal_) {
    has_spare_normal_ = false;
    return spare_normal_;
  }
  double u, v, square;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    square = u * u + v * v;
  } while (square >= 1 || square == 0);
  const double stretch = std::sqrt(-2 * logarithm(square) / square);
  spare_normal_ = v * stretch;
  has_spare_normal_ = true;
  return u * stretch;
}

}  // namespace whereabouts
