// Tasks and experiments: what there is, tasks as objects that give batches and judge models, and the experiments and probes
// that run as jobs (session_jobs.cpp).
#include "tasks/task.hpp"

#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "experiments/experiment.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

constexpr double largest_batch = 65536;

/// No arguments. [{ name, parameters }].
Json tasks(SessionState&, Options&) { return task_listing(); }

/// No arguments. [{ id, arms, seconds }].
Json list_experiments(SessionState&, Options&) { return experiment_listing(); }

/// name; options: seed and those of the task. A task's handle.
Json create_task_of(SessionState& state, Options& arguments) {
  std::vector<std::string> names;
  for (const Json& listed : task_listing()) names.push_back(listed["name"]);
  const std::string name = arguments.choice("name", std::nullopt, names);
  Options options(arguments.raw("options"));
  const double seed = options.whole("seed", 0, 0, largest_seed);
  auto task = create_task(name, plain(arguments.raw("options")), static_cast<std::uint64_t>(seed));
  const Handle handle = state.next_handle++;
  state.tasks.emplace(handle, std::move(task));
  return double(handle);
}

/// task. Its jobs end with it.
Json dispose_task(SessionState& state, Options& arguments) {
  const Handle handle = handle_of(arguments, "task");
  state.end_jobs_of(handle);
  state.tasks.erase(handle);
  return nullptr;
}

/// task. { vocab_size, length, causal } and what else the task says of itself.
Json task_config(SessionState& state, Options& arguments) { return held_task(state, arguments).config(); }

/// task, size. { tokens, targets }, tensors [size, length].
Json task_batch(SessionState& state, Options& arguments) {
  Task& task = held_task(state, arguments);
  const double size = arguments.whole("size", std::nullopt, 1, largest_batch);
  const Batch batch = task.batch(static_cast<std::size_t>(size));
  Json answer = Json::object();
  answer["tokens"] = tensor<std::int32_t>(batch.tokens, {batch.size, batch.length});
  answer["targets"] = tensor<std::int32_t>(batch.targets, {batch.size, batch.length});
  return answer;
}

/// task, model; options: sequences. What evaluation_json gives.
Json task_evaluate(SessionState& state, Options& arguments) {
  const Task& task = held_task(state, arguments);
  auto& transformer = held_model(state, arguments);
  Options options(arguments.raw("options"));
  const double sequences = options.whole("sequences", double(task.evaluation_sequences()), 1, largest_batch);
  options.refuse_others();
  TaskEvaluation evaluation(transformer, task, static_cast<std::size_t>(sequences));
  while (!evaluation.done()) evaluation.step();
  return evaluation_json(evaluation.result());
}

constexpr Method methods[] = {
    {"tasks", tasks},           {"experiments", list_experiments}, {"createTask", create_task_of},
    {"disposeTask", dispose_task}, {"taskConfig", task_config},   {"taskBatch", task_batch},
    {"taskEvaluate", task_evaluate},
};

}  // namespace

Task& held_task(SessionState& state, Options& arguments) {
  const auto found = state.tasks.find(handle_of(arguments, "task"));
  if (found == state.tasks.end()) throw Error(ErrorCode::disposed, "task_disposed");
  return *found->second;
}

Json evaluation_json(const Evaluation& evaluation) {
  Json answer = record({{"accuracy", evaluation.accuracy}, {"loss", evaluation.loss}});
  answer["accuracy_by_position"] = binary(std::span<const double>(evaluation.accuracy_by_position));
  answer["loss_by_position"] = binary(std::span<const double>(evaluation.loss_by_position));
  return answer;
}

std::span<const Method> task_methods() { return methods; }

}  // namespace whereabouts
