// Rotary positions, RoPE (Su et al. 2021): pair i of every query and key is turned by position * frequency i, so that a
// score depends on positions through their difference only.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"
#include "encodings/rope_scaling.hpp"

namespace whereabouts {

/// Which entries of a head form a pair. The layout belongs to the checkpoint: weights of one read with the other give
/// nonsense without any error.
enum class RopeLayout {
  half,        // i with i + rotary_dim / 2 (GPT-NeoX, Hugging Face Llama)
  interleaved  // 2i with 2i + 1 (RoFormer, GPT-J, Meta's Llama)
};

RopeLayout rope_layout(std::string_view name);
std::string_view to_string(RopeLayout layout);
const std::vector<std::string>& rope_layout_names();

/// The entries of pair i.
struct RopePair {
  std::size_t first, second;
};
constexpr RopePair rope_pair(std::size_t i, std::size_t rotary_dim, RopeLayout layout) {
  return layout == RopeLayout::half ? RopePair{i, i + rotary_dim / 2} : RopePair{2 * i, 2 * i + 1};
}

/// The leading entries of a head that turn: int(head_dim * partial_rotary_factor), as Hugging Face rounds it.
/// Errors: "out_of_range" for head_dim or the factor; "odd_rotary_dim" where the result is odd or 0.
std::size_t rotary_dim_of(double head_dim, double partial_rotary_factor);

struct RopeFrequencies {
  std::vector<double> inverse_frequencies;  // [rotary_dim / 2], radians per position, fastest pair first
  double attention_factor = 1;              // multiplies cos and sin, so that scores get its square
  std::size_t rotary_dim = 0;
};

/// sequence_length matters for "dynamic" and "longrope" only; 0 gives the unscaled and the short frequencies.
RopeFrequencies rope_frequencies(std::size_t rotary_dim, double rope_theta, const RopeScaling& scaling,
                                 double sequence_length = 0);

/// Turns each row of vectors [n, head_dim] in place, row r by positions[r]; entries past rotary_dim stay as they are.
/// (a, b) becomes (a cos - b sin, a sin + b cos). Errors: "wrong_length"; a position that is not finite or too large.
template <class Real>
void rotate(Rows<Real> vectors, std::span<const double> positions, const RopeFrequencies& frequencies, RopeLayout layout);

/// What the frequencies follow from, as a config.json gives it.
struct RopeParameters {
  double rope_theta = 10000;
  double partial_rotary_factor = 1;
  Json rope_scaling;  // null or an object, see rope_scaling.hpp

  /// Reads "rope_theta", "partial_rotary_factor" and "rope_scaling"; newer files nest all of them in one "rope_parameters"
  /// object, which counts first.
  static RopeParameters from_json(Options& options);
  /// The names it reads.
  static const std::vector<std::string>& names();
};

class Rope {
 public:
  static constexpr std::string_view kind = "rope";
  static constexpr Places places = Places::query_key;

  static std::vector<ParameterDescription> parameters();
  /// shape.n_positions stands for max_position_embeddings where rope_scaling leaves something to it.
  static Rope from_json(const Json& position, const ModelShape& shape);
  Json to_json() const;
  std::optional<TableShape> table() const { return std::nullopt; }
  std::optional<std::size_t> max_positions() const { return std::nullopt; }
  void require_positions(std::span<const double> positions) const;
  bool depends_on_length(double length, double other) const { return scaling_.depends_on_length(length, other); }

  template <class Real>
  void prepare_rotation(std::span<const double> positions, double sequence_length, Rotation<Real>& rotation) const;
  template <class Real>
  void rotate(const Rotation<Real>& rotation, Rows<Real> x) const;
  template <class Real>
  void rotate_backward(const Rotation<Real>& rotation, Rows<Real> d_x) const;

 private:
  Rope() = default;

  std::size_t head_dim_ = 0, rotary_dim_ = 0;
  RopeLayout layout_ = RopeLayout::half;
  RopeParameters parameters_;
  RopeScaling scaling_;
};

}  // namespace whereabouts
