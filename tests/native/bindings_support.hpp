// What the tests of the session share.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bindings/session.hpp"

namespace whereabouts {

inline std::vector<double> numbers(const Json& tensor) { return to_numbers(tensor, "result"); }

/// A file that holds these, little-endian.
inline Json int32_file(const std::vector<std::int32_t>& numbers) {
  return binary(std::span(reinterpret_cast<const std::uint8_t*>(numbers.data()), 4 * numbers.size()));
}

}  // namespace whereabouts
