// The numbers that the experiments are compared with: those of an independent implementation, over three seeds each.
#pragma once

#include <string_view>
#include <vector>

namespace whereabouts {

/// One measured number. `spread` is the standard deviation over the seeds, 0 where none was taken. `slack` is how
/// exactly the number can be told at all: the distance of two evaluations in steps, the size of an evaluation, other
/// windows of the text.
struct Reference {
  std::string_view experiment, arm, measure;
  double value = 0, spread = 0, slack = 0;
};

/// In the order of the experiments. "D" are the language models on tiny Shakespeare: arms are encodings and, from
/// "rope_" on, ways of stretching RoPE by 4; measures are the loss in nats over a range of positions.
const std::vector<Reference>& references();

/// The number for a measure, or null.
const Reference* reference_for(std::string_view experiment, std::string_view arm, std::string_view measure);

/// Whether the ranges of two numbers, each with its spread, touch when the slack is added.
bool agrees(const Reference& reference, double mean, double spread);

}  // namespace whereabouts
