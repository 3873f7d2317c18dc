// "zeroed_table": what the measured perplexities of a model with its table taken away show, and what they do not.
#pragma once

#include "exercises/exercise.hpp"
#include "exercises/measured.hpp"

namespace whereabouts::exercises {

/// `measured` must outlive the exercise, and may be filled in later.
Exercise make_zeroed_table(const Measured& measured);

}  // namespace whereabouts::exercises
