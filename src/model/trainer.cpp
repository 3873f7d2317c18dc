#include "model/trainer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "error.hpp"
#include "kernels/adamw.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

constexpr double largest_rate = 1e6;
constexpr double largest_beta = 0.999999;
constexpr double smallest_eps = 1e-30;  // a smaller one would be lost beside a root in float
constexpr double largest_decay = 1e6;
constexpr double largest_clip = 1e30;
constexpr double most_steps = 9007199254740991.0;

/// Added to the norm by torch.nn.utils.clip_grad_norm_ before it divides.
constexpr double clip_epsilon = 1e-6;

const std::vector<std::string> schedule_names{"constant", "cosine"};

constexpr bool decays(Role role) {
  return role == Role::linear || role == Role::residual_linear || role == Role::head || role == Role::embedding;
}

void require_options(const TrainerOptions& options) {
  require_range("learning_rate", options.learning_rate, 0, largest_rate);
  require_range("betas[0]", options.beta1, 0, largest_beta);
  require_range("betas[1]", options.beta2, 0, largest_beta);
  require_range("eps", options.eps, smallest_eps, 1);
  require_range("weight_decay", options.weight_decay, 0, largest_decay);
  require_range("gradient_clip", options.gradient_clip, 0, largest_clip);
  require_range("final_fraction", options.final_fraction, 0, 1);
  if (options.schedule == Schedule::constant) return;
  if (options.total_steps == 0)
    throw Error(ErrorCode::invalid_argument, "missing", {{"argument", std::string("total_steps")}});
  require_whole("total_steps", double(options.total_steps), double(options.warmup_steps), most_steps);
}

}  // namespace

Schedule schedule_named(const std::string& name) {
  for (std::size_t i = 0; i < schedule_names.size(); ++i)
    if (name == schedule_names[i]) return Schedule(i);
  fail_choice("schedule", name, schedule_names);
}

TrainerOptions TrainerOptions::from_json(const Json& json) {
  Options options(json);
  TrainerOptions result;
  result.learning_rate = options.number("learning_rate", {}, 0, largest_rate);
  if (options.has("betas")) {
    const auto betas = options.numbers("betas", 0, largest_beta);
    require_length("betas", betas.size(), 2);
    result.beta1 = betas[0];
    result.beta2 = betas[1];
  }
  options.allow("betas");
  result.eps = options.number("eps", result.eps, smallest_eps, 1);
  result.weight_decay = options.number("weight_decay", result.weight_decay, 0, largest_decay);
  result.gradient_clip = options.number("gradient_clip", result.gradient_clip, 0, largest_clip);
  result.warmup_steps = std::size_t(options.whole("warmup_steps", 0, 0, most_steps));
  result.total_steps = std::size_t(options.whole("total_steps", 0, 1, most_steps));
  result.schedule = schedule_named(options.choice("schedule", "constant", schedule_names));
  result.final_fraction = options.number("final_fraction", result.final_fraction, 0, 1);
  options.refuse_others();
  require_options(result);
  return result;
}

double learning_rate_at(const TrainerOptions& options, std::size_t step) {
  const double warmup = double(options.warmup_steps), at = double(step);
  if (at < warmup) return options.learning_rate * at / warmup;
  if (options.schedule == Schedule::constant) return options.learning_rate;
  const double last = double(options.total_steps);
  const double progress = at < last ? (at - warmup) / (last - warmup) : 1;
  const double fraction = (1 + std::cos(std::numbers::pi * progress)) / 2;
  return options.learning_rate * (options.final_fraction + (1 - options.final_fraction) * fraction);
}

template <class Real>
Trainer<Real>::Trainer(Transformer<Real>& model, const TrainerOptions& options)
    : model_(model), options_(options), backward_(model) {
  require_options(options);
  for (auto* moments : {&first_, &second_}) {
    moments->arrange(model.parameters());
    moments->clear();
  }
  follow_model();
}

