// The values that stand in a sentence: "{{"position", 3}, {"row", shown(row)}}". There are hundreds of them, in code
// that every page loads, so their making is small: the list refers to what it was made of, and only one function turns
// it into Json.
#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"

namespace whereabouts::exercises {

/// A string, a number, a list of numbers, or numbers to be shown with so many decimals. Refers to its string or list:
/// make it where it is handed over.
class Value {
 public:
  Value(double number) : number_(number) {}
  template <std::integral Whole>
  Value(Whole number) : number_(double(number)) {}
  Value(const char* text) : text_(text) {}
  Value(std::string_view text) : text_(text) {}
  Value(const std::string& text) : text_(text) {}
  Value(const std::vector<double>& list) : list_(&list) {}

  /// The same number or list, shown with `decimals` decimals: {"value": ..., "decimals": ...}.
  Value with_decimals(int decimals) const;
  Json json() const;

 private:
  std::string_view text_;
  const std::vector<double>* list_ = nullptr;
  double number_ = 0;
  int decimals_ = -1;  // none asked for
};

Value shown(double value, int decimals = 3);
Value shown(const std::vector<double>& values, int decimals = 3);

struct NamedValue {
  const char* name;
  Value value;
};

/// Values by the names of their placeholders.
class Values {
 public:
  Values() = default;
  Values(std::initializer_list<NamedValue> list);
  explicit Values(Json object) : json_(std::move(object)) {}

  Values& add(const char* name, const Value& value);
  const Json& json() const { return json_; }

 private:
  Json json_ = Json::object();
};

}  // namespace whereabouts::exercises
