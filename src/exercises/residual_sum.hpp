// "residual_sum": the row that enters block 0 of a GPT-2 style model is one row of wte plus one row of wpe.
#pragma once

#include "exercises/exercise.hpp"
#include "exercises/model_rows.hpp"

namespace whereabouts::exercises {

/// `models` must outlive the exercise.
Exercise make_residual_sum(const ModelRows& models);

}  // namespace whereabouts::exercises
