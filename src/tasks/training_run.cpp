#include "tasks/training_run.hpp"

namespace whereabouts {

TrainingRun::TrainingRun(Trainer<float>& trainer, Transformer<float>& model, Task& task,
                         const TrainingRunOptions& options)
    : trainer_(trainer), model_(model), task_(task), options_(options) {
  if (options_.sequences == 0) options_.sequences = task.evaluation_sequences();
  if (options_.evaluate_every > 0) begin_evaluation();  // a model that cannot be evaluated is refused before it is trained
}

TaskEvaluation TrainingRun::begin_evaluation() const { return TaskEvaluation(model_, task_, options_.sequences); }

void TrainingRun::step() {
  if (evaluation_) {
    evaluation_->step();
    if (!evaluation_->done()) return;
    last_evaluation_ = Evaluated{trainer_.steps(), evaluation_->result()};
    evaluation_.reset();
    return;
  }
  task_.batch(options_.batch_size, batch_);
  last_step_ = trainer_.step(batch_);
  ++steps_done_;
  const std::size_t every = options_.evaluate_every;
  if (every > 0 && (steps_done_ % every == 0 || steps_done_ == options_.steps)) evaluation_.emplace(begin_evaluation());
}

}  // namespace whereabouts
