// The parameters of one exercise instance: read by name once they are known to be sound, and drawn from a seed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"
#include "random.hpp"

namespace whereabouts::exercises {

/// Parameters that check_parameters has accepted.
class Parameters {
 public:
  explicit Parameters(Json values) : values_(std::move(values)) {}

  double number(std::string_view name) const { return values_.at(name).get<double>(); }
  std::size_t whole(std::string_view name) const { return static_cast<std::size_t>(number(name)); }
  std::string text(std::string_view name) const { return values_.at(name).get<std::string>(); }
  std::vector<double> numbers(std::string_view name) const { return values_.at(name).get<std::vector<double>>(); }
  const Json& json() const { return values_; }

 private:
  Json values_;
};

/// Throws "missing".
[[noreturn]] void fail_missing(const std::string& argument);

/// Throws Error unless `values` is an object whose every member is described and of its type and range; `complete` also
/// wants every described parameter to be there. Types: "integer", "number", "choice", "numbers" (a list; minimum and
/// maximum are those of each entry), "integers". Returns the values with every number a double, so that equal instances
/// are equal Json.
Json check_parameters(const std::vector<ParameterDescription>& described, const Json& values, bool complete);

/// Whether a vector of this size can be turned pair by pair: even, 2 to 64.
bool is_rotary_size(std::size_t size);
/// "not_even" unless a vector of this size can be turned pair by pair (2 to 64 entries).
void require_rotary_vector(const std::string& name, const std::vector<double>& vector);
/// Throws "out_of_range" for "parameters.<name>.length" outside [minimum, maximum].
void require_list_length(const std::string& name, std::size_t got, std::size_t minimum, std::size_t maximum);

/// A description as plain data: a table of them costs a page no code.
struct PlainParameter {
  const char* name;
  const char* type;
  double minimum = 0, maximum = 0;
  std::array<const char*, 5> choices = {};  // as many as are needed, the first ones

  operator ParameterDescription() const;
};

// Descriptions, short enough to list one a line.
constexpr PlainParameter integer_parameter(const char* name, double minimum, double maximum) {
  return {name, "integer", minimum, maximum};
}
constexpr PlainParameter number_parameter(const char* name, double minimum, double maximum) {
  return {name, "number", minimum, maximum};
}
constexpr PlainParameter numbers_parameter(const char* name) { return {name, "numbers", -1e6, 1e6}; }
constexpr PlainParameter integers_parameter(const char* name, double minimum, double maximum) {
  return {name, "integers", minimum, maximum};
}
template <std::size_t count>
constexpr PlainParameter choice_parameter(const char* name, const char* const (&choices)[count]) {
  PlainParameter parameter{name, "choice"};
  static_assert(count <= std::tuple_size_v<decltype(parameter.choices)>, "make room for more choices");
  std::copy(std::begin(choices), std::end(choices), parameter.choices.begin());
  return parameter;
}
ParameterDescription choice_parameter(std::string name, std::vector<std::string> choices);

std::vector<ParameterDescription> plain_parameters(std::initializer_list<PlainParameter> list);

/// Draws parameters one after the other. A fixed one keeps its value; the random stream moves on all the same, so that
/// fixing one parameter leaves the others as they were.
class Draw {
 public:
  Draw(Random& random, const Json& fixed) : random_(random), values_(fixed) {}

  /// A whole number in [minimum, maximum].
  std::size_t whole(const std::string& name, std::size_t minimum, std::size_t maximum);
  /// One of the given numbers, each equally likely; repeat one to make it likelier.
  double pick(const std::string& name, const std::vector<double>& from);
  std::string choose(const std::string& name, const std::vector<std::string>& from);
  /// Entries with one decimal in [-1, 1], none of them zero.
  std::vector<double> vector(const std::string& name, std::size_t size);
  /// The same, of one of the given sizes.
  std::vector<double> vector(const std::string& name, const std::vector<std::size_t>& sizes);
  /// Whole numbers in [0, below).
  std::vector<double> integers(const std::string& name, std::size_t size, std::size_t below);
  /// `size` different whole numbers in [0, below), the smallest first.
  std::vector<double> ascending(const std::string& name, std::size_t size, std::size_t below);

  const Json& values() const { return values_; }

 private:
  template <class T>
  T keep(const std::string& name, T drawn);

  Random& random_;
  Json values_;
};

}  // namespace whereabouts::exercises
