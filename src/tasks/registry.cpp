#include "tasks/registry.hpp"

#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

const TaskEntry* const entries[] = {&k_back_task, &which_first_task, &own_index_task,
                                    &copy_task,   &reverse_task,     &text_task};

constexpr double longest = 4096;
constexpr double largest_vocabulary = 4096;

}  // namespace

ParameterDescription whole_parameter(std::string name, double otherwise, double minimum, double maximum) {
  return {std::move(name), "integer", otherwise, minimum, maximum, {}};
}

ParameterDescription length_parameter(double otherwise, double minimum) {
  return whole_parameter("length", otherwise, minimum, longest);
}

ParameterDescription vocabulary_parameter(double otherwise, double minimum) {
  return whole_parameter("vocab_size", otherwise, minimum, largest_vocabulary);
}

std::unique_ptr<Task> create_task(std::string_view name, const Json& options, std::uint64_t seed) {
  std::vector<std::string> names;
  for (const TaskEntry* entry : entries) {
    names.emplace_back(entry->name);
    if (entry->name != name) continue;
    DescribedOptions described(options, "", entry->parameters(), {"seed"});  // read by whoever calls
    return entry->create(described, seed);
  }
  fail_choice("task", name, names);
}

Json task_listing() {
  Json listing = Json::array();
  for (const TaskEntry* entry : entries)
    listing.push_back({{"name", entry->name}, {"parameters", description_json(entry->parameters())}});
  return listing;
}

}  // namespace whereabouts
