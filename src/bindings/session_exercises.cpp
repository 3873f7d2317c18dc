// Exercises: instances, grading, hints and mistakes. Nothing is kept between calls; sentences come back as keys and
// values.
#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "exercises/exercises.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

Json instance_of(Options& arguments) {
  if (!arguments.has("instance")) arguments.fail_missing("instance");
  return plain(arguments.raw("instance"));
}

/// No arguments.
Json exercises(SessionState& state, Options&) { return state.exercises.list(); }

/// id; options: seed, parameters.
Json create_instance(SessionState& state, Options& arguments) {
  const std::string id = text_of(arguments, "id");
  Options options(arguments.raw("options"));
  const double seed = options.number("seed", 0, 0, largest_seed);
  Json parameters = plain(options.raw("parameters"));
  options.refuse_others();
  if (parameters.is_null()) parameters = Json::object();
  return state.exercises.create_instance(id, seed, parameters);
}

/// instance, answer.
Json grade(SessionState& state, Options& arguments) {
  const Json instance = instance_of(arguments);
  return state.exercises.grade(instance, plain(arguments.raw("answer")));
}

/// instance, n (from 0).
Json hint(SessionState& state, Options& arguments) {
  const Json instance = instance_of(arguments);
  return state.exercises.hint(instance, arguments.whole("n", std::nullopt, 0, largest_seed));
}

/// instance.
Json solution(SessionState& state, Options& arguments) { return state.exercises.solution(instance_of(arguments)); }

/// id, instance (may be left out).
Json misconceptions(SessionState& state, Options& arguments) {
  const std::string id = text_of(arguments, "id");
  return state.exercises.misconceptions(id, plain(arguments.raw("instance")));
}

/// instance, misconceptionId.
Json run_mistake(SessionState& state, Options& arguments) {
  const Json instance = instance_of(arguments);
  return state.exercises.run_mistake(instance, text_of(arguments, "misconceptionId"));
}

/// instance. The inputs to run a learner's function on.
Json code_cases(SessionState& state, Options& arguments) { return state.exercises.code_cases(instance_of(arguments)); }

/// table: the perplexities kept, zeroed, shuffled and without, for exercises that quote them.
Json set_measured(SessionState& state, Options& arguments) {
  Options table(arguments.raw("table"), "table");
  const auto perplexity = [&](const char* name) { return table.number(name, std::nullopt, 1, 1e9); };
  const exercises::TablePerplexities read{perplexity("kept"), perplexity("zeroed"), perplexity("shuffled"),
                                          perplexity("without")};
  table.refuse_others();
  state.measured.table = read;
  return nullptr;
}

constexpr Method methods[] = {
    {"exercises", exercises},
    {"createInstance", create_instance},
    {"grade", grade},
    {"hint", hint},
    {"solution", solution},
    {"misconceptions", misconceptions},
    {"runMistake", run_mistake},
    {"setMeasured", set_measured},
    {"codeCases", code_cases},
};

}  // namespace

std::span<const Method> exercise_methods() { return methods; }

}  // namespace whereabouts
