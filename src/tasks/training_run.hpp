// Training a model on a task, with evaluations on the way, cut into slices: a page shows each and can stop after any.
#pragma once

#include <cstddef>
#include <optional>

#include "model/trainer.hpp"
#include "tasks/task.hpp"

namespace whereabouts {

struct TrainingRunOptions {
  std::size_t steps = 0;
  std::size_t batch_size = 32;
  std::size_t evaluate_every = 0;  // steps; after the last one too. 0: never
  std::size_t sequences = 0;       // of an evaluation; 0: as many as the task says
};

class TrainingRun {
 public:
  /// An evaluation and how many steps the trainer had done then.
  struct Evaluated {
    std::size_t step = 0;
    Evaluation evaluation;
  };

  /// `trainer` trains `model`; these and the task must outlive this. Errors: those of TaskEvaluation, where there are
  /// evaluations.
  TrainingRun(Trainer<float>& trainer, Transformer<float>& model, Task& task, const TrainingRunOptions& options);

  bool done() const { return steps_done_ == options_.steps && !evaluation_; }
  /// A training step, or a slice of an evaluation. Not to be called when done. Errors: those of Trainer::step.
  void step();

  std::size_t steps_done() const { return steps_done_; }
  std::size_t steps() const { return options_.steps; }
  /// Of the last training step; nothing before the first.
  const std::optional<StepResult>& last_step() const { return last_step_; }
  /// The last complete evaluation.
  const std::optional<Evaluated>& last_evaluation() const { return last_evaluation_; }

 private:
  TaskEvaluation begin_evaluation() const;

  Trainer<float>& trainer_;
  Transformer<float>& model_;
  Task& task_;
  TrainingRunOptions options_;
  Batch batch_;
  std::size_t steps_done_ = 0;
  std::optional<StepResult> last_step_;
  std::optional<TaskEvaluation> evaluation_;
  std::optional<Evaluated> last_evaluation_;
};

}  // namespace whereabouts
