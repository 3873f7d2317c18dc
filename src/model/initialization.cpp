#include "model/initialization.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "error.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

constexpr double gpt2_deviation = 0.02;

/// FNV-1a, 64 bits (Fowler, Noll and Vo): a seed of its own for each name.
std::uint64_t hash(std::string_view text) {
  std::uint64_t value = 0xcbf29ce484222325u;
  for (const unsigned char byte : text) value = (value ^ byte) * 0x100000001b3u;
  return value;
}

/// The standard deviation of a role's initial weights. Only sqrt and division: the same bits everywhere.
double deviation(Role role, double fan_in, const Config& config, Initialization initialization) {
  const bool gpt2 = initialization == Initialization::gpt2;
  const double plain = gpt2 ? gpt2_deviation : 1 / std::sqrt(fan_in);
  switch (role) {
    case Role::residual_linear:
    case Role::residual_linear_out_in:
      return plain / std::sqrt(2.0 * double(config.n_layer));
    case Role::linear:
    case Role::linear_out_in:
      return plain;
    case Role::embedding:
    case Role::position_rows:
    case Role::head:
      return gpt2 ? gpt2_deviation : 1 / std::sqrt(double(config.n_embd));
    case Role::bias_table:
      return gpt2 ? gpt2_deviation : 0;
    case Role::norm_weight:
    case Role::bias:
      return 0;
  }
  return 0;
}

}  // namespace

Initialization initialization_named(const std::string& name) {
  if (name == "fan_in") return Initialization::fan_in;
  if (name == "gpt2") return Initialization::gpt2;
  fail_choice("initialization", name, {"fan_in", "gpt2"});
}

template <class Real>
void initialize(Parameters<Real>& parameters, const Config& config, Initialization initialization, std::uint64_t seed) {
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    Parameter<Real>& parameter = parameters[index];
    parameter.widen();
    const auto values = parameter.values();
    const double fan_in = double(is_out_in(parameter.role) ? parameter.columns() : parameter.rows());
    const double width = deviation(parameter.role, fan_in, config, initialization);
    if (width == 0) {
      std::fill(values.begin(), values.end(), Real(parameter.role == Role::norm_weight ? 1 : 0));
    } else {
      Random random(seed ^ hash(parameter.name));
      // Rounded to float even where Real is double, so that both start from the same weights.
      for (Real& value : values) value = Real(float(width * random.normal()));
    }
    parameters.touch(index);
  }
}

template void initialize<float>(Parameters<float>&, const Config&, Initialization, std::uint64_t);
template void initialize<double>(Parameters<double>&, const Config&, Initialization, std::uint64_t);

}  // namespace whereabouts
