#include "described_options.hpp"

#include <algorithm>

#include "error.hpp"

namespace whereabouts {

Json description_json(const ParameterDescription& parameter) {
  Json json{{"name", parameter.name}, {"type", parameter.type}, {"default", parameter.default_value}};
  if (parameter.minimum) json["min"] = *parameter.minimum;
  if (parameter.maximum) json["max"] = *parameter.maximum;
  if (!parameter.choices.empty()) json["choices"] = parameter.choices;
  return json;
}

Json description_json(const std::vector<ParameterDescription>& parameters) {
  Json list = Json::array();
  for (const auto& parameter : parameters) list.push_back(description_json(parameter));
  return list;
}

DescribedOptions::DescribedOptions(const Json& object, std::string path, std::vector<ParameterDescription> parameters,
                                   const std::vector<std::string>& also_allowed)
    : options_(object, std::move(path)), parameters_(std::move(parameters)) {
  for (const auto& name : also_allowed) options_.allow(name);
  for (const auto& parameter : parameters_) options_.allow(parameter.name);
  options_.refuse_others();
}

const ParameterDescription& DescribedOptions::description(std::string_view name) const {
  return *std::find_if(parameters_.begin(), parameters_.end(), [&](const auto& p) { return p.name == name; });
}

double DescribedOptions::number(std::string_view name) {
  const auto& p = description(name);
  return options_.number(name, p.default_value.get<double>(), p.minimum.value(), p.maximum.value());
}

double DescribedOptions::whole(std::string_view name) {
  const auto& p = description(name);
  return options_.whole(name, p.default_value.get<double>(), p.minimum.value(), p.maximum.value());
}

bool DescribedOptions::boolean(std::string_view name) {
  return options_.boolean(name, description(name).default_value.get<bool>());
}

std::string DescribedOptions::choice(std::string_view name) {
  const auto& p = description(name);
  return options_.choice(name, p.default_value.get<std::string>(), p.choices);
}

std::string DescribedOptions::text(std::string_view name) {
  const Json& otherwise = description(name).default_value;
  const Json& value = options_.has(name) ? options_.raw(name) : otherwise;
  if (value.is_null()) options_.fail_missing(name);
  if (!value.is_string()) fail_type(options_.path_of(name), type_name(value), "string");
  return value.get<std::string>();
}

}  // namespace whereabouts
