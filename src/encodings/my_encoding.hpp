// The place for an encoding of your own. It is registered (registry.hpp) and adds nothing yet.
//
// The smallest change that does something:
//   1. `places`: where position shall enter, e.g. Places::embedding (several: Places::embedding | Places::score).
//   2. The hooks of that place and their backward twins, with the signatures that encoding.hpp states; for embedding:
//        template <class Real> void add(const Pass& pass, ConstRows<Real> table, Rows<Real> x) const;
//        template <class Real> void add_backward(const Pass& pass, ConstRows<Real> d_x, Rows<Real> d_table) const;
//      Row r of x [nq, n_embd] stands at pass.query_positions[r]. Without a trainable table add_backward has nothing to do.
//      A hook that is missing stops the build with a message that names it.
//   3. Parameters: describe them in parameters(), read them in from_json, give them back in to_json. Sliders and the
//      documentation follow; their words stand in the catalogue under "encoding.my_encoding".
// The typed tests (tests/native/encodings_contract.cpp) check gradients, decoding and the JSON round trip of whatever is
// registered. sinusoidal.hpp, rope.hpp and t5_bias.hpp are complete examples, one for each place.
#pragma once

#include "encodings/encoding.hpp"
#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"

namespace whereabouts {

class MyEncoding {
 public:
  static constexpr std::string_view kind = "my_encoding";
  static constexpr Places places = Places::nowhere;

  static std::vector<ParameterDescription> parameters() { return {}; }
  static MyEncoding from_json(const Json& position, const ModelShape&) {
    PositionOptions(position, parameters());
    return {};
  }
  Json to_json() const { return {{"kind", kind}}; }
  std::optional<TableShape> table() const { return std::nullopt; }
  std::optional<std::size_t> max_positions() const { return std::nullopt; }
  void require_positions(std::span<const double> positions) const { require_real_positions(positions); }
  bool depends_on_length(double, double) const { return false; }
};

}  // namespace whereabouts
