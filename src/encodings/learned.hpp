// A learned table: row i is added to the embedding of the token at position i (Gehring et al. 2017; GPT-2's "wpe.weight").
// There is no row after the last one: such a position is an error, never another row.
#pragma once

#include "encodings/encoding.hpp"

namespace whereabouts {

class Learned {
 public:
  static constexpr std::string_view kind = "learned";
  static constexpr Places places = Places::embedding;

  static std::vector<ParameterDescription> parameters() { return {}; }
  /// The table has shape.n_positions rows.
  static Learned from_json(const Json& position, const ModelShape& shape);
  Json to_json() const { return {{"kind", kind}}; }
  std::optional<TableShape> table() const { return TableShape{"wpe.weight", rows_, width_}; }
  std::optional<std::size_t> max_positions() const { return rows_; }
  void require_positions(std::span<const double> positions) const;
  bool depends_on_length(double, double) const { return false; }

  template <class Real>
  void add(const Pass& pass, ConstRows<Real> table, Rows<Real> x) const;
  template <class Real>
  void add_backward(const Pass& pass, ConstRows<Real> d_x, Rows<Real> d_table) const;

 private:
  Learned(std::size_t rows, std::size_t width) : rows_(rows), width_(width) {}

  std::size_t rows_, width_;
};

}  // namespace whereabouts
