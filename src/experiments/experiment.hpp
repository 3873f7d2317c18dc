// The experiments of the lessons: a claim about position encodings each, as a training run that anybody can repeat.
//
// The small ones (A to C): 2 layers, width 32, 2 heads, batch 32, AdamW with rate 5e-3, warm-up 20, fresh data in every
// step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "model/trainer.hpp"
#include "tasks/task.hpp"

namespace whereabouts {

struct ExperimentPoint {
  std::size_t step = 0;           // training steps done
  double loss = 0, accuracy = 0;  // on the evaluation sequences
};

struct ExperimentResult {
  /// By name: steps_to_99 (NaN where it was not reached), accuracy, loss, ... as ExperimentInfo lists them.
  std::map<std::string, double> measures;
  std::vector<ExperimentPoint> curve;
  /// The last evaluation by position, where the experiment is about that (A2, A3, C); empty elsewhere. NaN where
  /// nothing is asked.
  std::vector<double> accuracy_by_position;
};

struct ExperimentProgress {
  std::size_t done = 0, total = 0;  // slices; total is what it takes at most: a run that reaches its goal ends sooner
  std::size_t step = 0;             // training steps done
  double loss = 0, accuracy = 0;    // of the last training step and the last evaluation; NaN before the first
};

struct ExperimentInfo {
  std::string id;                 // "A1", "A2", "A3", "A4", "B", "C"
  std::vector<std::string> arms;  // the first is the default
  double seconds = 0;             // about what one arm takes in a browser, at most
};

struct ExperimentPlan;  // experiments/plan.hpp

const std::vector<ExperimentInfo>& experiments();
/// [{ id, arms, seconds }]. Words stand in the message catalogue: "experiment.<id>.title", "experiment.<id>.claim",
/// "experiment.arm.<arm>", "experiment.measure.<measure>".
Json experiment_listing();

/// One arm of an experiment, in slices of one training step or a part of an evaluation (some milliseconds each).
class ExperimentRun {
 public:
  /// Errors: "unknown_choice" naming id or arm.
  ExperimentRun(std::string_view id, std::string_view arm, std::uint64_t seed);
  /// A plan of one's own.
  ExperimentRun(const ExperimentPlan& plan, std::uint64_t seed);
  ~ExperimentRun();

  bool done() const;
  /// Not to be called when done. Errors: those of Trainer::step.
  void step();
  ExperimentProgress progress() const;
  /// What is known so far; complete when done.
  ExperimentResult result() const;
  /// The model, trained so far.
  Transformer<float>& model();

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace whereabouts
