#include "encodings/t5_bias.hpp"

#include <algorithm>
#include <cmath>

#include "encodings/position_options.hpp"
#include "encodings/positions.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

// A natural number of any size, little-endian in base 2^32: just enough to compare two products.
class Natural {
 public:
  void multiply(std::uint64_t factor) {  // factor < 2^32
    std::uint64_t carry = 0;
    for (auto& digit : digits_) {
      carry += digit * factor;
      digit = std::uint32_t(carry);
      carry >>= 32;
    }
    if (carry) digits_.push_back(std::uint32_t(carry));
  }
  void multiply(std::uint64_t factor, std::size_t times) {
    while (times-- > 0) multiply(factor);
  }
  bool operator>=(const Natural& other) const {
    if (digits_.size() != other.digits_.size()) return digits_.size() > other.digits_.size();
    return !std::lexicographical_compare(digits_.rbegin(), digits_.rend(), other.digits_.rbegin(), other.digits_.rend());
  }

 private:
  std::vector<std::uint32_t> digits_{1};
};

// T5 puts distance n into bucket exact + floor(steps * log(n / exact) / log(max / exact)). Bucket exact + k begins at the
// smallest n with n^steps >= max^k * exact^(steps - k).
double edge_of(std::size_t k, std::size_t exact, std::size_t steps, double max_distance) {
  const double estimate = exact * std::pow(max_distance / exact, double(k) / double(steps));
  const double nearest = std::round(estimate);
  // The estimate is good to some 1e-15 of itself, so that further away its ceiling is certain.
  if (std::fabs(estimate - nearest) > 1e-9 * estimate) return std::ceil(estimate);
  Natural power, bound;
  power.multiply(std::uint64_t(nearest), steps);
  bound.multiply(std::uint64_t(max_distance), k);
  bound.multiply(exact, steps - k);
  return power >= bound ? nearest : nearest + 1;
}

}  // namespace

T5Buckets::T5Buckets(double num_buckets, double max_distance, bool bidirectional)
    : num_buckets_(0), max_distance_(max_distance), bidirectional_(bidirectional) {
  require_whole("num_buckets", num_buckets, bidirectional ? 4 : 2, 1024);
  num_buckets_ = std::size_t(num_buckets);
  if (bidirectional && num_buckets_ % 2 == 1)
    throw Error(ErrorCode::invalid_argument, "odd_buckets", {{"argument", "num_buckets"}, {"got", num_buckets}});
  const std::size_t one_direction = bidirectional ? num_buckets_ / 2 : num_buckets_;
  const std::size_t exact = one_direction / 2;
  require_whole("max_distance", max_distance, double(exact) + 1, largest_position);
  for (std::size_t n = 0; n < exact; ++n) edges_.push_back(double(n));
  for (std::size_t k = 0; k < one_direction - exact; ++k)
    edges_.push_back(edge_of(k, exact, one_direction - exact, max_distance));
}

std::int32_t T5Buckets::operator()(double relative_position) const {
  const bool later = relative_position > 0;
  const double distance = bidirectional_ ? std::fabs(relative_position) : std::max(-relative_position, 0.0);
  const auto bucket = std::int32_t(std::upper_bound(edges_.begin(), edges_.end(), distance) - edges_.begin()) - 1;
  return bidirectional_ && later ? bucket + std::int32_t(edges_.size()) : bucket;
}

std::vector<std::int32_t> t5_buckets(std::span<const double> relative_positions, double num_buckets, double max_distance,
                                     bool bidirectional) {
  const T5Buckets buckets(num_buckets, max_distance, bidirectional);
  require_whole_positions(relative_positions, "relative_positions");
  std::vector<std::int32_t> result(relative_positions.size());
  std::transform(relative_positions.begin(), relative_positions.end(), result.begin(), buckets);
  return result;
}

