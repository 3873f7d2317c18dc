// "same_family": the two pair layouts of RoPE are one model up to a fixed permutation of the entries. A choice, and
// with the right choice the permutation: {"choice": "same", "numbers": [0, 2, 1, 3]}.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_same_family();

}  // namespace whereabouts::exercises
