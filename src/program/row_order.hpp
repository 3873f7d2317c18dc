// Other orders of a table's rows, the same ones as in the lesson's checks (web/figures/check-reading.js).
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace whereabouts {

/// For each of `rows` rows the one that it becomes: shuffled by Fisher and Yates' method with numbers by mulberry32,
/// which JavaScript computes in the same bits. Seeds count up to 32 bits.
inline std::vector<std::size_t> shuffled_rows(std::size_t rows, std::uint64_t seed) {
  auto state = std::uint32_t(seed + 1);
  const auto random = [&] {
    state += 0x6d2b79f5u;
    std::uint32_t mixed = (state ^ (state >> 15)) * (1u | state);
    mixed = (mixed + (mixed ^ (mixed >> 7)) * (61u | mixed)) ^ mixed;
    return double(mixed ^ (mixed >> 14)) / 4294967296.0;
  };
  std::vector<std::size_t> order(rows);
  std::iota(order.begin(), order.end(), std::size_t(0));
  for (std::size_t last = rows; last-- > 1;)
    std::swap(order[last], order[std::size_t(std::floor(random() * double(last + 1)))]);
  return order;
}

/// torch.roll(table[:rows], 1, dims=0): each row becomes the one before it, the first one the last.
inline std::vector<std::size_t> rolled_rows(std::size_t rows) {
  std::vector<std::size_t> order(rows);
  for (std::size_t row = 0; row < rows; ++row) order[row] = (row + rows - 1) % rows;
  return order;
}

}  // namespace whereabouts
