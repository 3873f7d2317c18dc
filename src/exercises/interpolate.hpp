// "interpolate": what position interpolation and NTK-aware scaling make of a position and of the base.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_interpolate();

}  // namespace whereabouts::exercises
