#include "options.hpp"

#include <algorithm>
#include <limits>

#include "error.hpp"

namespace whereabouts {

std::string_view type_name(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::object: return "object";
    case Json::value_t::array: return "array";
    case Json::value_t::string: return "string";
    case Json::value_t::boolean: return "boolean";
    case Json::value_t::binary: return "bytes";
    default: return "number";
  }
}

Options::Options(const Json& object, std::string path) : object_(object), path_(std::move(path)) {
  if (!object.is_object() && !object.is_null()) fail_type(path_.empty() ? "options" : path_, type_name(object), "object");
}

const Json* Options::find(std::string_view name) const {
  if (!object_.is_object()) return nullptr;
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

const Json& Options::raw(std::string_view name) {
  static const Json null;
  allow(name);
  const Json* value = find(name);
  return value ? *value : null;
}

const Json& Options::require(std::string_view name) {
  const Json& value = raw(name);
  if (value.is_null()) fail_missing(name);
  return value;
}

std::string Options::path_of(std::string_view name) const { return path_.empty() ? std::string(name) : path_ + "." + std::string(name); }

void Options::fail_missing(std::string_view name) const {
  throw Error(ErrorCode::invalid_argument, "missing", {{"argument", path_of(name)}});
}

double Options::number(std::string_view name, std::optional<double> otherwise, double minimum, double maximum) {
  if (otherwise && !has(name)) {
    allow(name);
    return *otherwise;
  }
  const Json& value = require(name);
  if (!value.is_number()) fail_type(path_of(name), type_name(value), "number");
  const double number = value.get<double>();
  require_range(path_of(name), number, minimum, maximum);
  return number;
}

double Options::whole(std::string_view name, std::optional<double> otherwise, double minimum, double maximum) {
  const bool given = has(name);
  constexpr double any = std::numeric_limits<double>::max();
  const double number = this->number(name, otherwise, -any, any);
  if (given) require_whole(path_of(name), number, minimum, maximum);
  return number;
}

bool Options::boolean(std::string_view name, std::optional<bool> otherwise) {
  if (otherwise && !has(name)) {
    allow(name);
    return *otherwise;
  }
  const Json& value = require(name);
  if (!value.is_boolean()) fail_type(path_of(name), type_name(value), "boolean");
  return value.get<bool>();
}

std::string Options::choice(std::string_view name, std::optional<std::string> otherwise,
                            const std::vector<std::string>& choices) {
  if (otherwise && !has(name)) {
    allow(name);
    return *otherwise;
  }
  const Json& value = require(name);
  if (!value.is_string()) fail_type(path_of(name), type_name(value), "string");
  const auto& text = value.get_ref<const std::string&>();
  if (std::find(choices.begin(), choices.end(), text) == choices.end()) fail_choice(path_of(name), text, choices);
  return text;
}

std::vector<double> Options::numbers(std::string_view name, double minimum, double maximum) {
  const Json& value = require(name);
  if (!value.is_array()) fail_type(path_of(name), type_name(value), "array");
  std::vector<double> result;
  result.reserve(value.size());
  for (const Json& item : value) {
    const std::string item_path = path_of(name) + "[" + std::to_string(result.size()) + "]";
    if (!item.is_number()) fail_type(item_path, type_name(item), "number");
    require_range(item_path, item.get<double>(), minimum, maximum);
    result.push_back(item.get<double>());
  }
  return result;
}

void Options::refuse_others() const {
  if (!object_.is_object()) return;
  for (const auto& [key, value] : object_.items()) {
    if (std::find(asked_.begin(), asked_.end(), key) != asked_.end()) continue;
    std::string list;
    for (const auto& name : asked_) list += (list.empty() ? "" : ", ") + name;
    throw Error(ErrorCode::invalid_argument, "unknown_option", {{"argument", path_of(key)}, {"choices", list}});
  }
}

}  // namespace whereabouts
