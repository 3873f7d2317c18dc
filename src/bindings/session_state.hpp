// What a session holds between calls, by handle. A handle is never given out twice, so that one that was disposed of stays
// invalid for good.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "exercises/exercises.hpp"
#include "exercises/seeded_model.hpp"
#include "experiments/experiment.hpp"
#include "experiments/probe.hpp"
#include "model/generator.hpp"
#include "model/perplexity.hpp"
#include "model/trainer.hpp"
#include "model/transformer.hpp"
#include "tasks/task.hpp"
#include "tasks/training_run.hpp"

namespace whereabouts {

using Handle = unsigned;

using HeldModel = std::unique_ptr<Transformer<float>>;

struct HeldTrainer {
  Handle model;
  std::unique_ptr<Trainer<float>> trainer;
};

/// Work that is done slice by slice.
struct Job {
  std::vector<Handle> needs;  // what it works on: it ends with the first of them
  std::variant<std::unique_ptr<Generator<float>>, std::unique_ptr<Perplexity<float>>, std::unique_ptr<TrainingRun>,
               std::unique_ptr<ExperimentRun>, std::unique_ptr<PositionProbe>>
      work;
};

/// What only some engines hold, and the rest of the session need not know.
struct Held {
  virtual ~Held() = default;
};

struct SessionState {
  exercises::SeededModel seeded_model;
  exercises::Measured measured;
  exercises::Exercises exercises{seeded_model, measured};
  std::map<Handle, HeldModel> models;
  std::map<Handle, HeldTrainer> trainers;          // none outlives its model
  std::map<Handle, std::unique_ptr<Task>> tasks;
  std::map<Handle, Job> jobs;                      // none outlives what it needs
  std::map<Handle, std::vector<std::byte>> files;  // arriving in pieces
  std::map<Handle, std::unique_ptr<Held>> held;
  Handle next_handle = 1;

  std::size_t live_handles() const {
    return models.size() + trainers.size() + tasks.size() + jobs.size() + files.size() + held.size();
  }

  /// The jobs that need this handle end.
  void end_jobs_of(Handle handle) {
    std::erase_if(jobs, [handle](const auto& entry) {
      const auto& needs = entry.second.needs;
      return std::find(needs.begin(), needs.end(), handle) != needs.end();
    });
  }
};

}  // namespace whereabouts
