#include "encodings/t5_bias.hpp"

#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

// The textbook evaluation in floating point, a twin that goes wrong at exact edges.
std::int32_t by_logarithm(double distance, double exact, double steps, double max_distance) {
  if (distance < exact) return std::int32_t(distance);
  const double k = std::floor(std::log(distance / exact) / std::log(max_distance / exact) * steps);
  return std::int32_t(exact + std::min(k, steps - 1));
}

}  // namespace

TEST_CASE("t5 buckets: agree with golden/t5_buckets.json") {
  const Json cases = golden("t5_buckets.json")["cases"];
  REQUIRE(cases.size() == 5);
  for (const Json& c : cases) {
    const auto relative = c["rel"].get<Vector>();
    const auto expected = c["bucket_exact"].get<std::vector<std::int32_t>>();
    const double buckets = c["num_buckets"], distance = c["max_distance"];
    const bool bidirectional = c["bidirectional"];
    INFO(buckets << " buckets to " << distance << (bidirectional ? ", both directions" : ""));
    CHECK(t5_buckets(relative, buckets, distance, bidirectional) == expected);
    // Bad twins: query minus key, the other directionality, another distance.
    Vector reversed = relative;
    for (double& r : reversed) r = -r;
    CHECK(t5_buckets(reversed, buckets, distance, bidirectional) != expected);
    CHECK(t5_buckets(relative, buckets, distance, !bidirectional) != expected);
    CHECK(t5_buckets(relative, buckets, distance * 2, bidirectional) != expected);
  }
}

TEST_CASE("t5 buckets: exact at the edges, where a float logarithm is not") {
  // 8 exact buckets and 8 steps from 8 to 8 * 2^8: bucket 8 + k begins exactly at 8 * 2^k.
  std::size_t wrong = 0;
  for (std::size_t k = 0; k < 8; ++k) {
    const double edge = 8 * std::exp2(double(k));
    INFO(edge);
    CHECK(t5_buckets(Vector{-edge, 1 - edge}, 16, 2048) == std::vector<std::int32_t>{std::int32_t(8 + k), std::int32_t(7 + k)});
  }
  // Five steps from 5 to 5 * r^5: the plain logarithm falls just short of many of these edges.
  for (const double ratio : {2.0, 4.0, 5.0, 7.0, 8.0, 14.0}) {
    const double max_distance = 5 * std::pow(ratio, 5);
    for (int k = 1; k < 5; ++k) {
      const double edge = 5 * std::pow(ratio, k);
      INFO(edge << " of " << max_distance);
      CHECK(t5_buckets(Vector{-edge}, 10, max_distance)[0] == 5 + k);
      CHECK(t5_buckets(Vector{1 - edge}, 10, max_distance)[0] == 4 + k);
      wrong += by_logarithm(edge, 5, 5, max_distance) != 5 + k;
    }
  }
  REQUIRE(wrong > 0);
}

TEST_CASE("t5 buckets: every setting is monotonic, reaches its last bucket and no further") {
  for (const bool bidirectional : {false, true})
    for (double buckets = bidirectional ? 4 : 2; buckets <= 40; buckets += bidirectional ? 2 : 1) {
      const T5Buckets bucket_of(buckets, 300, bidirectional);
      const std::int32_t last = std::int32_t(bidirectional ? buckets / 2 : buckets) - 1;
      std::int32_t before = 0;
      for (double distance = 0; distance <= 700; ++distance) {
        const std::int32_t bucket = bucket_of(-distance);
        INFO(buckets << " buckets, distance " << distance);
        REQUIRE(bucket >= before);
        REQUIRE(bucket <= last);
        if (distance >= 300) REQUIRE(bucket == last);
        if (distance > 0) REQUIRE(bucket_of(distance) == (bidirectional ? bucket + last + 1 : 0));
        before = bucket;
      }
    }
}

TEST_CASE("t5 bias: every head reads its column at the bucket of key minus query") {
  const T5Buckets buckets(4, 8, false);
  const Vector table{0, 100, 1, 101, 2, 102, 3, 103};  // [4 buckets, 2 heads]
  Vector out(2 * 2 * 3);
  t5_bias<double>(buckets, ConstRows<double>(table.data(), 4, 2), Vector{2, 9}, Vector{0, 1, 2}, out);
  // Distances 2, 1, 0 and 9, 8, 7: buckets 2, 1, 0 and 3, 3, 3.
  REQUIRE(out == Vector{2, 1, 0, 3, 3, 3, 102, 101, 100, 103, 103, 103});
}

TEST_CASE("t5 buckets: faulty arguments are named") {
  const Vector one{-1};
  REQUIRE(error_of([&] { t5_buckets(one, 1); }) == "out_of_range num_buckets");
  REQUIRE(error_of([&] { t5_buckets(one, 2, 128, true); }) == "out_of_range num_buckets");
  REQUIRE(error_of([&] { t5_buckets(one, 7, 128, true); }) == "odd_buckets num_buckets");
  REQUIRE(error_of([&] { t5_buckets(one, 7.5); }) == "not_whole num_buckets");
  REQUIRE(error_of([&] { t5_buckets(one, 32, 16); }) == "out_of_range max_distance");
  REQUIRE(error_of([&] { t5_buckets(one, 32, not_a_number); }) == "not_finite max_distance");
  REQUIRE(error_of([&] { t5_buckets(Vector{0, -1.5}); }) == "not_whole relative_positions[1]");
  REQUIRE(error_of([&] { t5_buckets(Vector{-1e10}); }) == "out_of_range relative_positions[0]");
}

TEST_CASE("t5 bias: bidirectional where the model is not causal, unless the config says otherwise") {
  const ModelShape shape{.n_embd = 24, .n_head = 3, .head_dim = 8, .n_positions = 40};
  ModelShape both_ways = shape;
  both_ways.causal = false;
  const auto bidirectional = [](const Json& position, const ModelShape& s) {
    return T5Bias::from_json(position, s).to_json()["bidirectional"].get<bool>();
  };
  REQUIRE_FALSE(bidirectional({{"kind", "t5_bias"}}, shape));
  REQUIRE(bidirectional({{"kind", "t5_bias"}}, both_ways));
  REQUIRE_FALSE(bidirectional({{"kind", "t5_bias"}, {"bidirectional", false}}, both_ways));
}
