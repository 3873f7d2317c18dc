// Sinusoidal positions (Vaswani et al. 2017, section 3.5): every pair of columns is a clock hand, turning at its own speed.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"

namespace whereabouts {

/// Where the sines and cosines of a row stand.
enum class SinusoidalLayout {
  interleaved,   // the paper's: sin, cos, sin, cos ...; pair i turns at base^(-2i / width)
  concatenated,  // the same angles, all sines first (Hugging Face Marian, Pegasus)
  tensor2tensor  // all sines first, but pair i turns at base^(-i / (floor(width / 2) - 1)); an odd width ends in a zero column
};

SinusoidalLayout sinusoidal_layout(std::string_view name);
std::string_view to_string(SinusoidalLayout layout);
const std::vector<std::string>& sinusoidal_layout_names();

/// Radians per position of every pair, fastest first: ceil(width / 2) of them (an odd width's last pair has only its sine),
/// floor(width / 2) for tensor2tensor. Errors: "out_of_range" for width 0 or a base outside 1 .. 1e12; "tensor2tensor_width"
/// for tensor2tensor with width 2 or 3, whose only pair has the undefined exponent 0 / 0.
std::vector<double> sinusoidal_frequencies(std::size_t width, double base, SinusoidalLayout layout);

/// The columns of pair i in a row of `width`. For the last pair of an odd width `cosine` is `width`: there is none.
struct SinusoidalColumns {
  std::size_t sine, cosine;
};
SinusoidalColumns sinusoidal_columns(std::size_t pair, std::size_t width, SinusoidalLayout layout);

/// table[r] = the row of positions[r]; table is [positions.size(), width]. Angles are computed in double precision whatever
/// Real is. Errors: those above; "out_of_range" or "not_finite" naming a position.
template <class Real>
void position_table(std::span<const double> positions, double base, SinusoidalLayout layout, Rows<Real> table);

/// The table's rows, times `scale`, added to the embeddings. Nothing is trained.
class Sinusoidal {
 public:
  static constexpr std::string_view kind = "sinusoidal";
  static constexpr Places places = Places::embedding;

  static std::vector<ParameterDescription> parameters();
  static Sinusoidal from_json(const Json& position, const ModelShape& shape);
  Json to_json() const;
  std::optional<TableShape> table() const { return std::nullopt; }
  std::optional<std::size_t> max_positions() const { return std::nullopt; }
  void require_positions(std::span<const double> positions) const;
  bool depends_on_length(double, double) const { return false; }

  template <class Real>
  void add(const Pass& pass, ConstRows<Real> table, Rows<Real> x) const;
  template <class Real>
  void add_backward(const Pass& pass, ConstRows<Real> d_x, Rows<Real> d_table) const;

 private:
  Sinusoidal() = default;

  std::size_t width_ = 0;
  double base_ = 0, scale_ = 0;
  SinusoidalLayout layout_ = SinusoidalLayout::interleaved;
  std::vector<double> frequencies_;
};

}  // namespace whereabouts
