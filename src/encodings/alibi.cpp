#include "encodings/alibi.hpp"

#include <bit>
#include <cmath>

#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"
#include "error.hpp"

namespace whereabouts {

std::vector<double> alibi_slopes(std::size_t n_head) {
  require_range("n_head", double(n_head), 1, 65536);
  const std::size_t power = std::bit_floor(n_head);
  std::vector<double> slopes(n_head);
  for (std::size_t h = 0; h < power; ++h) slopes[h] = std::exp2(-8 * double(h + 1) / double(power));
  // The slopes numbered 0, 2, 4 ... among those of 2 * power heads.
  for (std::size_t h = power; h < n_head; ++h) slopes[h] = std::exp2(-8 * double(2 * (h - power) + 1) / double(2 * power));
  return slopes;
}

template <class Real>
void alibi_bias(std::span<const double> slopes, std::span<const double> query_positions,
                std::span<const double> key_positions, std::span<Real> out) {
  require_length("out", out.size(), slopes.size() * query_positions.size() * key_positions.size());
  require_real_positions(query_positions, "query_positions");
  require_real_positions(key_positions, "key_positions");
  auto next = out.begin();
  for (const double slope : slopes)
    for (const double query : query_positions)
      for (const double key : key_positions) *next++ = Real(-slope * std::fabs(query - key));
}

template void alibi_bias<float>(std::span<const double>, std::span<const double>, std::span<const double>, std::span<float>);
template void alibi_bias<double>(std::span<const double>, std::span<const double>, std::span<const double>,
                                 std::span<double>);

Alibi Alibi::from_json(const Json& position, const ModelShape& shape) {
  PositionOptions(position, parameters());
  return Alibi(shape.n_head);
}

void Alibi::require_positions(std::span<const double> positions) const { require_real_positions(positions); }

template <class Real>
void Alibi::bias(const Pass& pass, ConstRows<Real>, std::span<Real> out) const {
  alibi_bias<Real>(slopes_, pass.query_positions, pass.key_positions, out);
}

// The slopes are fixed: nothing is trained.
template <class Real>
void Alibi::bias_backward(const Pass&, std::span<const Real>, Rows<Real>) const {}

template void Alibi::bias<float>(const Pass&, ConstRows<float>, std::span<float>) const;
template void Alibi::bias<double>(const Pass&, ConstRows<double>, std::span<double>) const;
template void Alibi::bias_backward<float>(const Pass&, std::span<const float>, Rows<float>) const;
template void Alibi::bias_backward<double>(const Pass&, std::span<const double>, Rows<double>) const;

}  // namespace whereabouts
