// One attention head with RoPE and a cache, as steps in an order, right or wrong: what the exercise "rope_place" runs.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
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

/// What "rotate" finds at hand, and turns.
enum class Hand {
  rows,          // that queries and keys will be made of
  all,           // queries, keys and values
  queries_keys,  // alone: what has to be turned
  cached,        // queries, and all keys in the cache where they lie
  late,          // queries and keys that nothing reads any more
  output
};
std::string_view to_string(Hand hand);

/// The steps that stay in their order, since each takes what the ones before have made. Heads come in several forms:
/// they differ in when values are made and kept.
struct Pipeline {
  const char* name;
  std::array<const char*, 6> steps;

  /// After so many of the steps.
  Hand at_hand(std::size_t done) const;
  /// After how many steps queries and keys alone are at hand.
  std::size_t right_place() const;
};

inline constexpr Pipeline pipelines[] = {{"together", {"project", "aside", "store", "score", "softmax", "mix"}},
                                         {"values_first", {"values", "queries", "keys", "score", "softmax", "mix"}},
                                         {"values_last", {"queries", "keys", "score", "softmax", "values", "mix"}}};

/// The fixed steps with "count" and "rotate" among them, each after so many of the fixed ones; "count" first where both
/// are in one place.
std::vector<std::string> pipeline_order(const Pipeline& pipeline, std::size_t count_after, std::size_t rotate_after);

/// Runs the steps in `order` (the fixed ones of `pipeline`, "count" and "rotate") over the text in two calls, as
/// decoding does: all rows but the last, then the last one. Returns the output of the last row, [width].
///
/// Rows of a call stand one after the other. The first call knows where; later ones begin at 0, until "count" lets them
/// go on from the rows in the cache. "rotate" turns what is at hand, each vector at its own position.
std::vector<double> run_pipeline(const PipelineHead& head, const Pipeline& pipeline,
                                 const std::vector<std::string>& order, PipelinePlace place);

}  // namespace whereabouts::exercises
