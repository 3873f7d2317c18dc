// A task: an endless supply of fresh sequences to learn from, and fixed ones, never learned from, to judge a model by.
//
// Everything is drawn from src/random.hpp: a seed's batches are the same bits on every platform and in every build.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "described_options.hpp"
#include "model/batch.hpp"
#include "model/transformer.hpp"
#include "random.hpp"

namespace whereabouts {

/// How well a model does a task. NaN at a position where nothing is asked.
struct Evaluation {
  double accuracy = 0;  // share of the answers where the right token is the likeliest; ties count as wrong
  double loss = 0;      // mean cross-entropy in nats
  std::vector<double> accuracy_by_position, loss_by_position;  // [length]
};

class Task {
 public:
  /// One sequence of `length` tokens and what is asked at each; -1: nothing.
  struct Row {
    std::span<std::int32_t> tokens, targets;
  };
  enum class Purpose { training, evaluation };

  virtual ~Task() = default;

  std::size_t vocab_size() const { return shape_.vocab_size; }
  std::size_t length() const { return shape_.length; }
  /// Whether a model for this task is usually masked.
  bool causal() const { return shape_.causal; }
  /// { vocab_size, length, causal } and, of a text, characters: what a model for this task is made of.
  virtual Json config() const;

  /// The next `size` sequences of this task's seed. Errors: "out_of_range" naming batch; "out_of_memory".
  Batch batch(std::size_t size);
  /// The same into a batch whose memory is used again.
  void batch(std::size_t size, Batch& out);

  /// Fills one sequence. In training only what is supervised is asked; an evaluation asks wherever there is an answer.
  virtual void fill(Random& random, Purpose purpose, const Row& row) const = 0;
  /// How many sequences an evaluation draws where nobody says otherwise.
  virtual std::size_t evaluation_sequences() const { return 256; }

  /// On the task's fixed evaluation sequences: the same for every seed and model. Errors: those of TaskEvaluation.
  Evaluation evaluate(Transformer<float>& model) const;

 protected:
  struct Shape {
    std::size_t vocab_size = 0, length = 0;
    bool causal = true;
  };
  Task(const Shape& shape, std::uint64_t seed) : shape_(shape), random_(seed) {}

 private:
  Shape shape_;
  Random random_;
};

/// Task::evaluate cut into slices of some thousand rows, between which others may use the model.
class TaskEvaluation {
 public:
  /// Both must outlive this. Errors: "too_few_token_ids" where the model knows fewer tokens than the task has;
  /// "out_of_range" where its encoding has no position for the last row; "out_of_memory".
  TaskEvaluation(Transformer<float>& model, const Task& task, std::size_t sequences);
  TaskEvaluation(Transformer<float>& model, const Task& task)
      : TaskEvaluation(model, task, task.evaluation_sequences()) {}

  bool done() const { return done_ == total_; }
  void step();
  std::size_t sequences_done() const { return done_; }
  std::size_t sequences() const { return total_; }
  /// How often step must be called from the beginning.
  std::size_t slices() const { return (total_ + slice_ - 1) / slice_; }
  /// Over the sequences worked through so far.
  Evaluation result() const;

 private:
  void count(std::size_t sequences);

  Transformer<float>& model_;
  const Task& task_;
  Random random_;
  std::size_t total_, done_ = 0;
  std::size_t slice_;  // sequences in each step
  Batch batch_;
  std::vector<double> positions_;
  std::vector<float> logits_, losses_;
  std::vector<double> loss_by_position_;
  std::vector<std::size_t> right_by_position_, asked_by_position_;
};

/// A new task by its name, with `options` as its listing describes them; a seed among them is left to the caller.
/// Errors: "unknown_choice" naming task; those of options.hpp naming an option; what the task itself says of options
/// that do not go together.
std::unique_ptr<Task> create_task(std::string_view name, const Json& options, std::uint64_t seed);

/// [{ name, parameters: [{ name, type, default, min?, max?, choices? }] }]. Titles and descriptions stand in the
/// message catalogue under "task.<name>".
Json task_listing();

}  // namespace whereabouts
