#include "exercises/values.hpp"

namespace whereabouts::exercises {

Value shown(double value, int decimals) { return Value(value).with_decimals(decimals); }
Value shown(const std::vector<double>& values, int decimals) { return Value(values).with_decimals(decimals); }

Value Value::with_decimals(int decimals) const {
  Value value = *this;
  value.decimals_ = decimals;
  return value;
}

Json Value::json() const {
  if (text_.data()) return std::string(text_);
  Json numbers = list_ ? Json(*list_) : Json(number_);
  if (decimals_ < 0) return numbers;
  Json json;
  json["value"] = std::move(numbers);
  json["decimals"] = decimals_;
  return json;
}

Values::Values(std::initializer_list<NamedValue> list) {
  for (const NamedValue& entry : list) add(entry.name, entry.value);
}

Values& Values::add(const char* name, const Value& value) {
  json_[name] = value.json();
  return *this;
}

}  // namespace whereabouts::exercises