namespace {

// Calls visit(place, bucket) for every query and key; place is i * nk + j.
template <class Visit>
void for_each_pair(const T5Buckets& buckets, std::span<const double> query_positions, std::span<const double> key_positions,
                   Visit visit) {
  require_whole_positions(query_positions, "query_positions");
  require_whole_positions(key_positions, "key_positions");
  std::size_t place = 0;
  for (const double query : query_positions)
    for (const double key : key_positions) visit(place++, std::size_t(buckets(key - query)));
}

}  // namespace

template <class Real>
void t5_bias(const T5Buckets& buckets, ConstRows<Real> table, std::span<const double> query_positions,
             std::span<const double> key_positions, std::span<Real> out) {
  const std::size_t head_size = query_positions.size() * key_positions.size();
  require_length("table", table.rows, buckets.num_buckets());
  require_length("out", out.size(), table.columns * head_size);
  for_each_pair(buckets, query_positions, key_positions, [&](std::size_t place, std::size_t bucket) {
    for (std::size_t h = 0; h < table.columns; ++h) out[h * head_size + place] = table[bucket][h];
  });
}

template <class Real>
void t5_bias_backward(const T5Buckets& buckets, std::span<const double> query_positions,
                      std::span<const double> key_positions, std::span<const Real> d_scores, Rows<Real> d_table) {
  const std::size_t head_size = query_positions.size() * key_positions.size();
  require_length("d_table", d_table.rows, buckets.num_buckets());
  require_length("d_scores", d_scores.size(), d_table.columns * head_size);
  for_each_pair(buckets, query_positions, key_positions, [&](std::size_t place, std::size_t bucket) {
    for (std::size_t h = 0; h < d_table.columns; ++h) d_table[bucket][h] += d_scores[h * head_size + place];
  });
}

template void t5_bias<float>(const T5Buckets&, ConstRows<float>, std::span<const double>, std::span<const double>,
                             std::span<float>);
template void t5_bias<double>(const T5Buckets&, ConstRows<double>, std::span<const double>, std::span<const double>,
                              std::span<double>);
template void t5_bias_backward<float>(const T5Buckets&, std::span<const double>, std::span<const double>,
                                      std::span<const float>, Rows<float>);
template void t5_bias_backward<double>(const T5Buckets&, std::span<const double>, std::span<const double>,
                                       std::span<const double>, Rows<double>);

std::vector<ParameterDescription> T5Bias::parameters() {
  return {{"num_buckets", "integer", 32, 2, 1024, {}},
          {"max_distance", "integer", 128, 2, largest_position, {}},
          {"bidirectional", "boolean", nullptr, {}, {}, {}}};
}

T5Bias T5Bias::from_json(const Json& position, const ModelShape& shape) {
  PositionOptions options(position, parameters());
  const bool bidirectional = options.options().boolean("bidirectional", !shape.causal);
  return {T5Buckets(options.whole("num_buckets"), options.whole("max_distance"), bidirectional), shape.n_head};
}

Json T5Bias::to_json() const {
  return {{"kind", kind},
          {"num_buckets", buckets_.num_buckets()},
          {"max_distance", buckets_.max_distance()},
          {"bidirectional", buckets_.bidirectional()}};
}

void T5Bias::require_positions(std::span<const double> positions) const { require_whole_positions(positions); }

template <class Real>
void T5Bias::bias(const Pass& pass, ConstRows<Real> table, std::span<Real> out) const {
  t5_bias(buckets_, table, pass.query_positions, pass.key_positions, out);
}

template <class Real>
void T5Bias::bias_backward(const Pass& pass, std::span<const Real> d_scores, Rows<Real> d_table) const {
  t5_bias_backward(buckets_, pass.query_positions, pass.key_positions, d_scores, d_table);
}

template void T5Bias::bias<float>(const Pass&, ConstRows<float>, std::span<float>) const;
template void T5Bias::bias<double>(const Pass&, ConstRows<double>, std::span<double>) const;
template void T5Bias::bias_backward<float>(const Pass&, std::span<const float>, Rows<float>) const;
template void T5Bias::bias_backward<double>(const Pass&, std::span<const double>, Rows<double>) const;

}  // namespace whereabouts
