// What positions an encoding can take. They are explicit real numbers counted from 0; formulas take fractions and negative
// ones too, buckets take whole ones, a table takes the whole ones it has rows for.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace whereabouts {

/// Beyond this an angle in double precision would be off by more than 2.4e-7, so it is refused.
constexpr double largest_position = 2147483648.0;  // 2^31

/// Finite and within +-largest_position. Errors name the element: "positions[3]", where `argument` is "positions".
void require_real_positions(std::span<const double> positions, std::string_view argument = "positions");
/// Whole, within +-largest_position.
void require_whole_positions(std::span<const double> positions, std::string_view argument = "positions");
/// Whole, 0 .. rows - 1.
void require_table_positions(std::span<const double> positions, std::size_t rows, std::string_view argument = "positions");

/// The sequence length that positions stand for where none is given: the largest of them + 1, or 0.
double length_of(std::span<const double> positions);

}  // namespace whereabouts
