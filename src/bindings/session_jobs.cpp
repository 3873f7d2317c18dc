// Long work, cut into slices: begun here, stepped by whoever called (who may show progress and stop between two steps), and
// ended in every case.
#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

template <class Work>
Json begin(SessionState& state, Handle model, std::unique_ptr<Work> work) {
  const Handle handle = state.next_handle++;
  state.jobs.emplace(handle, Job{model, std::move(work)});
  return double(handle);
}

Job& job_of(SessionState& state, Options& arguments) {
  const Handle handle = handle_of(arguments, "job");
  const auto found = state.jobs.find(handle);
  if (found == state.jobs.end()) throw Error(ErrorCode::disposed, "model_disposed");  // jobs end with their model only
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
  return begin(state, model, std::make_unique<Perplexity<float>>(transformer, tokens, static_cast<std::size_t>(window),
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
  return begin(state, model, std::make_unique<Generator<float>>(transformer, tokens,
                                                                static_cast<std::size_t>(max_new_tokens), sampler));
}

Json step(Perplexity<float>& work) {
  if (!work.done()) work.step();
  Json answer{{"finished", work.done()}, {"done", double(work.windows_done())}, {"total", double(work.windows())}};
  if (!work.done()) return answer;
  const PerplexityResult result = work.result();
  answer["result"] = {{"perplexity", result.perplexity},
                      {"loss", result.loss},
                      {"standard_error", result.standard_error},
                      {"count", double(result.count)},
                      {"loss_by_position", binary(std::span<const double>(result.loss_by_position))}};
  return answer;
}

Json step(Generator<float>& work) {
  Json answer = Json::object();
  if (!work.done())
    if (const auto token = work.step()) answer["token"] = double(*token);
  answer["finished"] = work.done();
  if (work.done()) answer["result"] = binary(work.generated());
  return answer;
}

/// job. { finished, done?, total?, token?, result? }: a slice further; a token where one was drawn.
Json step_job(SessionState& state, Options& arguments) {
  return std::visit([](auto& work) { return step(*work); }, job_of(state, arguments).work);
}

/// job. Ending one that has ended already is no error.
Json end_job(SessionState& state, Options& arguments) {
  state.jobs.erase(handle_of(arguments, "job"));
  return nullptr;
}

constexpr Method methods[] = {
    {"beginPerplexity", begin_perplexity}, {"beginGenerate", begin_generate}, {"stepJob", step_job}, {"endJob", end_job},
};

}  // namespace

std::span<const Method> job_methods() { return methods; }

}  // namespace whereabouts
