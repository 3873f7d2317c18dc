// "shift_matrix": the matrix that takes a pair of the sinusoidal table from any position to the position `shift`
// further on.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_shift_matrix();

}  // namespace whereabouts::exercises
