#include "encodings/position_options.hpp"

#include <algorithm>

#include "error.hpp"

namespace whereabouts {
namespace {

std::vector<std::string> with_kind(std::vector<std::string> names) {
  names.insert(names.begin(), "kind");
  return names;
}

}  // namespace

std::size_t index_of_choice(std::string_view argument, std::string_view name, const std::vector<std::string>& names) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) fail_choice(argument, name, names);
  return std::size_t(found - names.begin());
}

PositionOptions::PositionOptions(const Json& position, std::vector<ParameterDescription> parameters,
                                 std::vector<std::string> also_allowed)
    : DescribedOptions(position, "position", std::move(parameters), with_kind(std::move(also_allowed))) {}

}  // namespace whereabouts
