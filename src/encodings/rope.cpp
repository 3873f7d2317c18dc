#include "encodings/rope.hpp"

#include <algorithm>
#include <cmath>

#include "encodings/positions.hpp"
#include "error.hpp"

namespace whereabouts {

const std::vector<std::string>& rope_layout_names() {
  static const std::vector<std::string> names{"half", "interleaved"};
  return names;
}

RopeLayout rope_layout(std::string_view name) {
  const auto& names = rope_layout_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) fail_choice("layout", name, names);
  return RopeLayout(found - names.begin());
}

std::string_view to_string(RopeLayout layout) { return rope_layout_names()[std::size_t(layout)]; }

std::size_t rotary_dim_of(double head_dim, double partial_rotary_factor) {
  require_whole("head_dim", head_dim, 1, 65536);
  require_range("partial_rotary_factor", partial_rotary_factor, 0, 1);
  const auto rotary_dim = std::size_t(head_dim * partial_rotary_factor);
  if (rotary_dim == 0 || rotary_dim % 2 == 1)
    throw Error(ErrorCode::invalid_argument, "odd_rotary_dim",
                {{"argument", partial_rotary_factor == 1 ? "head_dim" : "partial_rotary_factor"},
                 {"got", partial_rotary_factor == 1 ? head_dim : partial_rotary_factor},
                 {"rotary_dim", double(rotary_dim)}});
  return rotary_dim;
}

RopeFrequencies rope_frequencies(std::size_t rotary_dim, double rope_theta, const RopeScaling& scaling,
                                 double sequence_length) {
  // A base of 1 would turn all pairs alike, where YaRN's ramp has no place.
  require_range("rope_theta", rope_theta, scaling.type == RopeType::yarn ? 1.001 : 1, 1e12);
  require_range("sequence_length", sequence_length, 0, largest_position + 1);
  return {scaling.inverse_frequencies(rotary_dim, rope_theta, sequence_length), scaling.attention_factor, rotary_dim};
}

template <class Real>
void rotate(Rows<Real> vectors, std::span<const double> positions, const RopeFrequencies& frequencies, RopeLayout layout) {
  require_length("positions", positions.size(), vectors.rows);
  require_real_positions(positions);
  if (vectors.columns < frequencies.rotary_dim) require_length("vectors", vectors.columns, frequencies.rotary_dim);
  for (std::size_t r = 0; r < vectors.rows; ++r) {
    const auto row = vectors[r];
    for (std::size_t i = 0; i < frequencies.inverse_frequencies.size(); ++i) {
      const double angle = positions[r] * frequencies.inverse_frequencies[i];
      const double cosine = frequencies.attention_factor * std::cos(angle);
      const double sine = frequencies.attention_factor * std::sin(angle);
      const auto [first, second] = rope_pair(i, frequencies.rotary_dim, layout);
      const double a = row[first], b = row[second];
      row[first] = Real(a * cosine - b * sine);
      row[second] = Real(a * sine + b * cosine);
    }
  }
}

template void rotate<float>(Rows<float>, std::span<const double>, const RopeFrequencies&, RopeLayout);
template void rotate<double>(Rows<double>, std::span<const double>, const RopeFrequencies&, RopeLayout);

}  // namespace whereabouts
