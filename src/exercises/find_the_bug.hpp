// "find_the_bug": a program with one wrong line and what it gives; which line, and what does it give once that is
// repaired?
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_find_the_bug();

}  // namespace whereabouts::exercises
