#include "encodings/positions.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

std::string name_of(std::string_view argument, std::size_t index) {
  return std::string(argument) + "[" + std::to_string(index) + "]";
}

void require_whole_between(std::span<const double> positions, std::string_view argument, double minimum, double maximum) {
  // A name is made for the faulty element only: this runs in every pass.
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const double p = positions[i];
    if (!(p >= minimum && p <= maximum && p == std::floor(p))) require_whole(name_of(argument, i), p, minimum, maximum);
  }
}

}  // namespace

void require_real_positions(std::span<const double> positions, std::string_view argument) {
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (!(std::fabs(positions[i]) <= largest_position))
      require_range(name_of(argument, i), positions[i], -largest_position, largest_position);
}

void require_whole_positions(std::span<const double> positions, std::string_view argument) {
  require_whole_between(positions, argument, -largest_position, largest_position);
}

void require_table_positions(std::span<const double> positions, std::size_t rows, std::string_view argument) {
  require_whole_between(positions, argument, 0, double(rows) - 1);
}

double length_of(std::span<const double> positions) {
  double length = 0;
  for (const double p : positions) length = std::max(length, p + 1);
  return length;
}

}  // namespace whereabouts
