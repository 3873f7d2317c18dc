#include "experiments/experiment.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

#include "experiments/plan.hpp"
#include "model/run.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

constexpr double goal = 0.99;
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

double mean_over(const std::vector<double>& by_position, const MeasuredRange& range) {
  double total = 0;
  std::size_t count = 0;
  for (std::size_t i = 0; i < by_position.size(); ++i) {
    if ((i >= range.first && i <= range.last) == range.outside || std::isnan(by_position[i])) continue;
    total += by_position[i];
    ++count;
  }
  return count ? total / double(count) : unknown;
}

/// The largest |f(Px) - P f(x)| over the logits of one sequence: 0 but for rounding where outputs move with their
/// tokens.
double permutation_difference(Transformer<float>& model, const std::vector<std::int32_t>& tokens, Random& random) {
  std::vector<std::size_t> order(tokens.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  random.shuffle(std::span(order));
  std::vector<std::int32_t> permuted;
  for (const std::size_t from : order) permuted.push_back(tokens[from]);
  RunResult<float> plain, moved;
  run<float>(model, tokens, {}, plain);
  run<float>(model, permuted, {}, moved);
  const std::size_t vocabulary = model.config().vocab_size;
  double largest = 0;
  for (std::size_t row = 0; row < order.size(); ++row)
    for (std::size_t v = 0; v < vocabulary; ++v)
      largest = std::max(largest, std::fabs(double(moved.logits[row * vocabulary + v]) -
                                            double(plain.logits[order[row] * vocabulary + v])));
  return largest;
}

/// The largest over some sequences of a task, each permuted at random.
double permutation_difference(Transformer<float>& model, Task& task, std::uint64_t seed) {
  Random random(seed);
  Batch batch;
  double largest = 0;
  for (int sequence = 0; sequence < 32; ++sequence) {
    task.batch(1, batch);
    largest = std::max(largest, permutation_difference(model, batch.tokens, random));
  }
  return largest;
}

/// Zeros in the learned table for as long as this lives.
class ZeroedTable {
 public:
  explicit ZeroedTable(Transformer<float>& model)
      : parameters_(model.parameters()),
        name_(parameters_[parameters_.layout().table.value()].name),
        values_(parameters_.read(name_)) {
    parameters_.write(name_, std::span<const float>(std::vector<float>(values_.size())));
  }
  ~ZeroedTable() { parameters_.write(name_, std::span<const float>(values_)); }
  ZeroedTable(const ZeroedTable&) = delete;
  ZeroedTable& operator=(const ZeroedTable&) = delete;

 private:
  Parameters<float>& parameters_;
  std::string name_;
  std::vector<float> values_;
};

}  // namespace

class ExperimentRun::State {
 public:
  State(ExperimentPlan plan, std::uint64_t seed)
      : plan_(std::move(plan)),
        seed_(seed),
        model_(Config::from_json(plan_.model), Initialization::fan_in, seed),
        trainer_(model_, plan_.trainer),
        task_(create_task(plan_.task, plan_.task_options, seed)) {
    const std::size_t evaluations = (plan_.steps + plan_.evaluate_every - 1) / plan_.evaluate_every;
    progress_.total = plan_.steps + evaluations * TaskEvaluation(model_, *task_).slices();
    for (const FinalEvaluation& final : plan_.finals)
      progress_.total += TaskEvaluation(model_, *create_task(plan_.task, final.task_options, seed)).slices();
    progress_.loss = progress_.accuracy = unknown;
    if (plan_.measure_steps) result_.measures["steps_to_99"] = unknown;
    if (plan_.measure_permutation)
      result_.measures["permutation_difference"] =
          permutation_difference(model_, *create_task(plan_.task, plan_.task_options, seed), seed);
  }

  bool done() const { return trained_ && final_ == plan_.finals.size(); }

  void step() {
    if (trained_)
      step_final();
    else if (evaluation_)
      step_evaluation();
    else
      train();
    ++progress_.done;
    if (done()) progress_.total = progress_.done;
  }

  const ExperimentProgress& progress() const { return progress_; }
  const ExperimentResult& result() const { return result_; }
  Transformer<float>& model() { return model_; }

 private:
  void train() {
    task_->batch(plan_.batch, batch_);
    const StepResult step = trainer_.step(batch_);
    progress_.step = step.step;
    progress_.loss = step.loss;
    if (step.step % plan_.evaluate_every == 0 || step.step == plan_.steps) evaluation_.emplace(model_, *task_);
  }

  void step_evaluation() {
    evaluation_->step();
    if (!evaluation_->done()) return;
    const Evaluation evaluation = evaluation_->result();
    evaluation_.reset();
    progress_.accuracy = evaluation.accuracy;
    result_.curve.push_back({progress_.step, evaluation.loss, evaluation.accuracy});
    result_.measures["accuracy"] = evaluation.accuracy;
    result_.measures["loss"] = evaluation.loss;
    if (plan_.by_position) result_.accuracy_by_position = evaluation.accuracy_by_position;
    const bool reached = evaluation.accuracy >= goal;
    if (plan_.measure_steps && reached && std::isnan(result_.measures["steps_to_99"]))
      result_.measures["steps_to_99"] = double(progress_.step);
    trained_ = progress_.step == plan_.steps || (plan_.stop_at_99 && reached);
  }

  /// A slice of the evaluation that is due. Between two slices the model is as it was trained.
  void step_final() {
    const FinalEvaluation& final = plan_.finals[final_];
    if (!evaluation_) {
      final_task_ = create_task(plan_.task, final.task_options, seed_);
      evaluation_.emplace(model_, *final_task_);
    }
    {
      std::optional<ZeroedTable> zeroed;
      if (final.table_zeroed) zeroed.emplace(model_);
      if (!final.position.is_null()) model_.set_position(final.position);
      evaluation_->step();
      if (!final.position.is_null()) model_.set_position(plan_.model["position"]);
    }
    if (!evaluation_->done()) return;
    const Evaluation evaluation = evaluation_->result();
    evaluation_.reset();
    for (const MeasuredRange& range : final.ranges)
      result_.measures[range.measure] = mean_over(evaluation.accuracy_by_position, range);
    if (plan_.by_position) result_.accuracy_by_position = evaluation.accuracy_by_position;
    ++final_;
  }

  ExperimentPlan plan_;
  std::uint64_t seed_;
  Transformer<float> model_;
  Trainer<float> trainer_;
  std::unique_ptr<Task> task_, final_task_;
  Batch batch_;
  std::optional<TaskEvaluation> evaluation_;  // under way
  bool trained_ = false;
  std::size_t final_ = 0;
  ExperimentProgress progress_;
  ExperimentResult result_;
};

ExperimentRun::ExperimentRun(std::string_view id, std::string_view arm, std::uint64_t seed)
    : ExperimentRun(experiment_plan(id, arm), seed) {}
ExperimentRun::ExperimentRun(const ExperimentPlan& plan, std::uint64_t seed)
    : state_(std::make_unique<State>(plan, seed)) {}
ExperimentRun::~ExperimentRun() = default;

bool ExperimentRun::done() const { return state_->done(); }
void ExperimentRun::step() { state_->step(); }
ExperimentProgress ExperimentRun::progress() const { return state_->progress(); }
ExperimentResult ExperimentRun::result() const { return state_->result(); }
Transformer<float>& ExperimentRun::model() { return state_->model(); }

}  // namespace whereabouts
