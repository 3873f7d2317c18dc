// No positional encoding at all ("NoPE", Kazemnejad et al. 2023): what a causal mask alone tells about order.
#pragma once

#include "encodings/encoding.hpp"
#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"

namespace whereabouts {

class NoEncoding {
 public:
  static constexpr std::string_view kind = "none";
  static constexpr Places places = Places::nowhere;

  static std::vector<ParameterDescription> parameters() { return {}; }
  static NoEncoding from_json(const Json& position, const ModelShape&) {
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
