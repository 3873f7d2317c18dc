// ALiBi, attention with linear biases (Press, Smith and Lewis 2022): a key costs its distance times the head's slope.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace whereabouts {

/// One slope a head, in the released code's order: 2^(-8 (h + 1) / n_head) where n_head is a power of two; otherwise those of
/// the next lower power of two, then every other slope of the next higher one. Errors: "out_of_range" outside 1 .. 65536.
std::vector<double> alibi_slopes(std::size_t n_head);

/// out[h, i, j] = -slopes[h] * |query_positions[i] - key_positions[j]|; out is [heads, nq, nk], contiguous.
/// Under a causal mask the absolute value changes nothing; without one it keeps the cost symmetric.
template <class Real>
void alibi_bias(std::span<const double> slopes, std::span<const double> query_positions,
                std::span<const double> key_positions, std::span<Real> out);

}  // namespace whereabouts
