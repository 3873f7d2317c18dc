#include "random.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

// The largest distance between the distribution of the values and the one given, times sqrt(n): for values that follow
// it, above 1.95 once in a thousand seeds (Kolmogorov and Smirnov).
template <class Distribution>
double kolmogorov(Vector values, Distribution distribution) {
  std::sort(values.begin(), values.end());
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double expected = distribution(values[i]);
    largest = std::max({largest, std::fabs(expected - double(i) / values.size()),
                        std::fabs(expected - double(i + 1) / values.size())});
  }
  return largest * std::sqrt(double(values.size()));
}

double normal_distribution(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

template <class Draw>
Vector draws(std::size_t count, Draw draw) {
  Vector result(count);
  for (double& value : result) value = draw();
  return result;
}

}  // namespace

TEST_CASE("random: xoshiro256++ seeded by SplitMix64, as published") {
  // The first outputs of the authors' C code for this seed.
  Random random(0);
  REQUIRE(random.next() == 0x53175d61490b23dfULL);
  REQUIRE(random.next() == 0x61da6f3dc380d507ULL);
  REQUIRE(random.next() == 0x5c0fdf91ec9a7bfcULL);
}

TEST_CASE("random: a seed gives the same normal draws to the bit in every build") {
  Random random(2026);
  Vector seen = draws(4, [&] { return random.normal(); });
  // Within two units of the last place of the exact polar method (evaluated with 50 digits).
  const Vector expected{-0x1.3b5bcb46ba2a1p+0, 0x1.ecdecc377ab99p+0, 0x1.a941e29b30342p-2, 0x1.5ccf2174db546p-1};
  for (std::size_t i = 0; i < seen.size(); ++i) {
    INFO(std::hexfloat << seen[i]);
    CHECK(seen[i] == expected[i]);
  }
}

TEST_CASE("random: uniform draws are uniform, and a lopsided twin is not") {
  Random random(1);
  const Vector values = draws(100'000, [&] { return random.uniform(); });
  const auto line = [](double x) { return x; };
  REQUIRE(kolmogorov(values, line) < 1.95);
  REQUIRE(*std::min_element(values.begin(), values.end()) >= 0);
  REQUIRE(*std::max_element(values.begin(), values.end()) < 1);
  Vector lopsided = values;
  for (double& value : lopsided) value = std::pow(value, 1.02);
  REQUIRE(kolmogorov(lopsided, line) > 1.95);
}

TEST_CASE("random: normal draws are normal, and a sum of six uniform ones is not") {
  Random random(2);
  const Vector values = draws(400'000, [&] { return random.normal(); });
  REQUIRE(kolmogorov(values, normal_distribution) < 1.95);
  // Both of each pair, and neighbours, are independent.
  double product = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i) product += values[i] * values[i + 1];
  REQUIRE(std::fabs(product) / std::sqrt(double(values.size())) < 3.3);
  const Vector sums = draws(400'000, [&] {
    double sum = -3;
    for (int i = 0; i < 6; ++i) sum += random.uniform();
    return sum * std::numbers::sqrt2;  // variance 6 / 12
  });
  REQUIRE(kolmogorov(sums, normal_distribution) > 1.95);
}

TEST_CASE("random: below and between reach every value equally often") {
  Random random(3);
  std::vector<int> counts(7);
  for (int i = 0; i < 70'000; ++i) ++counts[std::size_t(random.between(-3, 3) + 3)];
  for (const int count : counts) {
    INFO(count);
    CHECK(std::abs(count - 10'000) < 400);  // four standard deviations
  }
  REQUIRE(random.below(1) == 0);
  // 3 * 2^62 does not divide 2^64: a plain remainder would put half of all draws into the first third.
  int low = 0;
  for (int i = 0; i < 30'000; ++i) low += random.below(3ULL << 62) < (1ULL << 62);
  REQUIRE(std::abs(low - 10'000) < 350);
  low = 0;
  for (int i = 0; i < 30'000; ++i) low += random.next() % (3ULL << 62) < (1ULL << 62);
  REQUIRE(std::abs(low - 10'000) > 350);
}

TEST_CASE("random: nothing can be drawn from an empty range") {
  Random random(5);
  REQUIRE(error_key([&] { random.below(0); }) == "empty_range");
  REQUIRE(error_key([&] { random.between(1, 0); }) == "empty_range");
  REQUIRE(random.between(1, 1) == 1);
}

TEST_CASE("random: a shuffle reaches every order equally often") {
  Random random(4);
  std::vector<int> counts(24);
  for (int round = 0; round < 24'000; ++round) {
    std::vector<int> order{0, 1, 2, 3};
    random.shuffle(std::span(order));
    int rank = 0;
    for (int i = 0; i < 4; ++i)
      for (int j = i + 1; j < 4; ++j) rank += (order[j] < order[i]) * (i == 0 ? 6 : i == 1 ? 2 : 1);
    ++counts[std::size_t(rank)];
  }
  for (const int count : counts) CHECK(std::abs(count - 1000) < 130);
}
