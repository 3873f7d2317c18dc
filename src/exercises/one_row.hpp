// The encodings as an exercise asks for them: one row, one vector, one pair at a time, in double precision. The
// formulas are those of src/encodings; nothing is computed here a second time.
#pragma once

#include <cstddef>
#include <numbers>
#include <vector>

#include "encodings/rope.hpp"
#include "encodings/sinusoidal.hpp"

namespace whereabouts::exercises {

/// The position that a calculator set to degrees turns by.
constexpr double in_degrees(double position) { return position * std::numbers::pi / 180; }

/// The base whose pair i turns at base^(-i / d): what 2i / d becomes when the 2 is forgotten.
double base_without_doubling(double base);

std::vector<double> sinusoidal_row(double position, std::size_t width, double base,
                                   SinusoidalLayout layout = SinusoidalLayout::interleaved);

/// Radians per position of each pair of a wholly rotary head.
std::vector<double> rotary_frequencies(std::size_t width, double base);

std::vector<double> rotated(std::vector<double> vector, double position, double base, RopeLayout layout);

double dot(const std::vector<double>& a, const std::vector<double>& b);
std::vector<double> sum(std::vector<double> a, const std::vector<double>& b);
std::vector<double> scaled(std::vector<double> a, double factor);

}  // namespace whereabouts::exercises
