// Options that are described before they are read: what a menu offers, what documentation lists and what is accepted
// have one declaration.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"

namespace whereabouts {

/// A parameter as menus, sliders and documentation show it. Its words stand in the message catalogue.
struct ParameterDescription {
  std::string name;
  std::string
      type;  // "number", "integer", "boolean", "choice", "text" or "rope_scaling" (an object, see rope_scaling.hpp)
  Json default_value;
  std::optional<double> minimum, maximum;
  std::vector<std::string> choices;
};

/// { name, type, default, min?, max?, choices? }, as listings give it.
Json description_json(const ParameterDescription& parameter);
/// An array of them.
Json description_json(const std::vector<ParameterDescription>& parameters);

class DescribedOptions {
 public:
  /// `object` must outlive this; `path` goes before each option's name in errors ("" for none). Errors:
  /// "unknown_option" for a key that is neither `also_allowed` nor a parameter.
  DescribedOptions(const Json& object, std::string path, std::vector<ParameterDescription> parameters,
                   const std::vector<std::string>& also_allowed = {});

  // The value, or the declared default; errors as in options.hpp, with the declared range.
  double number(std::string_view name);
  double whole(std::string_view name);
  /// The same as a size; its declared minimum must not be negative.
  std::size_t size(std::string_view name) { return static_cast<std::size_t>(whole(name)); }
  bool boolean(std::string_view name);
  std::string choice(std::string_view name);
  /// "missing" where the declared default is null.
  std::string text(std::string_view name);

  Options& options() { return options_; }

 private:
  const ParameterDescription& description(std::string_view name) const;

  Options options_;
  std::vector<ParameterDescription> parameters_;
};

}  // namespace whereabouts
