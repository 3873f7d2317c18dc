// Running the experiments over several seeds and showing the numbers beside the references, as a table in Markdown.
#pragma once

#include <cstddef>
#include <ostream>
#include <string>
#include <vector>

namespace whereabouts {

struct ReportOptions {
  std::vector<std::string> only;  // ids; all that can be run where empty
  std::size_t seeds = 3;          // 0, 1, ...
  std::string text;               // for the language models, "D"; without one they are left out
};

/// One row a measure: experiment, arm, measure, ours and the reference with their spreads (the standard deviation over
/// the seeds), and whether the two agree (references.hpp). Returns how many do not. Errors: "unknown_choice" naming an
/// id.
std::size_t report(const ReportOptions& options, std::ostream& out);

}  // namespace whereabouts
