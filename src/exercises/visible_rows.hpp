// "visible_rows": what a head reads under the causal mask when it looks alike at everything it sees.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_visible_rows();

}  // namespace whereabouts::exercises
