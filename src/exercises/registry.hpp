// The list of all exercises, in the order of the course.
#pragma once

#include <vector>

#include "exercises/exercise.hpp"
#include "exercises/measured.hpp"
#include "exercises/model_rows.hpp"

namespace whereabouts::exercises {

/// Both must outlive the exercises.
std::vector<Exercise> all_exercises(const ModelRows& models, const Measured& measured);

}  // namespace whereabouts::exercises
