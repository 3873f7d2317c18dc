#include "encodings/alibi.hpp"

#include "golden.hpp"
#include "kernels/reduce.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

Vector bias_of(const Vector& slopes, const Vector& queries, const Vector& keys) {
  Vector out(slopes.size() * queries.size() * keys.size(), 7);
  alibi_bias<double>(slopes, queries, keys, out);
  return out;
}

Vector softmax_of(Vector scores) {
  softmax<double>(scores, scores.size());
  return scores;
}

}  // namespace

TEST_CASE("alibi: slopes agree with golden/alibi_slopes.json, in its order") {
  const Json heads = golden("alibi_slopes.json")["heads"];
  REQUIRE(heads.size() >= 12);
  for (const Json& entry : heads) {
    const auto expected = entry["slopes"].get<Vector>();
    const Vector slopes = alibi_slopes(expected.size());
    INFO(expected.size() << " heads");
    CHECK(max_difference(slopes, expected) < 1e-16);
    Vector other = slopes;  // bad twin: sorted, wherever that changes anything
    std::sort(other.rbegin(), other.rend());
    if (other != slopes) CHECK(max_difference(other, expected) > 1e-3);
  }
}

TEST_CASE("pitfall 28: head counts that are no power of two, unsorted") {
  REQUIRE(alibi_slopes(6) == Vector{.25, .0625, .015625, .00390625, .5, .125});
  // Bad twin: the plain formula.
  Vector plain(6);
  for (std::size_t h = 0; h < 6; ++h) plain[h] = std::exp2(-8.0 * double(h + 1) / 6);
  REQUIRE(max_difference(plain, alibi_slopes(6)) > 0.01);
}

TEST_CASE("pitfall 29: eight heads go from 1/2 to 1/256") {
  const Vector slopes = alibi_slopes(8);
  REQUIRE(slopes == Vector{.5, .25, .125, .0625, .03125, .015625, .0078125, .00390625});
}

TEST_CASE("alibi: the bias is minus slope times distance, by position, on both sides") {
  const Vector bias = bias_of({.5, .25}, {3, 10.5}, {0, 3, 5});
  REQUIRE(bias == Vector{-1.5, 0, -1, -5.25, -3.75, -2.75, -.75, 0, -.5, -2.625, -1.875, -1.375});
}

TEST_CASE("pitfall 30: a key-only bias is equal after softmax under the mask") {
  const Vector scores{.3, -1.2, .8, .1};
  const Vector distance = bias_of({.5}, {3}, {0, 1, 2, 3});
  Vector by_distance = scores, by_key = scores, by_square = scores;
  for (std::size_t j = 0; j < 4; ++j) {
    by_distance[j] += distance[j];
    by_key[j] += .5 * double(j);
    by_square[j] += .5 * double(j * j);
  }
  REQUIRE(max_difference(softmax_of(by_distance), softmax_of(by_key)) < 1e-15);
  REQUIRE(max_difference(softmax_of(by_distance), softmax_of(by_square)) > 0.1);
  // Bad twin: without a mask, keys after the query tell the two apart.
  Vector future = scores, future_key = scores;
  const Vector both_sides = bias_of({.5}, {1}, {0, 1, 2, 3});
  for (std::size_t j = 0; j < 4; ++j) {
    future[j] += both_sides[j];
    future_key[j] += .5 * double(j);
  }
  REQUIRE(max_difference(softmax_of(future), softmax_of(future_key)) > 0.1);
}

TEST_CASE("alibi: faulty arguments are named") {
  REQUIRE(error_of([] { alibi_slopes(0); }) == "out_of_range n_head");
  REQUIRE(error_of([] { alibi_slopes(1 << 20); }) == "out_of_range n_head");
  REQUIRE(error_of([] { bias_of({1}, {not_a_number}, {0}); }) == "not_finite query_positions[0]");
  REQUIRE(error_of([] { bias_of({1}, {0}, {0, infinity}); }) == "not_finite key_positions[1]");
}
