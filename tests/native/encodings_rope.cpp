#include "encodings/rope.hpp"

#include <numeric>

#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

constexpr auto half = RopeLayout::half;
constexpr auto interleaved = RopeLayout::interleaved;

RopeFrequencies plain(std::size_t rotary_dim, double theta = 10000) { return rope_frequencies(rotary_dim, theta, {}); }

template <class Real = double>
std::vector<Real> turned(const Vector& x, double position, const RopeFrequencies& frequencies, RopeLayout layout) {
  std::vector<Real> result(x.begin(), x.end());
  rotate(Rows<Real>(result.data(), 1, result.size()), Vector{position}, frequencies, layout);
  return result;
}

double dot(const Vector& a, const Vector& b) { return std::inner_product(a.begin(), a.end(), b.begin(), 0.0); }

// From the interleaved order to the half-split one.
Vector to_half(const Vector& x, std::size_t rotary_dim) {
  Vector result = x;
  for (std::size_t j = 0; j < rotary_dim; ++j)
    result[j] = x[j < rotary_dim / 2 ? 2 * j : 2 * (j - rotary_dim / 2) + 1];
  return result;
}

}  // namespace

TEST_CASE("rope: vectors agree with golden/rope_vectors.json in both layouts") {
  const Json cases = golden("rope_vectors.json")["cases"];
  REQUIRE(cases.size() == 21);
  for (const Json& c : cases) {
    REQUIRE(c["layout"] == "interleaved");
    const auto x = c["x"].get<Vector>();
    const auto positions = c["positions"].get<Vector>();
    const auto rotary_dim = c["rotary_dim"].get<std::size_t>();
    const auto frequencies = plain(rotary_dim, c["base"]);
    for (std::size_t p = 0; p < positions.size(); ++p) {
      const auto expected = c["y"][p].get<Vector>();
      INFO("head " << x.size() << " rotary " << rotary_dim << " base " << c["base"] << " position " << positions[p]);
      // An angle of 131071 radians is itself rounded by up to 1.5e-11, and entries reach 2.5.
      const double tolerance = positions[p] > 1e5 ? 1e-10 : 3e-12;
      CHECK(max_difference(turned(x, positions[p], frequencies, interleaved), expected) < tolerance);
      CHECK(max_difference(turned(to_half(x, rotary_dim), positions[p], frequencies, half), to_half(expected, rotary_dim)) <
            tolerance);
      CHECK(max_difference(turned<float>(x, positions[p], frequencies, interleaved), expected) < 4e-7);
      if (positions[p] == 0) continue;
      // Bad twins: the other direction, the next position.
      CHECK(max_difference(turned(x, -positions[p], frequencies, interleaved), expected) > 0.01);
      CHECK(max_difference(turned(x, positions[p] + 1, frequencies, interleaved), expected) > 0.01);
    }
  }
}

TEST_CASE("rope: scores depend on the offset only, as in golden/rope_vectors.json") {
  const Json relative = golden("rope_vectors.json")["relative"];
  const auto q = relative["q"].get<Vector>(), k = relative["k"].get<Vector>();
  REQUIRE(relative["cases"].size() > 3);
  for (const Json& c : relative["cases"]) {
    const auto layout = rope_layout(c["layout"].get<std::string>());
    const auto frequencies = plain(q.size(), c["base"]);
    for (std::size_t i = 0; i < c["pairs"].size(); ++i) {
      const double m = c["pairs"][i][0], n = c["pairs"][i][1], expected = c["dot"][i];
      const double score = dot(turned(q, m, frequencies, layout), turned(k, n, frequencies, layout));
      INFO("positions " << m << " and " << n);
      CHECK(std::fabs(score - expected) < (std::max(m, n) > 1e4 ? 1e-9 : 1e-11));
      CHECK(std::fabs(dot(turned(q, m + 1, frequencies, layout), turned(k, n, frequencies, layout)) - expected) > 1e-3);
    }
  }
}

