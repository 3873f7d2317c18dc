// The one list of tasks: creating one by its name and the listing for menus come from it. To add a task: a file beside
// this one that offers a TaskEntry, and a line in registry.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "described_options.hpp"
#include "tasks/task.hpp"

namespace whereabouts {

struct TaskEntry {
  std::string_view name;
  std::vector<ParameterDescription> (*parameters)();
  std::unique_ptr<Task> (*create)(DescribedOptions& options, std::uint64_t seed);
};

extern const TaskEntry k_back_task, which_first_task, own_index_task, copy_task, reverse_task, text_task;

/// A whole number's description.
ParameterDescription whole_parameter(std::string name, double otherwise, double minimum, double maximum);
/// "length" and "vocab_size", the same in every task that has them.
ParameterDescription length_parameter(double otherwise, double minimum);
ParameterDescription vocabulary_parameter(double otherwise, double minimum);

}  // namespace whereabouts