template <class Real>
void Trainer<Real>::follow_model() {
  auto& parameters = model_.parameters();
  for (std::size_t index = 0; index < parameters.size(); ++index)
    if (!parameters[index].full_precision()) {
      parameters[index].widen();
      parameters.touch(index);
    }
  const auto& layout = parameters.layout();
  const std::string_view table = layout.table ? std::string_view(parameters[*layout.table].name) : std::string_view();
  const std::size_t table_size = layout.table ? parameters[*layout.table].size() : 0;
  if (table == table_ && table_size == table_size_) return;
  table_ = table;
  table_size_ = table_size;
  for (auto* moments : {&first_, &second_}) {
    moments->arrange(parameters);
    if (layout.table) std::ranges::fill((*moments)[*layout.table], Real(0));
  }
}

template <class Real>
StepResult Trainer<Real>::step(const Batch& batch) {
  follow_model();
  StepResult result;
  result.step = step_ + 1;
  result.learning_rate = learning_rate_at(options_, result.step);
  result.loss = backward_.run(batch, gradients_);
  result.gradient_norm = gradients_.norm();
  if (!std::isfinite(result.loss) || !std::isfinite(result.gradient_norm))
    throw Error(ErrorCode::out_of_range, "diverged",
                {{"step", double(result.step)}, {"learning_rate", result.learning_rate}});
  update(result);
  step_ = result.step;
  return result;
}

template <class Real>
void Trainer<Real>::update(const StepResult& result) {
  const double t = double(result.step), rate = result.learning_rate;
  AdamWFactors factors{.beta1 = options_.beta1,
                       .beta2 = options_.beta2,
                       .step_size = rate / (1 - std::pow(options_.beta1, t)),
                       .root_scale = 1 / std::sqrt(1 - std::pow(options_.beta2, t)),
                       .eps = options_.eps};
  if (options_.gradient_clip > 0)
    factors.gradient_scale = std::min(1.0, options_.gradient_clip / (result.gradient_norm + clip_epsilon));
  auto& parameters = model_.parameters();
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    factors.keep = decays(parameters[index].role) ? 1 - rate * options_.weight_decay : 1;
    adamw<Real>(factors, gradients_[index], first_[index], second_[index], parameters[index].values());
    parameters.touch(index);
  }
}

template <class Real>
TrainerState<Real> Trainer<Real>::state() const {
  TrainerState<Real> state{.step = step_, .parameters = {}};
  const auto& parameters = model_.parameters();
  with_memory(2 * Gradients<Real>::bytes_wanted(parameters), [&] {
    for (std::size_t index = 0; index < first_.size(); ++index) {
      const auto copy = [&](const Gradients<Real>& moments) {
        return std::vector<Real>(moments[index].begin(), moments[index].end());
      };
      state.parameters.push_back({parameters[index].name, copy(first_), copy(second_)});
    }
  });
  return state;
}

template <class Real>
void Trainer<Real>::restore(const TrainerState<Real>& state) {
  follow_model();
  const auto& parameters = model_.parameters();
  std::vector<const typename TrainerState<Real>::Moments*> found(parameters.size());
  for (const auto& moments : state.parameters) {
    const std::size_t index = parameters.index_of(moments.name);
    const auto check = [&](const char* which, const std::vector<Real>& values, double minimum) {
      const std::string name = moments.name + "." + which;
      require_length(name, values.size(), parameters[index].size());
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!(double(values[i]) >= minimum) || !std::isfinite(values[i]))
          require_range(name + "[" + std::to_string(i) + "]", double(values[i]), minimum,
                        double(std::numeric_limits<Real>::max()));
    };
    check("first", moments.first, -double(std::numeric_limits<Real>::max()));
    check("second", moments.second, 0);
    found[index] = &moments;
  }
  for (std::size_t index = 0; index < found.size(); ++index)
    if (!found[index]) throw Error(ErrorCode::invalid_argument, "missing", {{"argument", parameters[index].name}});
  for (std::size_t index = 0; index < found.size(); ++index) {
    std::ranges::copy(found[index]->first, first_[index].begin());
    std::ranges::copy(found[index]->second, second_[index].begin());
  }
  step_ = state.step;
}

template <class Real>
double Trainer<Real>::bytes_wanted(const Transformer<Real>& model, std::size_t size, std::size_t length) {
  return Backward<Real>::bytes_wanted(model, size, length) + 2 * Gradients<Real>::bytes_wanted(model.parameters());
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace whereabouts
