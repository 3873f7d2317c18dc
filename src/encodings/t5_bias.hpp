// T5's relative position bias (Raffel et al. 2020, section 2.1): distances fall into buckets, exact ones near by,
// logarithmically wider ones further off; every head learns one number for each bucket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/rows.hpp"

namespace whereabouts {

/// The buckets of one setting. Bucket edges are decided with whole numbers: a logarithm in floating point may put an
/// offset that lies exactly on an edge into the bucket before it.
class T5Buckets {
 public:
  /// Bidirectional: the upper half of the buckets is for keys after the query. Not bidirectional: every later key shares
  /// bucket 0 with distance 0. Errors: "out_of_range", "not_whole" naming num_buckets (2 .. 1024; bidirectional: at least 4)
  /// or max_distance (more than the number of exact buckets, at most 2^31); "odd_buckets" where a bidirectional num_buckets
  /// is odd.
  T5Buckets(double num_buckets, double max_distance, bool bidirectional);

  /// relative_position: key position minus query position, a whole number.
  std::int32_t operator()(double relative_position) const;

  std::size_t num_buckets() const { return num_buckets_; }
  double max_distance() const { return max_distance_; }
  bool bidirectional() const { return bidirectional_; }

 private:
  std::size_t num_buckets_;
  double max_distance_;
  bool bidirectional_;
  std::vector<double> edges_;  // the smallest distance of each bucket of one direction
};

/// The bucket of every relative position (key minus query). Errors: those above; "not_whole" naming a position.
std::vector<std::int32_t> t5_buckets(std::span<const double> relative_positions, double num_buckets = 32,
                                     double max_distance = 128, bool bidirectional = false);

/// out[h, i, j] = table[bucket of key j as query i sees it, h]; table is [num_buckets, n_head], out [n_head, nq, nk].
template <class Real>
void t5_bias(const T5Buckets& buckets, ConstRows<Real> table, std::span<const double> query_positions,
             std::span<const double> key_positions, std::span<Real> out);

}  // namespace whereabouts
