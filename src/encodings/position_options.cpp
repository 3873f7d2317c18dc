#include "encodings/position_options.hpp"

#include <algorithm>

#include "error.hpp"

namespace whereabouts {

std::size_t index_of_choice(std::string_view argument, std::string_view name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) fail_choice(argument, name, names);
  return std::size_t(found - names.begin());
}

PositionOptions::PositionOptions(const Json& position, std::vector<ParameterDescription> parameters,
                                 const std::vector<std::string>& also_allowed)
    : options_(position, "position"), parameters_(std::move(parameters)) {
  options_.allow("kind");
  for (const auto& parameter : parameters_) options_.allow(parameter.name);
  for (const auto& name : also_allowed) options_.allow(name);
  options_.refuse_others();
}

const ParameterDescription& PositionOptions::description(std::string_view name) const {
  return *std::find_if(parameters_.begin(), parameters_.end(), [&](const auto& p) { return p.name == name; });
}

double PositionOptions::number(std::string_view name) {
  const auto& p = description(name);
  return options_.number(name, p.default_value.get<double>(), p.minimum.value(), p.maximum.value());
}

double PositionOptions::whole(std::string_view name) {
  const auto& p = description(name);
  return options_.whole(name, p.default_value.get<double>(), p.minimum.value(), p.maximum.value());
}

std::string PositionOptions::choice(std::string_view name) {
  const auto& p = description(name);
  return options_.choice(name, p.default_value.get<std::string>(), p.choices);
}

}  // namespace whereabouts
