// The independent numbers in tests/golden, and comparing with them.
#pragma once

#include <algorithm>
#include <catch_amalgamated.hpp>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "error.hpp"

namespace whereabouts::test {

using Json = nlohmann::json;
using Vector = std::vector<double>;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Where a file of tests/golden lies on this machine.
std::string golden_path(const std::string& name);

/// A file's bytes; the test fails where it cannot be read.
inline std::vector<std::uint8_t> read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  INFO(path);
  REQUIRE(file.good());
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

inline Json golden(const std::string& name) {
  const auto bytes = read_bytes(golden_path(name));
  return Json::parse(bytes.begin(), bytes.end());
}

/// Rows of a JSON matrix, one after the other.
inline Vector flat(const Json& matrix) {
  Vector result;
  for (const Json& row : matrix)
    for (const Json& value : row) result.push_back(value.get<double>());
  return result;
}

/// The largest |a - b|; infinite for different lengths and where a NaN stands, so that `< tolerance` is false.
template <class A, class B>
double max_difference(const A& a, const B& b) {
  if (std::size(a) != std::size(b)) return infinity;
  double largest = 0;
  for (std::size_t i = 0; i < std::size(a); ++i) {
    const double difference = std::fabs(double(a[i]) - double(b[i]));
    if (!(difference <= largest)) largest = std::isnan(difference) ? infinity : difference;
  }
  return largest;
}

/// The key of the Error that `call` throws, or "" where it throws none.
template <class Call>
std::string error_key(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.key();
  }
  return "";
}

/// Key and argument of the Error that `call` throws: "out_of_range rope_scaling.factor".
template <class Call>
std::string error_of(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    for (const auto& [name, value] : error.fields())
      if (name == "argument") return error.key() + " " + std::get<std::string>(value);
    return error.key();
  }
  return "";
}

}  // namespace whereabouts::test
