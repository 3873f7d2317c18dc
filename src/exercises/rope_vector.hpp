// "rope_vector": rotate one vector by its position (Su et al. 2021, equation 34).
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_rope_vector();

}  // namespace whereabouts::exercises
