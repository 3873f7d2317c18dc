// Training: AdamW (Loshchilov and Hutter 2019, arXiv:1711.05101, algorithm 2, as torch.optim.AdamW computes it) on the
// gradient of a batch, clipped by its norm, with a learning rate that warms up and may fall.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "model/backward.hpp"
#include "model/batch.hpp"
#include "model/gradients.hpp"
#include "model/transformer.hpp"
#include "options.hpp"

namespace whereabouts {

enum class Schedule { constant, cosine };

struct TrainerOptions {
  double learning_rate = 1e-3;
  double beta1 = 0.9, beta2 = 0.99;
  double eps = 1e-8;         // added to the root of the second moment, outside it
  double weight_decay = 0;   // decoupled; spares biases, norms and position tables
  double gradient_clip = 1;  // largest norm of all gradients together; 0: no clipping
  std::size_t warmup_steps = 0;
  std::size_t total_steps = 0;  // needed by the cosine, which ends there
  Schedule schedule = Schedule::constant;
  double final_fraction = 0.1;  // of learning_rate, at the end of the cosine

  /// "out_of_range", "not_finite", "wrong_type", "unknown_choice", "unknown_option" naming the option: learning_rate is
  /// required, betas = [beta1, beta2] and the rest have the defaults above.
  static TrainerOptions from_json(const Json& json);
};

/// "constant" or "cosine"; "unknown_choice" for any other.
Schedule schedule_named(const std::string& name);

/// The rate of step 1, 2, ...: learning_rate * step / warmup_steps up to warmup_steps, then learning_rate or, falling
/// as half a cosine until total_steps and constant from there, down to final_fraction of it.
double learning_rate_at(const TrainerOptions& options, std::size_t step);

struct StepResult {
  double loss = 0;           // mean cross-entropy in nats over all taken targets, before the update
  double gradient_norm = 0;  // before clipping
  double learning_rate = 0;
  std::size_t step = 0;  // counted from 1
};

/// What the optimizer knows beside the weights, like torch's optimizer state.
template <class Real>
struct TrainerState {
  struct Moments {
    std::string name;                 // of the parameter
    std::vector<Real> first, second;  // its running means of gradient and squared gradient
  };
  std::size_t step = 0;
  std::vector<Moments> parameters;
};

/// Trains one model, which must outlive it. Masked or not as the model's config says. A model in another storage is
/// made full precision (float32 where Real is float) when a trainer is made on it.
template <class Real>
class Trainer {
 public:
  /// Errors: "out_of_range" and "not_finite" naming an option; "out_of_memory".
  Trainer(Transformer<Real>& model, const TrainerOptions& options);

  const TrainerOptions& options() const { return options_; }
  /// Steps done.
  std::size_t steps() const { return step_; }

  /// One update. After the first batch of a size nothing is allocated. Errors: those of Backward::run; "diverged" where
  /// loss or gradient is not a finite number any more. Nothing is changed then.
  StepResult step(const Batch& batch);

  TrainerState<Real> state() const;
  /// A trainer with the same options on the same weights then goes on with the same bits. Errors: "unknown_parameter",
  /// "missing" (a parameter of the model), "wrong_length", "not_finite", "out_of_range" (a negative second moment).
  /// Nothing is changed then.
  void restore(const TrainerState<Real>& state);

  /// What a step needs beside the parameters, in bytes: Backward::bytes_wanted and two moments for every number.
  static double bytes_wanted(const Transformer<Real>& model, std::size_t size, std::size_t length);

 private:
  /// Another encoding may have come, with another table: that table's moments begin at 0, all others stay.
  void follow_model();
  void update(const StepResult& result);

  Transformer<Real>& model_;
  TrainerOptions options_;
  Backward<Real> backward_;
  Gradients<Real> gradients_, first_, second_;
  std::string table_;  // the name of the position table, empty where there is none
  std::size_t table_size_ = 0;
  std::size_t step_ = 0;
};

}  // namespace whereabouts
