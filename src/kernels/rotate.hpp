// Turning pairs of entries by the angle of their row's position: what rotary encodings do to queries and keys
// (Su et al. 2021, section 3.2). The angles come as cos and sin tables; computing them is the encoding's work.
#pragma once

#include <cstddef>
#include <span>

#include "kernels/rows.hpp"

namespace whereabouts {

/// What to turn and by how much. Pair i of row r turns by the angle with cosine[r * rotary_dim / 2 + i].
template <class Real>
struct Turns {
  std::size_t head_dim = 0;
  std::size_t rotary_dim = 0;  // even, at most head_dim; entries of a head from here on are left alone
  bool interleaved = false;    // false: i pairs with i + rotary_dim / 2; true: 2i pairs with 2i + 1
  std::span<const Real> cosine, sine;  // [n, rotary_dim / 2]
};

/// (a, b) -> (a cos - b sin, a sin + b cos) for every pair of every head of x [n, n_head * head_dim], in place.
template <class Real>
void rotate(const Turns<Real>& turns, Rows<Real> x);

/// The transpose of rotate, its backward pass: (a, b) -> (a cos + b sin, b cos - a sin), in place.
template <class Real>
void rotate_transpose(const Turns<Real>& turns, Rows<Real> x);

}  // namespace whereabouts
