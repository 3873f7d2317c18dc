// What one arm of an experiment is made of: its model, its task, how long it is trained, and what is measured in the
// end.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "model/trainer.hpp"

namespace whereabouts {

/// The mean accuracy over a range of positions, both ends included, or over all others.
struct MeasuredRange {
  std::string measure;
  std::size_t first = 0, last = std::numeric_limits<std::size_t>::max();
  bool outside = false;
};

/// One evaluation after training.
struct FinalEvaluation {
  Json task_options;
  Json position;              // the encoding's parameters in it; null: as trained
  bool table_zeroed = false;  // the learned table holds zeros in it
  std::vector<MeasuredRange> ranges;
};

struct ExperimentPlan {
  Json model;  // a config
  std::string task;
  Json task_options;
  TrainerOptions trainer;
  std::size_t steps = 0;  // at most
  std::size_t batch = 32;
  std::size_t evaluate_every = 10;
  bool stop_at_99 = false;           // training ends when 99 % of the answers are right
  bool measure_steps = false;        // steps_to_99
  bool measure_permutation = false;  // permutation_difference, before training
  bool by_position = false;          // the last evaluation's accuracy at each position belongs to the result
  std::vector<FinalEvaluation> finals;
};

/// The plan of an arm that experiments() lists. Errors: "unknown_choice" naming id or arm.
ExperimentPlan experiment_plan(std::string_view id, std::string_view arm);

/// A position object by the name of an encoding, with the settings that all experiments share: sinusoidal rows of the
/// size of the embeddings, T5's buckets up to distance 64. Everything else is the encoding's default.
Json experiment_position(std::string_view kind, std::size_t n_embd);

}  // namespace whereabouts
