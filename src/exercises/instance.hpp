// Drawing an instance: the parameters of an exercise that a seed gives.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

/// Truth, equivalents and every applicable mistake lie more than four tolerances apart, so that rounding never turns
/// one into another. Answers that are the same number (mistakes that must coincide) are no confusion: they are reported
/// together.
bool answers_are_separate(const Exercise& exercise, const Parameters& parameters);

/// The parameters for this seed, the fixed ones kept. Draws until the answers are separate; where the fixed parameters
/// allow no such instance, the first draw stands. Throws Error where `fixed` is unsound or fits nothing.
Parameters draw_parameters(const Exercise& exercise, std::uint64_t seed, const Json& fixed);

}  // namespace whereabouts::exercises
