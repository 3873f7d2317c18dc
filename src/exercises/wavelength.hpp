// "wavelength": after how many positions a pair of columns comes round to where it was.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_wavelength();

}  // namespace whereabouts::exercises
