// "table_edge": where a learned position table ends, and what it costs.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_table_edge();

}  // namespace whereabouts::exercises
