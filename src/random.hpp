// Seeded random numbers that are the same bits on every platform and in every build: exercise instances, initial
// weights and training batches are drawn from here and from nowhere else.
//
// Only integer operations and IEEE + - * / sqrt are used. The C library's logarithm may differ in its last bit from one
// platform to the next, so the one that a normal draw needs is written out here (and nothing may be fused: the build says
// -ffp-contract=off).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace whereabouts {

/// 2^53 - 1: up to here a double tells all whole numbers apart, so that a caller's seed is never another's.
constexpr double largest_seed = 9007199254740991.0;

/// xoshiro256++ 1.0 (Blackman and Vigna, 2019), its state filled by SplitMix64 from one seed as its authors advise.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  /// 64 random bits.
  std::uint64_t next();
  /// In [0, 1): a multiple of 2^-53.
  double uniform();
  /// In [minimum, maximum).
  double uniform(double minimum, double maximum) { return minimum + (maximum - minimum) * uniform(); }
  /// A whole number in [0, n), each equally likely. Error "empty_range" where n is 0.
  std::uint64_t below(std::uint64_t n);
  /// A whole number in [minimum, maximum], both included. Error "empty_range" where minimum > maximum.
  std::int64_t between(std::int64_t minimum, std::int64_t maximum);
  /// Mean 0, standard deviation 1 (Marsaglia's polar method).
  double normal();
  /// A random order (Fisher-Yates).
  template <class T>
  void shuffle(std::span<T> values) {
    for (std::size_t left = values.size(); left > 1; --left) std::swap(values[left - 1], values[below(left)]);
  }

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_normal_ = 0;  // the polar method makes two at a time
  bool has_spare_normal_ = false;
};

}  // namespace whereabouts