TEST_CASE("pitfall 1: the layouts are different functions") {
  const Vector x{1, 0, 0, 0};
  REQUIRE(max_difference(turned(x, 1, plain(4), interleaved), Vector{.5403, .8415, 0, 0}) < 5e-5);
  REQUIRE(max_difference(turned(x, 1, plain(4), half), Vector{.5403, 0, .8415, 0}) < 5e-5);
}

TEST_CASE("pitfall 2: position 0 is the identity, bit for bit, in both layouts") {
  const Vector x{0.1, -2.7, 3.3e-20, 1e20, -0.25, 7, 1.0 / 3, -1e-3};
  for (const auto layout : {half, interleaved}) {
    REQUIRE(turned(x, 0, plain(8), layout) == x);
    REQUIRE(turned<float>(x, 0, plain(8), layout) == std::vector<float>(x.begin(), x.end()));
    REQUIRE(turned(x, 1e-9, plain(8), layout) != x);
  }
}

TEST_CASE("pitfall 3: every pair keeps its norm at every position") {
  const Vector x{.5, -1.25, 2, .75, -1, .1, .3, -2};
  for (const auto layout : {half, interleaved})
    for (const double position : {1.0, 2.5, 77.0, 131071.0}) {
      const Vector y = turned(x, position, plain(8), layout), mixed = turned(x, position, plain(8), layout == half ? interleaved : half);
      double worst = 0;
      for (std::size_t i = 0; i < 4; ++i) {
        const auto [a, b] = rope_pair(i, 8, layout);
        CHECK(std::fabs(std::hypot(y[a], y[b]) - std::hypot(x[a], x[b])) < 1e-14);
        worst = std::max(worst, std::fabs(std::hypot(mixed[a], mixed[b]) - std::hypot(x[a], x[b])));
      }
      CHECK(worst > 0.01);
    }
}

TEST_CASE("pitfall 4: permuting queries and keys keeps every score, permuting one does not") {
  const Json permutations = golden("rope_layout_permutation.json")["perm"];
  REQUIRE(permutations.size() == 4);
  for (const auto& [name, order] : permutations.items()) {
    const auto permutation = order.get<std::vector<std::size_t>>();
    const std::size_t d = permutation.size();
    Vector q(d), k(d), permuted_q(d), permuted_k(d);
    for (std::size_t i = 0; i < d; ++i) {
      q[i] = std::sin(1 + double(i));
      k[i] = std::cos(2 * double(i)) + .1;
    }
    for (std::size_t i = 0; i < d; ++i) {
      permuted_q[i] = q[permutation[i]];
      permuted_k[i] = k[permutation[i]];
    }
    REQUIRE(permuted_q == to_half(q, d));
    const double score = dot(turned(q, 9, plain(d), interleaved), turned(k, 4, plain(d), interleaved));
    CHECK(std::fabs(dot(turned(permuted_q, 9, plain(d), half), turned(permuted_k, 4, plain(d), half)) - score) < 1e-13);
    CHECK(std::fabs(dot(turned(permuted_q, 9, plain(d), half), turned(k, 4, plain(d), half)) - score) > 1e-3);
  }
}

TEST_CASE("pitfall 6: entries past rotary_dim come out equal to the input") {
  REQUIRE(rotary_dim_of(80, 0.4) == 32);
  REQUIRE(rotary_dim_of(64, 0.25) == 16);
  REQUIRE(rotary_dim_of(12, 1) == 12);
  const Vector x{1, 2, 3, 4, 5, 6, 7, 8};
  for (const auto layout : {half, interleaved}) {
    const Vector y = turned(x, 3, plain(4), layout);
    REQUIRE(std::equal(y.begin() + 4, y.end(), x.begin() + 4));
    for (std::size_t i = 0; i < 4; ++i) REQUIRE(y[i] != x[i]);
    const Vector whole = turned(x, 3, plain(8), layout);  // bad twin: the factor dropped
    REQUIRE(whole[7] != x[7]);
  }
}

