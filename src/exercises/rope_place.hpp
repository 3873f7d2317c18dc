// "rope_place": where in attention queries and keys are turned, and by which count; every order that still runs is run.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_rope_place();

}  // namespace whereabouts::exercises
