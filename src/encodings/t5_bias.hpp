// T5's relative position bias (Raffel et al. 2020, section 2.1): distances fall into buckets, exact ones near by,
// logarithmically wider ones further off; every head learns one number for each bucket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encodings/encoding.hpp"

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

/// d_table[bucket, h] += the sum of d_scores[h, i, j] over the pairs in that bucket.
template <class Real>
void t5_bias_backward(const T5Buckets& buckets, std::span<const double> query_positions,
                      std::span<const double> key_positions, std::span<const Real> d_scores, Rows<Real> d_table);

/// The table is shared by the layers and added in every one of them, after the scores are scaled (T5 itself does not
/// scale them). Buckets are bidirectional where the model is not causal, unless config.position says otherwise.
class T5Bias {
 public:
  static constexpr std::string_view kind = "t5_bias";
  static constexpr Places places = Places::score;

  static std::vector<ParameterDescription> parameters();
  static T5Bias from_json(const Json& position, const ModelShape& shape);
  Json to_json() const;
  std::optional<TableShape> table() const {
    return TableShape{"relative_attention_bias.weight", buckets_.num_buckets(), n_head_};
  }
  std::optional<std::size_t> max_positions() const { return std::nullopt; }
  void require_positions(std::span<const double> positions) const;
  bool depends_on_length(double, double) const { return false; }

  template <class Real>
  void bias(const Pass& pass, ConstRows<Real> table, std::span<Real> out) const;
  template <class Real>
  void bias_backward(const Pass& pass, std::span<const Real> d_scores, Rows<Real> d_table) const;

 private:
  T5Bias(T5Buckets buckets, std::size_t n_head) : buckets_(std::move(buckets)), n_head_(n_head) {}

  T5Buckets buckets_;
  std::size_t n_head_;
};

}  // namespace whereabouts
