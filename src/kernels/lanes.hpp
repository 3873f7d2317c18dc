// Lanes: one formula for "a batch of numbers or one number".
//
// A kernel writes its formula once, as a template over V, and for_lanes or sum_lanes run it over whole batches and
// then, number by number, over the tail. Lanes<Real> is xsimd's batch where the build has SIMD and Real is float;
// otherwise (scalar builds, double) it is Real itself, so that the same formula compiles to plain arithmetic: xsimd
// without a SIMD architecture has no batch<float>.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#if defined(__wasm_simd128__) || defined(__AVX2__)
#define WHEREABOUTS_SIMD_LANES 1
#include <xsimd/xsimd.hpp>
#endif
#ifdef __wasm_relaxed_simd__
#include <wasm_simd128.h>
#endif

namespace whereabouts::lanes {

#ifdef WHEREABOUTS_SIMD_LANES
using FloatBatch = xsimd::batch<float>;
template <class Real>
using Lanes = std::conditional_t<std::is_same_v<Real, float>, FloatBatch, Real>;
template <class V>
constexpr bool is_batch = std::is_same_v<V, FloatBatch>;
#else
template <class Real>
using Lanes = Real;
template <class V>
constexpr bool is_batch = false;
#endif

/// Numbers in a V.
template <class V>
constexpr std::size_t width() {
  if constexpr (is_batch<V>) return V::size;
  else return 1;
}

// Not "load" and "store": a batch's own namespace has those too, for aligned memory, and they would be found first.
template <class V, class Real>
V read(const Real* from) {
  if constexpr (is_batch<V>) return V::load_unaligned(from);
  else return *from;
}

template <class V, class Real>
void write(Real* to, V values) {
  if constexpr (is_batch<V>) values.store_unaligned(to);
  else *to = values;
}

// The formula's words: for one number, then for a batch.

/// a * b + c, fused where the machine has it and two roundings elsewhere (for one number in WebAssembly too: std::fma
/// is a slow library call there).
template <class Real>
Real multiply_add(Real a, Real b, Real c) {
#ifdef __FMA__
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

template <class Real>
Real larger(Real a, Real b) {
  return a > b ? a : b;
}

template <class Real>
Real smaller(Real a, Real b) {
  return a < b ? a : b;
}

/// yes where a < b, no elsewhere (also where a or b is NaN).
template <class Real>
Real where_less(Real a, Real b, Real yes, Real no) {
  return a < b ? yes : no;
}

template <class Real>
Real erf(Real x) {
  return std::erf(x);
}

template <class Real>
Real square_root(Real x) {
  return std::sqrt(x);
}

/// 2^n for the whole number n in the lowest bits of `shifted` (see exp_up_to_88).
inline float power_of_two(float shifted) {
  return std::bit_cast<float>((std::bit_cast<std::uint32_t>(shifted) << 23) + std::bit_cast<std::uint32_t>(1.0f));
}

/// The sum over the lanes.
template <class Real>
Real total(Real x) {
  return x;
}

/// The largest of the lanes.
template <class Real>
Real largest(Real x) {
  return x;
}

#ifdef WHEREABOUTS_SIMD_LANES
inline FloatBatch multiply_add(FloatBatch a, FloatBatch b, FloatBatch c) {
#ifdef __wasm_relaxed_simd__
  return wasm_f32x4_relaxed_madd(a, b, c);  // xsimd's WebAssembly backend knows no fused multiply-add
#else
  return xsimd::fma(a, b, c);
#endif
}

inline FloatBatch larger(FloatBatch a, FloatBatch b) { return xsimd::max(a, b); }
inline FloatBatch smaller(FloatBatch a, FloatBatch b) { return xsimd::min(a, b); }
inline FloatBatch erf(FloatBatch x) { return xsimd::erf(x); }
inline FloatBatch square_root(FloatBatch x) { return xsimd::sqrt(x); }
inline float total(FloatBatch x) { return xsimd::reduce_add(x); }
inline float largest(FloatBatch x) { return xsimd::reduce_max(x); }

inline FloatBatch where_less(FloatBatch a, FloatBatch b, FloatBatch yes, FloatBatch no) {
  return xsimd::select(a < b, yes, no);
}

inline FloatBatch power_of_two(FloatBatch shifted) {
  const auto exponents = xsimd::bitwise_cast<std::int32_t>(shifted) << 23;
  return xsimd::bitwise_cast<float>(exponents + xsimd::bitwise_cast<std::int32_t>(FloatBatch(1.0f)));
}
#endif

/// exp(x) for x <= 88, minus infinity included; results below 2^-126 become 0. Softmax, cross-entropy and GELU need no
/// larger argument. float: 2^n * exp(r) with n = round(x / ln 2), r = x - n ln 2 in two pieces (Cody and Waite) and a
/// polynomial on |r| <= ln(2) / 2; relative error below 2e-7.
template <class V>
V exp_up_to_88(V x) {
  if constexpr (std::is_same_v<V, double>) {
    return std::exp(x);
  } else {
    // Adding 1.5 * 2^23 rounds to a whole number and leaves it in the lowest bits.
    const V round(12582912.0f);
    const V shifted = multiply_add(x, V(1.44269504f), round);
    const V n = shifted - round;
    const V r = multiply_add(n, V(2.12194440e-4f), multiply_add(n, V(-0.693359375f), x));
    V p(1.38887860e-3f);
    p = multiply_add(p, r, V(8.37312452e-3f));
    p = multiply_add(p, r, V(4.16695364e-2f));
    p = multiply_add(p, r, V(1.66664720e-1f));
    p = multiply_add(p, r, V(0.5f));
    const V exponential = multiply_add(p, r * r, r + V(1.0f));
    return where_less(x, V(-87.33654f), V(0.0f), exponential * power_of_two(shifted));
  }
}

/// formula.operator()<V>(i) for every i of 0 .. n - 1, a V's width at a time and then one by one.
template <class Real, class Formula>
void for_lanes(std::size_t n, Formula formula) {
  using V = Lanes<Real>;
  std::size_t i = 0;
  for (; i + width<V>() <= n; i += width<V>()) formula.template operator()<V>(i);
  if constexpr (width<V>() > 1)
    for (; i < n; ++i) formula.template operator()<Real>(i);
}

/// The sum of term.operator()<V>(i) over 0 .. n - 1. Two running sums, so that one addition need not wait for the last.
template <class Real, class Term>
Real sum_lanes(std::size_t n, Term term) {
  using V = Lanes<Real>;
  constexpr std::size_t w = width<V>();
  V even(Real(0)), odd(Real(0));
  std::size_t i = 0;
  for (; i + 2 * w <= n; i += 2 * w) {
    even += term.template operator()<V>(i);
    odd += term.template operator()<V>(i + w);
  }
  if (i + w <= n) {
    even += term.template operator()<V>(i);
    i += w;
  }
  Real result = total(even + odd);
  if constexpr (w > 1)
    for (; i < n; ++i) result += term.template operator()<Real>(i);
  return result;
}

/// The largest of x[0 .. n - 1]; minus infinity where n is 0.
template <class Real>
Real max_lanes(const Real* x, std::size_t n) {
  using V = Lanes<Real>;
  V running(-std::numeric_limits<Real>::infinity());
  std::size_t i = 0;
  for (; i + width<V>() <= n; i += width<V>()) running = larger(running, read<V>(x + i));
  Real result = largest(running);
  if constexpr (width<V>() > 1)
    for (; i < n; ++i) result = larger(result, x[i]);
  return result;
}

}  // namespace whereabouts::lanes
