// "code_rope": a vector turned by a function of the learner's, graded as "rope_vector" is.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_code_rope();

}  // namespace whereabouts::exercises
