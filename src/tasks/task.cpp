#include "tasks/task.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

#include "error.hpp"
#include "kernels/reduce.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

constexpr double largest_batch = 65536;
constexpr std::size_t rows_a_slice = 1024;
/// Past largest_seed, so that no caller's training data are the evaluation's.
constexpr std::uint64_t evaluation_seed = 0x6576616c75617465;

void arrange(Batch& batch, std::size_t size, std::size_t length) {
  require_range("batch", double(size), 1, largest_batch);
  const std::size_t count = size * length;
  with_memory(2 * double(size) * double(length) * sizeof(std::int32_t), [&] {
    batch.tokens.resize(count);
    batch.targets.resize(count);
  });
  batch.size = size;
  batch.length = length;
}

void draw(const Task& task, Random& random, Task::Purpose purpose, Batch& batch) {
  for (std::size_t row = 0; row < batch.size; ++row)
    task.fill(random, purpose,
              {std::span(batch.tokens).subspan(row * batch.length, batch.length),
               std::span(batch.targets).subspan(row * batch.length, batch.length)});
}

}  // namespace

Json Task::config() const {
  return {{"vocab_size", double(vocab_size())}, {"length", double(length())}, {"causal", causal()}};
}

Batch Task::batch(std::size_t size) {
  Batch result;
  batch(size, result);
  return result;
}

void Task::batch(std::size_t size, Batch& out) {
  arrange(out, size, length());
  draw(*this, random_, Purpose::training, out);
}

Evaluation Task::evaluate(Transformer<float>& model) const {
  TaskEvaluation evaluation(model, *this);
  while (!evaluation.done()) evaluation.step();
  return evaluation.result();
}

TaskEvaluation::TaskEvaluation(Transformer<float>& model, const Task& task, std::size_t sequences)
    : model_(model), task_(task), random_(evaluation_seed), total_(sequences) {
  const std::size_t length = task.length(), vocabulary = model.config().vocab_size;
  require_range("sequences", double(sequences), 1, double(std::numeric_limits<std::int32_t>::max()));
  if (vocabulary < task.vocab_size())
    throw Error(ErrorCode::invalid_argument, "too_few_token_ids",
                {{"got", double(vocabulary)}, {"minimum", double(task.vocab_size())}});
  const double last = double(length) - 1;
  model.require_positions({&last, 1});
  slice_ = std::min(sequences, std::max<std::size_t>(1, rows_a_slice / length));
  arrange(batch_, slice_, length);
  with_memory(double(slice_ * length) * double(vocabulary + 1) * sizeof(float) + double(length) * 4 * sizeof(double),
              [&] {
                logits_.resize(slice_ * length * vocabulary);
                losses_.resize(slice_ * length);
                positions_.resize(length);
                loss_by_position_.resize(length);
                right_by_position_.resize(length);
                asked_by_position_.resize(length);
              });
  std::iota(positions_.begin(), positions_.end(), 0.0);
}

void TaskEvaluation::step() {
  const std::size_t length = task_.length();
  arrange(batch_, std::min(total_ - done_, slice_), length);
  draw(task_, random_, Task::Purpose::evaluation, batch_);
  model_.pass({.tokens = batch_.tokens,
               .batch = batch_.size,
               .query_positions = positions_,
               .key_positions = positions_,
               .visible = {},
               .causal = model_.config().causal});
  count(batch_.size);
  done_ += batch_.size;
}

void TaskEvaluation::count(std::size_t sequences) {
  const std::size_t length = task_.length(), rows = sequences * length;
  const Rows<float> logits(logits_.data(), rows, model_.config().vocab_size);
  model_.head(0, logits);
  cross_entropy<float>(logits, batch_.targets, std::span(losses_).first(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int32_t target = batch_.targets[row];
    if (target < 0) continue;
    const std::size_t position = row % length;
    const auto likeliest = std::ranges::max_element(logits[row]) - logits[row].begin();
    ++asked_by_position_[position];
    right_by_position_[position] += likeliest == target;
    loss_by_position_[position] += double(losses_[row]);
  }
}

Evaluation TaskEvaluation::result() const {
  const auto share = [](double part, std::size_t count) {
    return count ? part / double(count) : std::numeric_limits<double>::quiet_NaN();
  };
  Evaluation result;
  std::size_t asked = 0, right = 0;
  double loss = 0;
  for (std::size_t i = 0; i < asked_by_position_.size(); ++i) {
    asked += asked_by_position_[i];
    right += right_by_position_[i];
    loss += loss_by_position_[i];
    result.accuracy_by_position.push_back(share(double(right_by_position_[i]), asked_by_position_[i]));
    result.loss_by_position.push_back(share(loss_by_position_[i], asked_by_position_[i]));
  }
  result.accuracy = share(double(right), asked);
  result.loss = share(loss, asked);
  return result;
}

}  // namespace whereabouts
