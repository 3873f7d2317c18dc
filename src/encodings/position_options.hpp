// Reading config.position by an encoding's own parameter descriptions.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "described_options.hpp"
#include "encodings/encoding.hpp"

namespace whereabouts {

/// Where `name` stands among `names`, which are in the order of an enumeration; "unknown_choice" where it is none of them.
std::size_t index_of_choice(std::string_view argument, std::string_view name, const std::vector<std::string>& names);

class PositionOptions : public DescribedOptions {
 public:
  /// `position` must outlive this. Errors: "unknown_option" for a key that is neither "kind", a parameter, nor `also_allowed`.
  PositionOptions(const Json& position, std::vector<ParameterDescription> parameters,
                  std::vector<std::string> also_allowed = {});
};

}  // namespace whereabouts
