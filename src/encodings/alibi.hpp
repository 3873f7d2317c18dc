// ALiBi, attention with linear biases (Press, Smith and Lewis 2022): a key costs its distance times the head's slope.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "encodings/encoding.hpp"

namespace whereabouts {

/// One slope a head, in the released code's order: 2^(-8 (h + 1) / n_head) where n_head is a power of two; otherwise those of
/// the next lower power of two, then every other slope of the next higher one. Errors: "out_of_range" outside 1 .. 65536.
std::vector<double> alibi_slopes(std::size_t n_head);

/// out[h, i, j] = -slopes[h] * |query_positions[i] - key_positions[j]|; out is [heads, nq, nk], contiguous.
/// Under a causal mask the absolute value changes nothing; without one it keeps the cost symmetric.
template <class Real>
void alibi_bias(std::span<const double> slopes, std::span<const double> query_positions,
                std::span<const double> key_positions, std::span<Real> out);

class Alibi {
 public:
  static constexpr std::string_view kind = "alibi";
  static constexpr Places places = Places::score;

  static std::vector<ParameterDescription> parameters() { return {}; }
  static Alibi from_json(const Json& position, const ModelShape& shape);
  Json to_json() const { return {{"kind", kind}}; }
  std::optional<TableShape> table() const { return std::nullopt; }
  std::optional<std::size_t> max_positions() const { return std::nullopt; }
  void require_positions(std::span<const double> positions) const;
  bool depends_on_length(double, double) const { return false; }

  template <class Real>
  void bias(const Pass& pass, ConstRows<Real> table, std::span<Real> out) const;
  template <class Real>
  void bias_backward(const Pass& pass, std::span<const Real> d_scores, Rows<Real> d_table) const;

 private:
  explicit Alibi(std::size_t n_head) : slopes_(alibi_slopes(n_head)) {}

  std::vector<double> slopes_;
};

}  // namespace whereabouts
