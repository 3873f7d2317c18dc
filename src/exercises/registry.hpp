// The list of all exercises, in the order of the course.
#pragma once

#include <vector>

#include "exercises/exercise.hpp"
#include "exercises/model_rows.hpp"

namespace whereabouts::exercises {

/// `models` must outlive the exercises.
std::vector<Exercise> all_exercises(const ModelRows& models);

}  // namespace whereabouts::exercises
