// "code_position_table": rows of the sinusoidal table by a function of the learner's, graded as "sinusoid_row" is.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_code_position_table();

}  // namespace whereabouts::exercises
