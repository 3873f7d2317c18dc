// Reading named options from a JSON object: each with its type, range and default checked, and, at the end, every key
// that nobody asked for refused by name. Errors name the option by its path, e.g. "rope_scaling.factor".
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

using Json = nlohmann::json;

class Options {
 public:
  /// `object` must outlive this; `path` goes before each option's name in errors ("" for none). "wrong_type" where it is
  /// no object; null counts as an empty one.
  explicit Options(const Json& object, std::string path = "");

  /// Whether the option is there; null counts as left out.
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// The value as it stands, or null; counts as asked for.
  const Json& raw(std::string_view name);
  /// "missing" where there is no default.
  double number(std::string_view name, std::optional<double> otherwise, double minimum, double maximum);
  double whole(std::string_view name, std::optional<double> otherwise, double minimum, double maximum);
  bool boolean(std::string_view name, std::optional<bool> otherwise);
  /// One of `choices`.
  std::string choice(std::string_view name, std::optional<std::string> otherwise, const std::vector<std::string>& choices);
  /// Each in [minimum, maximum].
  std::vector<double> numbers(std::string_view name, double minimum, double maximum);
  /// "missing".
  [[noreturn]] void fail_missing(std::string_view name) const;
  /// The option's full name, as errors give it.
  std::string path_of(std::string_view name) const;

  /// Marks a key as known without reading it.
  void allow(std::string_view name) { asked_.emplace_back(name); }
  /// "unknown_option": a key that was never asked for.
  void refuse_others() const;

 private:
  const Json* find(std::string_view name) const;
  const Json& require(std::string_view name);

  const Json& object_;
  std::string path_;
  std::vector<std::string> asked_;
};

/// The name of a value's type as errors give it: "number", "string", "array", "object", "boolean", "null", "bytes".
std::string_view type_name(const Json& value);

}  // namespace whereabouts
