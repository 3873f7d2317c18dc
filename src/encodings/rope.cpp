#include "encodings/rope.hpp"

#include <cmath>

#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"
#include "error.hpp"
#include "kernels/rotate.hpp"

namespace whereabouts {
namespace {

constexpr double largest_theta = 1e12;

// Calls write(pair, cosine, sine) for one position, the attention factor multiplied in.
template <class Write>
void for_each_turn(double position, std::span<const double> inverse_frequencies, double attention_factor, Write write) {
  for (std::size_t i = 0; i < inverse_frequencies.size(); ++i) {
    const double angle = position * inverse_frequencies[i];
    write(i, attention_factor * std::cos(angle), attention_factor * std::sin(angle));
  }
}

// A base of 1 would turn all pairs alike, where YaRN's ramp has no place.
void require_theta(double rope_theta, const RopeScaling& scaling) {
  require_range("rope_theta", rope_theta, scaling.type == RopeType::yarn ? 1.001 : 1, largest_theta);
}

}  // namespace

const std::vector<std::string>& rope_layout_names() {
  static const std::vector<std::string> names{"half", "interleaved"};
  return names;
}

RopeLayout rope_layout(std::string_view name) {
  return RopeLayout(index_of_choice("layout", name, rope_layout_names()));
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
  require_theta(rope_theta, scaling);
  require_range("sequence_length", sequence_length, 0, largest_position + 1);
  RopeFrequencies result{std::vector<double>(rotary_dim / 2), scaling.attention_factor, rotary_dim};
  scaling.inverse_frequencies(rope_theta, sequence_length, result.inverse_frequencies);
  return result;
}

template <class Real>
void rotate(Rows<Real> vectors, std::span<const double> positions, const RopeFrequencies& frequencies, RopeLayout layout) {
  require_length("positions", positions.size(), vectors.rows);
  require_real_positions(positions);
  if (vectors.columns < frequencies.rotary_dim) require_length("vectors", vectors.columns, frequencies.rotary_dim);
  for (std::size_t r = 0; r < vectors.rows; ++r) {
    const auto row = vectors[r];
    for_each_turn(positions[r], frequencies.inverse_frequencies, frequencies.attention_factor,
                  [&](std::size_t i, double cosine, double sine) {
                    const auto [first, second] = rope_pair(i, frequencies.rotary_dim, layout);
                    const double a = row[first], b = row[second];
                    row[first] = Real(a * cosine - b * sine);
                    row[second] = Real(a * sine + b * cosine);
                  });
  }
}

template void rotate<float>(Rows<float>, std::span<const double>, const RopeFrequencies&, RopeLayout);
template void rotate<double>(Rows<double>, std::span<const double>, const RopeFrequencies&, RopeLayout);

const std::vector<std::string>& RopeParameters::names() {
  static const std::vector<std::string> names{"rope_theta", "partial_rotary_factor", "rope_scaling", "rope_parameters"};
  return names;
}

RopeParameters RopeParameters::from_json(Options& options) {
  RopeParameters result;
  result.rope_theta = options.number("rope_theta", result.rope_theta, 1, largest_theta);
  result.partial_rotary_factor = options.number("partial_rotary_factor", result.partial_rotary_factor, 0, 1);
  result.rope_scaling = options.raw("rope_scaling");
  if (options.has("rope_parameters")) {
    const Json& given = options.raw("rope_parameters");
    Options nested(given, options.path_of("rope_parameters"));
    result.rope_theta = nested.number("rope_theta", result.rope_theta, 1, largest_theta);
    result.partial_rotary_factor = nested.number("partial_rotary_factor", result.partial_rotary_factor, 0, 1);
    if (nested.has("rope_type") || nested.has("type")) result.rope_scaling = given;
  }
  return result;
}

std::vector<ParameterDescription> Rope::parameters() {
  const RopeParameters defaults;
  return {{"layout", "choice", "half", {}, {}, rope_layout_names()},
          {"rope_theta", "number", defaults.rope_theta, 1, largest_theta, {}},
          {"partial_rotary_factor", "number", defaults.partial_rotary_factor, 0, 1, {}},
          {"rope_scaling", "rope_scaling", nullptr, {}, {}, {}}};
}

Rope Rope::from_json(const Json& position, const ModelShape& shape) {
  PositionOptions options(position, parameters(), RopeParameters::names());
  Rope rope;
  rope.layout_ = rope_layout(options.choice("layout"));
  rope.parameters_ = RopeParameters::from_json(options.options());
  rope.head_dim_ = shape.head_dim;
  rope.rotary_dim_ = rotary_dim_of(double(shape.head_dim), rope.parameters_.partial_rotary_factor);
  const auto context = shape.n_positions > 0 ? std::optional<double>(shape.n_positions) : std::nullopt;
  rope.scaling_ = RopeScaling::from_json(rope.parameters_.rope_scaling, rope.rotary_dim_, context);
  require_theta(rope.parameters_.rope_theta, rope.scaling_);
  return rope;
}

Json Rope::to_json() const {
  return {{"kind", kind},
          {"layout", to_string(layout_)},
          {"rope_theta", parameters_.rope_theta},
          {"partial_rotary_factor", parameters_.partial_rotary_factor},
          {"rope_scaling", parameters_.rope_scaling}};
}

void Rope::require_positions(std::span<const double> positions) const { require_real_positions(positions); }

template <class Real>
void Rope::prepare_rotation(std::span<const double> positions, double sequence_length, Rotation<Real>& rotation) const {
  const std::size_t pairs = rotary_dim_ / 2;
  rotation.rotary_dim = rotary_dim_;
  rotation.interleaved = layout_ == RopeLayout::interleaved;
  rotation.inverse_frequencies.resize(pairs);
  rotation.cosine.resize(positions.size() * pairs);
  rotation.sine.resize(positions.size() * pairs);
  scaling_.inverse_frequencies(parameters_.rope_theta, sequence_length, rotation.inverse_frequencies);
  for (std::size_t r = 0; r < positions.size(); ++r)
    for_each_turn(positions[r], rotation.inverse_frequencies, scaling_.attention_factor,
                  [&](std::size_t i, double cosine, double sine) {
                    rotation.cosine[r * pairs + i] = Real(cosine);
                    rotation.sine[r * pairs + i] = Real(sine);
                  });
}

template <class Real>
void Rope::rotate(const Rotation<Real>& rotation, Rows<Real> x) const {
  whereabouts::rotate<Real>({head_dim_, rotation.rotary_dim, rotation.interleaved, rotation.cosine, rotation.sine}, x);
}

// A rotation's transpose turns back; the attention factor in cos and sin multiplies both ways.
template <class Real>
void Rope::rotate_backward(const Rotation<Real>& rotation, Rows<Real> d_x) const {
  whereabouts::rotate_transpose<Real>({head_dim_, rotation.rotary_dim, rotation.interleaved, rotation.cosine, rotation.sine},
                                      d_x);
}

template void Rope::prepare_rotation<float>(std::span<const double>, double, Rotation<float>&) const;
template void Rope::prepare_rotation<double>(std::span<const double>, double, Rotation<double>&) const;
template void Rope::rotate<float>(const Rotation<float>&, Rows<float>) const;
template void Rope::rotate<double>(const Rotation<double>&, Rows<double>) const;
template void Rope::rotate_backward<float>(const Rotation<float>&, Rows<float>) const;
template void Rope::rotate_backward<double>(const Rotation<double>&, Rows<double>) const;

}  // namespace whereabouts
