// "alibi_slopes": the slopes of all heads, in their order.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_alibi_slopes();

}  // namespace whereabouts::exercises
