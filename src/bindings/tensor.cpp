#include "bindings/tensor.hpp"

#include <cstring>
#include <limits>
#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

template <class Number>
Json to_binary(std::span<const Number> values, BinaryKind kind) {
  std::vector<std::uint8_t> bytes(values.size_bytes());
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return Json::binary(std::move(bytes), static_cast<Json::binary_t::subtype_type>(kind));
}

template <class Number>
std::vector<double> from_bytes(const Json::binary_t& bytes) {
  std::vector<double> values(bytes.size() / sizeof(Number));
  for (std::size_t i = 0; i < values.size(); ++i) {
    Number value;
    std::memcpy(&value, bytes.data() + i * sizeof(Number), sizeof(Number));
    values[i] = double(value);
  }
  return values;
}

std::vector<double> from_binary(const Json::binary_t& bytes) {
  switch (static_cast<BinaryKind>(bytes.has_subtype() ? bytes.subtype() : 4)) {
    case BinaryKind::float32: return from_bytes<float>(bytes);
    case BinaryKind::float64: return from_bytes<double>(bytes);
    case BinaryKind::int32: return from_bytes<std::int32_t>(bytes);
    default: return from_bytes<std::uint8_t>(bytes);
  }
}

bool is_tensor(const Json& value) { return value.is_object() && value.contains("data") && value.contains("shape"); }

}  // namespace

Json binary(std::span<const float> values) { return to_binary(values, BinaryKind::float32); }
Json binary(std::span<const double> values) { return to_binary(values, BinaryKind::float64); }
Json binary(std::span<const std::int32_t> values) { return to_binary(values, BinaryKind::int32); }
Json binary(std::span<const std::uint8_t> values) { return to_binary(values, BinaryKind::bytes); }

Json tensor(Json data, std::span<const std::size_t> shape) {
  Json sizes = Json::array();
  for (const std::size_t size : shape) sizes.push_back(double(size));
  Json result = Json::object();
  result["data"] = std::move(data);
  result["shape"] = std::move(sizes);
  return result;
}

Json record(std::initializer_list<std::pair<const char*, double>> numbers) {
  Json result = Json::object();
  for (const auto& [name, value] : numbers) result[name] = value;
  return result;
}

std::vector<double> to_numbers(const Json& value, std::string_view argument) {
  if (value.is_binary()) return from_binary(value.get_binary());
  if (is_tensor(value)) {
    auto values = to_numbers(value["data"], std::string(argument) + ".data");
    double wanted = 1;
    for (const std::size_t size : shape_of(value, argument)) wanted *= double(size);
    if (double(values.size()) != wanted)
      throw Error(ErrorCode::invalid_argument, "wrong_length",
                  {{"argument", std::string(argument) + ".data"}, {"got", double(values.size())}, {"expected", wanted}});
    return values;
  }
  if (!value.is_array()) fail_type(argument, type_name(value), "array");
  std::vector<double> values;
  values.reserve(value.size());
  for (const Json& entry : value) {
    if (!entry.is_number())
      fail_type(std::string(argument) + "[" + std::to_string(values.size()) + "]", type_name(entry), "number");
    values.push_back(entry.get<double>());
  }
  return values;
}

std::vector<double> numbers_of(Options& options, std::string_view name) {
  const Json& value = options.raw(name);
  if (value.is_null()) options.fail_missing(name);
  return to_numbers(value, options.path_of(name));
}

std::vector<float> floats_of(Options& options, std::string_view name) {
  constexpr double largest = std::numeric_limits<float>::max();
  std::vector<float> values;
  for (const double value : numbers_of(options, name)) {
    if (!(value >= -largest && value <= largest))
      require_range(options.path_of(name) + "[" + std::to_string(values.size()) + "]", value, -largest, largest);
    values.push_back(static_cast<float>(value));
  }
  return values;
}

std::vector<std::int32_t> whole_numbers_of(Options& options, std::string_view name, double minimum, double maximum) {
  std::vector<std::int32_t> values;
  for (const double value : numbers_of(options, name)) {
    if (!(value >= minimum && value <= maximum && value == double(std::int32_t(value))))
      require_whole(options.path_of(name) + "[" + std::to_string(values.size()) + "]", value, minimum, maximum);
    values.push_back(static_cast<std::int32_t>(value));
  }
  return values;
}

std::vector<std::size_t> shape_of(const Json& value, std::string_view argument) {
  std::vector<std::size_t> shape;
  if (!is_tensor(value)) return shape;
  for (const double size : to_numbers(value["shape"], std::string(argument) + ".shape")) {
    require_whole(std::string(argument) + ".shape", size, 0, 4294967295.0);
    shape.push_back(static_cast<std::size_t>(size));
  }
  return shape;
}

Json plain(const Json& value) {
  if (value.is_binary()) return from_binary(value.get_binary());
  if (is_tensor(value)) return plain(value["data"]);
  if (!value.is_structured()) return value;
  Json copy = value;
  for (auto& entry : copy) entry = plain(entry);
  return copy;
}

void require_result_memory(std::initializer_list<double> sizes, double bytes_each) {
  double bytes = bytes_each;
  for (const double size : sizes) bytes *= size;
  if (bytes > 1e9) throw Error(ErrorCode::out_of_memory, "out_of_memory", {{"bytes", bytes}});
}

}  // namespace whereabouts
