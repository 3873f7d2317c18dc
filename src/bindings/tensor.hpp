// Numbers on their way between the session and its caller: typed arrays are JSON binary values whose subtype says what
// stands in them; a tensor is { "data": binary, "shape": [...] }, row-major.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "options.hpp"

namespace whereabouts {

enum class BinaryKind : std::uint8_t { float32 = 1, float64 = 2, int32 = 3, bytes = 4 };

Json binary(std::span<const float> values);
Json binary(std::span<const double> values);
Json binary(std::span<const std::int32_t> values);
Json binary(std::span<const std::uint8_t> values);

Json tensor(Json data, std::span<const std::size_t> shape);
template <class Number>
Json tensor(std::span<const Number> values, std::initializer_list<std::size_t> shape) {
  return tensor(binary(values), std::span(shape.begin(), shape.size()));
}

/// An object of numbers by name: less code for each than a list of JSON values.
Json record(std::initializer_list<std::pair<const char*, double>> numbers);

/// The numbers of an array, a typed array or a tensor; NaN and infinities pass. `argument` is its name in errors:
/// "wrong_type"; "wrong_length" for a tensor whose data do not fill its shape.
std::vector<double> to_numbers(const Json& value, std::string_view argument);

/// The same for a required option: "missing" where it is not there.
std::vector<double> numbers_of(Options& options, std::string_view name);

/// The same in single precision; "not_finite" or "out_of_range" names the entry that it cannot hold.
std::vector<float> floats_of(Options& options, std::string_view name);

/// The same as whole numbers in [minimum, maximum]; errors name the entry.
std::vector<std::int32_t> whole_numbers_of(Options& options, std::string_view name, double minimum, double maximum);

/// The sizes of a tensor; nothing for a plain or typed array, which has none.
std::vector<std::size_t> shape_of(const Json& value, std::string_view argument);

/// The same value with every typed array and tensor inside made a plain array: what config objects and exercises hold.
Json plain(const Json& value);

/// "out_of_memory" with the bytes wanted, where a result of these sizes would be beyond what one call may hold (1 GB).
void require_result_memory(std::initializer_list<double> sizes, double bytes_each);

}  // namespace whereabouts
