#include "encodings/learned.hpp"

#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"
#include "error.hpp"
#include "kernels/elementwise.hpp"

namespace whereabouts {

Learned Learned::from_json(const Json& position, const ModelShape& shape) {
  PositionOptions(position, parameters());
  require_range("n_positions", double(shape.n_positions), 1, largest_position);
  return {shape.n_positions, shape.n_embd};
}

void Learned::require_positions(std::span<const double> positions) const { require_table_positions(positions, rows_); }

// Both hooks check again: reading past the table would not trap in WebAssembly.
template <class Real>
void Learned::add(const Pass& pass, ConstRows<Real> table, Rows<Real> x) const {
  require_table_positions(pass.query_positions, table.rows);
  for (std::size_t r = 0; r < x.rows; ++r)
    whereabouts::add(x[r], table[std::size_t(pass.query_positions[r])]);  // x[r] += table[position]
}

template <class Real>
void Learned::add_backward(const Pass& pass, ConstRows<Real> d_x, Rows<Real> d_table) const {
  require_table_positions(pass.query_positions, d_table.rows);
  for (std::size_t r = 0; r < d_x.rows; ++r)
    whereabouts::add(d_table[std::size_t(pass.query_positions[r])], d_x[r]);  // d_table[position] += d_x[r]
}

template void Learned::add<float>(const Pass&, ConstRows<float>, Rows<float>) const;
template void Learned::add<double>(const Pass&, ConstRows<double>, Rows<double>) const;
template void Learned::add_backward<float>(const Pass&, ConstRows<float>, Rows<float>) const;
template void Learned::add_backward<double>(const Pass&, ConstRows<double>, Rows<double>) const;

}  // namespace whereabouts
