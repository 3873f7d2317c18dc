// Long work, cut into slices: begun here, stepped by whoever called (who may show progress and stop between two steps), and
// ended in every case.
#include <algorithm>

#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

constexpr double largest_batch = 65536;
constexpr double largest_steps = 1e9;

template <class Work>
Json begin(SessionState& state, std::vector<Handle> needs, std::unique_ptr<Work> work) {
  const Handle handle = state.next_handle++;
  state.jobs.emplace(handle, Job{std::move(needs), std::move(work)});
  return double(handle);
}

Job& job_of(SessionState& state, Options& arguments) {
  const Handle handle = handle_of(arguments, "job");
  const auto found = state.jobs.find(handle);
  if (found == state.jobs.end()) throw Error(ErrorCode::disposed, "job_ended");  // jobs end with what they need
  return found->second;
}

/// model, tokens; options: window, stride. A job.
Json begin_perplexity(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  const Handle model = handle_of(arguments, "model");
  const auto tokens = whole_numbers_of(arguments, "tokens", 0, INT32_MAX);
  Options options(arguments.raw("options"));
  const double window = options.whole("window", double(transformer.config().n_positions), 2, double(INT32_MAX));
  const double stride = options.whole("stride", window, 1, window);
  options.refuse_others();
  return begin(state, {model},
               std::make_unique<Perplexity<float>>(transformer, tokens, static_cast<std::size_t>(window),
                                                   static_cast<std::size_t>(stride)));
}

/// model, tokens; options: max_new_tokens, temperature, top_k, seed. A job.
Json begin_generate(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  const Handle model = handle_of(arguments, "model");
  const auto tokens = whole_numbers_of(arguments, "tokens", 0, INT32_MAX);
  Options options(arguments.raw("options"));
  const double max_new_tokens = options.whole("max_new_tokens", std::nullopt, 0, 1e6);
  SamplerOptions sampler;
  sampler.temperature = options.number("temperature", 1, 0, 1e6);
  const double top_k = options.whole("top_k", 0, 1, double(INT32_MAX));
  if (top_k > 0) sampler.top_k = static_cast<std::size_t>(top_k);
  sampler.seed = static_cast<std::uint64_t>(options.whole("seed", 0, 0, largest_seed));
  options.refuse_others();
  return begin(state, {model},
               std::make_unique<Generator<float>>(transformer, tokens, static_cast<std::size_t>(max_new_tokens), sampler));
}

/// trainer, task; options: steps, batch_size, evaluate_every, sequences. A job.
Json begin_training(SessionState& state, Options& arguments) {
  HeldTrainer& held = held_trainer(state, arguments);
  Task& task = held_task(state, arguments);
  Options options(arguments.raw("options"));
  const auto size = [&](const char* name, std::optional<double> otherwise, double minimum, double maximum) {
    return static_cast<std::size_t>(options.whole(name, otherwise, minimum, maximum));
  };
  const TrainingRunOptions run{.steps = size("steps", std::nullopt, 0, largest_steps),
                               .batch_size = size("batch_size", 32, 1, largest_batch),
                               .evaluate_every = size("evaluate_every", 0, 0, largest_steps),
                               .sequences = size("sequences", double(task.evaluation_sequences()), 1, largest_batch)};
  options.refuse_others();
  return begin(state, {held.model, handle_of(arguments, "trainer"), handle_of(arguments, "task")},
               std::make_unique<TrainingRun>(*held.trainer, *state.models.at(held.model), task, run));
}

/// id; options: arm, seed. A job.
Json begin_experiment(SessionState& state, Options& arguments) {
  std::vector<std::string> ids;
  for (const auto& experiment : experiments()) ids.push_back(experiment.id);
  const std::string id = arguments.choice("id", std::nullopt, ids);
  const auto found = std::find_if(experiments().begin(), experiments().end(), [&](const auto& e) { return e.id == id; });
  Options options(arguments.raw("options"));
  const std::string arm = options.choice("arm", found->arms.front(), found->arms);
  const double seed = options.whole("seed", 0, 0, largest_seed);
  options.refuse_others();
  return begin(state, {}, std::make_unique<ExperimentRun>(id, arm, static_cast<std::uint64_t>(seed)));
}

