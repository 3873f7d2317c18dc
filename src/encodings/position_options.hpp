// Reading config.position by an encoding's own parameter descriptions, so that what a menu offers and what is read
// have one declaration.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"

namespace whereabouts {

/// Where `name` stands among `names`, which are in the order of an enumeration; "unknown_choice" where it is none of them.
std::size_t index_of_choice(std::string_view argument, std::string_view name, const std::vector<std::string>& names);

class PositionOptions {
 public:
  /// `position` must outlive this. Errors: "unknown_option" for a key that is neither "kind", a parameter, nor `also_allowed`.
  PositionOptions(const Json& position, std::vector<ParameterDescription> parameters,
                  const std::vector<std::string>& also_allowed = {});

  // The value, or the declared default; errors as in options.hpp, with the declared range.
  double number(std::string_view name);
  double whole(std::string_view name);
  std::string choice(std::string_view name);

  Options& options() { return options_; }

 private:
  const ParameterDescription& description(std::string_view name) const;

  Options options_;
  std::vector<ParameterDescription> parameters_;
};

}  // namespace whereabouts
