// "rope_score": the score of a rotated query with a rotated key, which knows their distance only.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_rope_score();

}  // namespace whereabouts::exercises
