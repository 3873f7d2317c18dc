// "permute": what becomes of the outputs where two tokens change places, with a mask or without, with an encoding or without.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_permute();

}  // namespace whereabouts::exercises