/// model; options: layer; tokens, a tensor [samples, length], or samples, length and seed of random ones. A job.
Json begin_probe(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  Options options(arguments.raw("options"));
  const ProbeOptions defaults;
  const double layers = double(transformer.config().n_layer);
  ProbeOptions probe;
  probe.layer = static_cast<std::size_t>(options.whole("layer", layers, 0, layers));
  probe.samples = static_cast<std::size_t>(options.whole("samples", double(defaults.samples), 2, largest_batch));
  probe.length = static_cast<std::size_t>(options.whole("length", double(defaults.length), 2, largest_batch));
  probe.seed = static_cast<std::uint64_t>(options.whole("seed", 0, 0, largest_seed));
  options.allow("tokens");
  if (options.has("tokens")) {
    probe.sequences.tokens = whole_numbers_of(options, "tokens", 0, INT32_MAX);
    const auto shape = shape_of(options.raw("tokens"), "tokens");
    require_length("tokens.shape", shape.size(), 2);
    require_range("tokens.shape[0]", double(shape[0]), 2, largest_batch);
    require_range("tokens.shape[1]", double(shape[1]), 2, largest_batch);
    probe.sequences.size = shape[0];
    probe.sequences.length = shape[1];
  }
  options.refuse_others();
  return begin(state, {handle_of(arguments, "model")}, std::make_unique<PositionProbe>(transformer, probe));
}

/// How far work is, in whatever it counts.
Json progress(std::size_t done, std::size_t total) { return record({{"done", double(done)}, {"total", double(total)}}); }

// A slice of each kind of work: how far it is then, and its result where that was the last.

Json step(Perplexity<float>& work) {
  if (!work.done()) work.step();
  Json answer = progress(work.windows_done(), work.windows());
  if (!work.done()) return answer;
  const PerplexityResult result = work.result();
  answer["result"] = record({{"perplexity", result.perplexity},
                             {"loss", result.loss},
                             {"standard_error", result.standard_error},
                             {"count", double(result.count)}});
  answer["result"]["loss_by_position"] = binary(std::span<const double>(result.loss_by_position));
  return answer;
}

Json step(Generator<float>& work) {
  Json answer = Json::object();
  if (!work.done())
    if (const auto token = work.step()) answer["token"] = double(*token);
  if (work.done()) answer["result"] = binary(work.generated());
  return answer;
}

Json step(TrainingRun& work) {
  if (!work.done()) work.step();
  Json answer = progress(work.steps_done(), work.steps());
  if (work.last_step()) answer.update(step_json(*work.last_step()));
  if (const auto& last = work.last_evaluation()) {
    answer["evaluation"] = evaluation_json(last->evaluation);
    answer["evaluation"]["step"] = double(last->step);
  }
  if (!work.done()) return answer;
  Json result = answer;
  answer["result"] = std::move(result);
  return answer;
}

Json point_json(const ExperimentPoint& point) {
  return record({{"step", double(point.step)}, {"loss", point.loss}, {"accuracy", point.accuracy}});
}

Json step(ExperimentRun& work) {
  if (!work.done()) work.step();
  const ExperimentProgress far = work.progress();
  const ExperimentResult result = work.result();
  const Json by_position = binary(std::span<const double>(result.accuracy_by_position));
  Json answer = progress(far.done, far.total);
  answer.update(point_json({far.step, far.loss, far.accuracy}));
  if (!result.curve.empty()) {
    answer["evaluation"] = point_json(result.curve.back());
    answer["evaluation"]["accuracy_by_position"] = by_position;
  }
  if (!work.done()) return answer;
  Json& complete = answer["result"];
  complete["measures"] = result.measures;
  complete["curve"] = Json::array();
  for (const auto& point : result.curve) complete["curve"].push_back(point_json(point));
  complete["accuracy_by_position"] = by_position;
  return answer;
}

Json step(PositionProbe& work) {
  if (!work.done()) work.step();
  Json answer = progress(work.steps_done(), work.steps());
  if (!work.done()) return answer;
  const ProbeResult& result = work.result();
  answer["result"] = record({{"r_squared", result.r_squared}, {"mean_absolute_error", result.mean_absolute_error}});
  answer["result"]["by_position"] = binary(std::span<const double>(result.by_position));
  return answer;
}

/// job. { finished, done?, total?, token?, result?, ... }: a slice further; a token where one was drawn, and what else is
/// known on the way.
Json step_job(SessionState& state, Options& arguments) {
  return std::visit(
      [](auto& work) {
        Json answer = step(*work);
        answer["finished"] = work->done();
        return answer;
      },
      job_of(state, arguments).work);
}

/// job. Ending one that has ended already is no error.
Json end_job(SessionState& state, Options& arguments) {
  state.jobs.erase(handle_of(arguments, "job"));
  return nullptr;
}

constexpr Method methods[] = {
    {"beginPerplexity", begin_perplexity}, {"beginGenerate", begin_generate}, {"beginTraining", begin_training},
    {"beginExperiment", begin_experiment}, {"beginProbe", begin_probe},       {"stepJob", step_job},
    {"endJob", end_job},
};

}  // namespace

std::span<const Method> job_methods() { return methods; }

}  // namespace whereabouts
