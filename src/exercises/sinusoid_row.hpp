// "sinusoid_row": a row of the sinusoidal table, by hand (Vaswani et al. 2017, section 3.5).
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_sinusoid_row();

}  // namespace whereabouts::exercises
