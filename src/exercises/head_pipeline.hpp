// One attention head with RoPE and a cache, as steps in an order, right or wrong: what the exercise "rope_place" runs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace whereabouts::exercises {

/// A text of random rows, and the three projections of a head.
struct PipelineHead {
  std::size_t rows, width;
  std::vector<double> stream;             // [rows, width]
  std::vector<double> query, key, value;  // [width, width]

  PipelineHead(std::uint64_t seed, std::size_t rows, std::size_t width);
};

/// Where the text stands: its first row's position, and how many positions are left out before its last row.
struct PipelinePlace {
  double start = 0, gap = 0;
};

/// The steps that stay in their order, since each takes what the one before has made.
inline const std::vector<std::string> fixed_pipeline_steps{"project", "aside", "store", "score", "softmax", "mix"};

/// The fixed steps with "count" and "rotate" among them, each after so many of the fixed ones; "count" first where both
/// are in one place.
std::vector<std::string> pipeline_order(std::size_t count_after, std::size_t rotate_after);

/// Runs the steps in `order` (the fixed ones, "count" and "rotate") over the text in two calls, as decoding does: all
/// rows but the last, then the last one. Returns the output of the last row, [width].
///
/// Rows of a call stand one after the other. The first call knows where; later ones begin at 0, until "count" lets them
/// go on from the rows in the cache. "rotate" turns what is at hand, each vector at its own position:
///   before "project" the rows; before "aside" queries, keys and values; before "store" queries and keys;
///   before "score" queries, and all keys in the cache where they lie; after "mix" the output;
///   between "score" and "mix" queries and keys too, but nothing reads them any more.
std::vector<double> run_pipeline(const PipelineHead& head, const std::vector<std::string>& order, PipelinePlace place);

}  // namespace whereabouts::exercises
