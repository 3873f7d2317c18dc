#include "kernels/rotate.hpp"

#include <utility>

#include "kernels/lanes.hpp"

namespace whereabouts {

using namespace lanes;

namespace {

// One head: pairs (a[i], b[i]) with b = a + pairs. `direction` is 1, or -1 for the transpose: the angle negated.
template <class Real>
void turn_half(Real* a, Real* b, const Real* cosine, const Real* sine, std::size_t pairs, Real direction) {
  for_lanes<Real>(pairs, [&]<class V>(std::size_t i) {
    const V first = read<V>(a + i), second = read<V>(b + i);
    const V c = read<V>(cosine + i), s = read<V>(sine + i) * V(direction);
    write(a + i, first * c - second * s);
    write(b + i, first * s + second * c);
  });
}

#ifdef WHEREABOUTS_SIMD_LANES
FloatBatch swap_neighbours(FloatBatch x) {
  return []<std::uint32_t... Lane>(FloatBatch v, std::integer_sequence<std::uint32_t, Lane...>) {
    return xsimd::swizzle(v, xsimd::batch_constant<std::uint32_t, FloatBatch::arch_type, (Lane ^ 1)...>{});
  }
  (x, std::make_integer_sequence<std::uint32_t, FloatBatch::size>{});
}
#endif

// One head: pairs (x[2i], x[2i + 1]).
template <class Real>
void turn_interleaved(Real* x, const Real* cosine, const Real* sine, std::size_t pairs, Real direction) {
  std::size_t i = 0;
#ifdef WHEREABOUTS_SIMD_LANES
  if constexpr (std::is_same_v<Real, float>) {
    constexpr std::size_t w = width<FloatBatch>();
    for (; i + w <= pairs; i += w) {
      const std::size_t at = 2 * i;
      const FloatBatch low = read<FloatBatch>(x + at), high = read<FloatBatch>(x + at + w);
      const FloatBatch c = read<FloatBatch>(cosine + i), s = read<FloatBatch>(sine + i) * FloatBatch(direction);
      // zip_lo and zip_hi double each angle's entry; swapping neighbours gives every entry its partner.
      const FloatBatch c_low = xsimd::zip_lo(c, c), c_high = xsimd::zip_hi(c, c);
      const FloatBatch s_low = xsimd::zip_lo(-s, s), s_high = xsimd::zip_hi(-s, s);
      write(x + at, low * c_low + swap_neighbours(low) * s_low);
      write(x + at + w, high * c_high + swap_neighbours(high) * s_high);
    }
  }
#endif
  for (; i < pairs; ++i) {
    const Real first = x[2 * i], second = x[2 * i + 1], s = sine[i] * direction;
    x[2 * i] = first * cosine[i] - second * s;
    x[2 * i + 1] = first * s + second * cosine[i];
  }
}

template <class Real>
void turn(const Turns<Real>& turns, Rows<Real> x, Real direction) {
  const std::size_t pairs = turns.rotary_dim / 2;
  for (std::size_t r = 0; r < x.rows; ++r) {
    const Real *cosine = turns.cosine.data() + r * pairs, *sine = turns.sine.data() + r * pairs;
    Real* row = x.data + r * x.stride;
    for (std::size_t head = 0; head < x.columns; head += turns.head_dim) {
      if (turns.interleaved) turn_interleaved(row + head, cosine, sine, pairs, direction);
      else turn_half(row + head, row + head + pairs, cosine, sine, pairs, direction);
    }
  }
}

}  // namespace

template <class Real>
void rotate(const Turns<Real>& turns, Rows<Real> x) {
  turn(turns, x, Real(1));
}

template <class Real>
void rotate_transpose(const Turns<Real>& turns, Rows<Real> x) {
  turn(turns, x, Real(-1));
}

template void rotate<float>(const Turns<float>&, Rows<float>);
template void rotate<double>(const Turns<double>&, Rows<double>);
template void rotate_transpose<float>(const Turns<float>&, Rows<float>);
template void rotate_transpose<double>(const Turns<double>&, Rows<double>);

}  // namespace whereabouts
