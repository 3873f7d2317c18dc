#include "exercises/parameters.hpp"

#include <algorithm>
#include <limits>

#include "error.hpp"
#include "options.hpp"

namespace whereabouts::exercises {
namespace {

constexpr std::size_t longest_list = 1024;  // no exercise asks for more; keeps a hostile instance from costing memory

double checked_number(const ParameterDescription& description, const std::string& argument, const Json& value) {
  if (!value.is_number()) fail_type(argument, type_name(value), "number");
  const double number = value.get<double>();
  constexpr double unlimited = std::numeric_limits<double>::max();
  const double minimum = description.minimum.value_or(-unlimited), maximum = description.maximum.value_or(unlimited);
  if (description.type == "integer" || description.type == "integers")
    require_whole(argument, number, minimum, maximum);
  else
    require_range(argument, number, minimum, maximum);
  return number;
}

Json checked_value(const ParameterDescription& description, const Json& value) {
  const std::string argument = "parameters." + description.name;
  if (description.type == "choice") {
    if (!value.is_string()) fail_type(argument, type_name(value), "string");
    const auto text = value.get<std::string>();
    if (std::find(description.choices.begin(), description.choices.end(), text) == description.choices.end())
      fail_choice(argument, text, description.choices);
    return text;
  }
  if (description.type == "integer" || description.type == "number")
    return checked_number(description, argument, value);
  if (!value.is_array()) fail_type(argument, type_name(value), "array");
  require_range(argument + ".length", double(value.size()), 1, double(longest_list));
  Json list = Json::array();
  for (std::size_t i = 0; i < value.size(); ++i)
    list.push_back(checked_number(description, argument + "[" + std::to_string(i) + "]", value[i]));
  return list;
}

}  // namespace

void fail_missing(const std::string& argument) {
  throw Error(ErrorCode::invalid_argument, "missing", {{"argument", argument}});
}

Json check_parameters(const std::vector<ParameterDescription>& descriptions, const Json& values, bool complete) {
  if (!values.is_object()) fail_type("parameters", type_name(values), "object");
  Json checked = Json::object();
  for (const auto& [name, value] : values.items()) {
    const auto description =
        std::find_if(descriptions.begin(), descriptions.end(),
                     [&name = name](const ParameterDescription& candidate) { return candidate.name == name; });
    if (description == descriptions.end()) {
      std::vector<std::string> names;
      for (const auto& candidate : descriptions) names.push_back(candidate.name);
      fail_choice("parameters", name, names);
    }
    checked[name] = checked_value(*description, value);
  }
  if (complete)
    for (const auto& description : descriptions)
      if (!checked.contains(description.name)) fail_missing("parameters." + description.name);
  return checked;
}

void require_list_length(const std::string& name, std::size_t got, std::size_t minimum, std::size_t maximum) {
  require_range("parameters." + name + ".length", double(got), double(minimum), double(maximum));
}

bool is_rotary_size(std::size_t size) { return size >= 2 && size <= 64 && size % 2 == 0; }

void require_rotary_vector(const std::string& name, const std::vector<double>& vector) {
  require_list_length(name, vector.size(), 2, 64);
  if (vector.size() % 2 == 1)
    throw Error(ErrorCode::invalid_argument, "not_even",
                {{"argument", "parameters." + name + ".length"}, {"got", double(vector.size())}});
}

PlainParameter::operator ParameterDescription() const {
  ParameterDescription description;
  description.name = name;
  description.type = type;
  if (minimum < maximum) {
    description.minimum = minimum;
    description.maximum = maximum;
  }
  for (const char* choice : choices)
    if (choice) description.choices.push_back(choice);
  return description;
}

ParameterDescription choice_parameter(std::string name, std::vector<std::string> choices) {
  ParameterDescription description;
  description.name = std::move(name);
  description.type = "choice";
  description.choices = std::move(choices);
  return description;
}

std::vector<ParameterDescription> plain_parameters(std::initializer_list<PlainParameter> list) {
  return {list.begin(), list.end()};
}

template <class T>
T Draw::keep(const std::string& name, T drawn) {
  if (values_.contains(name)) return values_.at(name).get<T>();
  values_[name] = drawn;
  return drawn;
}

std::size_t Draw::whole(const std::string& name, std::size_t minimum, std::size_t maximum) {
  const auto drawn = random_.between(std::int64_t(minimum), std::int64_t(maximum));
  return static_cast<std::size_t>(keep(name, double(drawn)));
}

double Draw::pick(const std::string& name, const std::vector<double>& from) {
  return keep(name, from[random_.below(from.size())]);
}

std::string Draw::choose(const std::string& name, const std::vector<std::string>& from) {
  return keep(name, from[random_.below(from.size())]);
}

std::vector<double> Draw::vector(const std::string& name, std::size_t size) {
  std::vector<double> drawn(size);
  for (double& entry : drawn) {
    const double tenths = double(random_.between(1, 10));
    entry = (random_.below(2) == 0 ? tenths : -tenths) / 10;
  }
  return keep(name, std::move(drawn));
}

std::vector<double> Draw::vector(const std::string& name, const std::vector<std::size_t>& sizes) {
  return vector(name, sizes[random_.below(sizes.size())]);
}

std::vector<double> Draw::integers(const std::string& name, std::size_t size, std::size_t below) {
  std::vector<double> drawn(size);
  for (double& entry : drawn) entry = double(random_.below(below));
  return keep(name, std::move(drawn));
}

std::vector<double> Draw::ascending(const std::string& name, std::size_t size, std::size_t below) {
  // Each number in turn is taken as often as it is among so many of so many (Knuth, vol. 2, algorithm S).
  std::vector<double> drawn;
  for (std::size_t number = 0; drawn.size() < size; ++number)
    if (random_.below(below - number) < size - drawn.size()) drawn.push_back(double(number));
  return keep(name, std::move(drawn));
}

}  // namespace whereabouts::exercises