TEST_CASE("pitfall 7: angles in double precision, far below golden/rope_precision_yardstick.json") {
  const Json rows = golden("rope_precision_yardstick.json")["rows"];
  REQUIRE(rows.size() > 10);
  bool float_is_worse = false;
  for (const Json& row : rows) {
    const auto d = row["dim"].get<std::size_t>();
    const double position = row["pos"];
    const auto frequencies = plain(d, row["base"]);
    for (std::size_t i = 0; i < d / 2; ++i) {
      Vector x(d);
      x[i] = 1;
      const auto y = turned<float>(x, position, frequencies, half);
      const long double angle = (long double)position / std::pow((long double)(row["base"].get<double>()), 2.0L * i / d);
      INFO("position " << position << " pair " << i);
      CHECK(std::fabs(double(y[i] - std::cos(angle))) < 1e-7);
      CHECK(std::fabs(double(y[i + d / 2] - std::sin(angle))) < 1e-7);
      const float float_angle = float(position) * float(frequencies.inverse_frequencies[i]);
      float_is_worse |= std::fabs(double(std::cos((long double)float_angle) - std::cos(angle))) > 1e-4;
    }
  }
  REQUIRE(float_is_worse);
}

TEST_CASE("pitfall 8: positions 256 and 257 turn differently") {
  const Vector x{1, 0, 0, 1};
  REQUIRE(max_difference(turned<float>(x, 256, plain(4), half), turned<float>(x, 257, plain(4), half)) > 0.1);
}

TEST_CASE("rope: faulty arguments are named") {
  const Vector x{1, 2, 3, 4};
  REQUIRE(error_of([] { rotary_dim_of(7, 1); }) == "odd_rotary_dim head_dim");
  REQUIRE(error_of([] { rotary_dim_of(12, .25); }) == "odd_rotary_dim partial_rotary_factor");
  REQUIRE(error_of([] { rotary_dim_of(8, 0); }) == "odd_rotary_dim partial_rotary_factor");
  REQUIRE(error_of([] { rotary_dim_of(8, 1.5); }) == "out_of_range partial_rotary_factor");
  REQUIRE(error_of([] { rotary_dim_of(7.5, 1); }) == "not_whole head_dim");
  REQUIRE(error_of([] { plain(4, 0); }) == "out_of_range rope_theta");
  REQUIRE(error_of([] { rope_frequencies(4, 10000, {}, -1); }) == "out_of_range sequence_length");
  REQUIRE(error_of([&] { turned(x, not_a_number, plain(4), half); }) == "not_finite positions[0]");
  REQUIRE(error_of([&] { turned(x, 1, plain(8), half); }) == "wrong_length vectors");
  REQUIRE(error_of([] { rope_layout("neox"); }) == "unknown_choice layout");
  for (const auto& name : rope_layout_names()) REQUIRE(to_string(rope_layout(name)) == name);
}

TEST_CASE("pitfall 17: rope_theta is read beside the kind and nested in rope_parameters") {
  constexpr ModelShape shape{.n_embd = 24, .n_head = 3, .head_dim = 8, .n_positions = 40};
  const auto theta_of = [&](Json position) {
    position["kind"] = "rope";
    return Rope::from_json(position, shape).to_json();
  };
  REQUIRE(theta_of(Json::object())["rope_theta"] == 10000);
  REQUIRE(theta_of({{"rope_theta", 500000}})["rope_theta"] == 500000);
  const Json nested = theta_of({{"rope_parameters",
                                 {{"rope_type", "linear"}, {"factor", 2}, {"rope_theta", 500000.0}, {"partial_rotary_factor", .25}}}});
  REQUIRE(nested["rope_theta"] == 500000);
  REQUIRE(nested["partial_rotary_factor"] == .25);
  REQUIRE(nested["rope_scaling"]["factor"] == 2);
  REQUIRE(theta_of({{"rope_parameters", {{"rope_theta", 77}}}})["rope_scaling"].is_null());
  // It reaches the angles: a bad twin with 10000 would turn pair 1 of 4 by 0.1 at position 1.
  Rotation<double> rotation;
  Rope::from_json({{"kind", "rope"}, {"rope_parameters", {{"rope_theta", 16}}}}, shape).prepare_rotation(Vector{1}, 2, rotation);
  REQUIRE(std::fabs(rotation.sine[1] - std::sin(0.5)) < 1e-15);
}
