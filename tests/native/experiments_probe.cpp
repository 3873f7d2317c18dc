// The position probe against cases that can be solved by hand, and a model whose position is written where the test put
// it.
#include "experiments/probe.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

ProbeResult probe(Transformer<float>& model, const ProbeOptions& options) {
  PositionProbe probe(model, options);
  while (!probe.done()) probe.step();
  CHECK(probe.steps_done() == probe.steps());
  return probe.result();
}

/// Row i of the table is what `value` says along one direction.
void write_table(Transformer<float>& model, const std::function<double(std::size_t)>& value) {
  const Config& config = model.config();
  std::vector<double> table(config.n_positions * config.n_embd);
  for (std::size_t row = 0; row < config.n_positions; ++row)
    for (std::size_t c = 0; c < config.n_embd; ++c) table[row * config.n_embd + c] = value(row) * (c % 2 ? 0.5 : -0.25);
  model.parameters().write("wpe.weight", std::span<const double>(table));
}

}  // namespace

TEST_CASE("ridge regression: one feature, by its closed form", "[experiments]") {
  const std::vector<float> x = {1, 2, 4, 9};
  const Vector y = {3, -1, 5, 2};
  // Means 4 and 2.25; centred sums: x x = 38, x y = 3.
  for (const double ridge : {0.0, 0.5, 3.0}) {
    const auto weights = ridge_regression({x.data(), 4, 1}, y, ridge);
    CHECK(std::fabs(weights[0] - 3 / (38 * (1 + ridge))) < 1e-12);
    CHECK(std::fabs(weights[1] - (2.25 - 4 * weights[0])) < 1e-12);
  }
}

TEST_CASE("ridge regression: an exact linear function is found, its penalty pulls towards 0", "[experiments]") {
  Random random(4);
  std::vector<float> x(60 * 5);
  for (float& value : x) value = float(random.normal());
  const Vector truth = {0.5, -2, 3, 0, 1.25, 7};
  Vector y;
  for (std::size_t row = 0; row < 60; ++row) {
    y.push_back(truth[5]);
    for (std::size_t c = 0; c < 5; ++c) y.back() += truth[c] * double(x[row * 5 + c]);
  }
  CHECK(max_difference(ridge_regression({x.data(), 60, 5}, y, 0), truth) < 1e-10);
  const auto norm = [&](double ridge) {
    const auto weights = ridge_regression({x.data(), 60, 5}, y, ridge);
    double squares = 0;
    for (std::size_t c = 0; c < 5; ++c) squares += weights[c] * weights[c];
    return squares;
  };
  CHECK(norm(0.1) < norm(0));
  CHECK(norm(1) < norm(0.1));
  // The gradient of squared error and penalty is 0 at the solution, and not beside it.
  const double ridge = 0.3;
  auto weights = ridge_regression({x.data(), 60, 5}, y, ridge);
  double variance = 0;
  for (std::size_t c = 0; c < 5; ++c) {
    double mean = 0;
    for (std::size_t row = 0; row < 60; ++row) mean += double(x[row * 5 + c]) / 60;
    for (std::size_t row = 0; row < 60; ++row) variance += std::pow(double(x[row * 5 + c]) - mean, 2) / 300;
  }
  const auto gradient = [&] {
    Vector result(5);
    for (std::size_t row = 0; row < 60; ++row) {
      double fault = weights[5] - y[row];
      for (std::size_t c = 0; c < 5; ++c) fault += weights[c] * double(x[row * 5 + c]);
      for (std::size_t c = 0; c < 5; ++c) result[c] += fault * double(x[row * 5 + c]);
    }
    for (std::size_t c = 0; c < 5; ++c) result[c] += ridge * variance * 60 * weights[c];
    return result;
  };
  CHECK(max_difference(gradient(), Vector(5)) < 1e-9);
  weights[2] += 0.01;
  CHECK(max_difference(gradient(), Vector(5)) > 0.1);
}

TEST_CASE("ridge regression: features that never change get no weight", "[experiments]") {
  const std::vector<float> x = {2, 2, 2};
  const auto weights = ridge_regression({x.data(), 3, 1}, Vector{1, 2, 6}, 1e-6);
  CHECK(weights == Vector{0, 3});
}

TEST_CASE("probe: a position that is written into the stream is read off it", "[experiments]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 3);
  const ProbeOptions options{.layer = 0, .samples = 40, .length = 40, .seed = 1};
  write_table(model, [](std::size_t row) { return 0.5 * double(row); });
  const ProbeResult written = probe(model, options);
  CHECK(written.r_squared > 0.999);
  CHECK(written.mean_absolute_error < 0.5);
  REQUIRE(written.by_position.size() == 40);
  for (std::size_t i = 0; i < 40; ++i) CHECK(std::fabs(written.by_position[i] - double(i)) < 0.5);

  // The same numbers at other places say nothing linear of the place.
  write_table(model, [](std::size_t row) { return 0.5 * double(row * 17 % 48); });
  CHECK(probe(model, options).r_squared < 0.2);
  // |i - 20| is no weighted sum away from i.
  write_table(model, [](std::size_t row) { return std::fabs(double(row) - 19.5); });
  CHECK(std::fabs(probe(model, options).r_squared) < 0.1);
}

TEST_CASE("probe: nothing to read is not found, though half of the sequences could be learned by heart",
          "[experiments]") {
  Transformer<float> model(small_config({{"kind", "none"}}, {{"n_embd", 64}}), Initialization::fan_in, 3);
  // 20 rows fitted with 64 features: without the other half for scoring, R squared would be 1.
  const ProbeResult result = probe(model, {.layer = 0, .samples = 2, .length = 20, .seed = 1});
  CHECK(result.r_squared < 0.1);
  CHECK(result.mean_absolute_error > 3);
}

TEST_CASE("probe: the layer is that of the hidden states", "[experiments]") {
  Transformer<float> model(small_config({{"kind", "sinusoidal"}}), Initialization::fan_in, 3);
  Batch sequences{4, 12, random_tokens(48, 23, 5), {}};
  for (std::size_t layer = 0; layer <= 2; ++layer) {
    std::vector<float> states;
    for (std::size_t s = 0; s < 4; ++s) {
      const std::vector<std::int32_t> tokens(sequences.tokens.begin() + std::ptrdiff_t(12 * s),
                                             sequences.tokens.begin() + std::ptrdiff_t(12 * (s + 1)));
      const auto result = run(model, tokens, {.capture = everything()});
      states.insert(states.end(), result.hidden_states[layer].begin(), result.hidden_states[layer].end());
    }
    Vector targets;
    for (std::size_t row = 0; row < 24; ++row) targets.push_back(double(row % 12));
    const auto weights = ridge_regression({states.data(), 24, 16}, targets, 0.01);
    Vector expected(12);
    double absolute = 0, squares = 0;
    for (std::size_t row = 24; row < 48; ++row) {
      double recovered = weights[16];
      for (std::size_t c = 0; c < 16; ++c) recovered += weights[c] * double(states[row * 16 + c]);
      expected[row % 12] += recovered / 2;
      absolute += std::fabs(recovered - double(row % 12)) / 24;
      squares += std::pow(recovered - double(row % 12), 2);
    }
    const ProbeResult got = probe(model, {.layer = layer, .ridge = 0.01, .sequences = sequences});
    CHECK(max_difference(got.by_position, expected) < 1e-4);
    CHECK(std::fabs(got.mean_absolute_error - absolute) < 1e-4);
    CHECK(std::fabs(got.r_squared - (1 - squares / 286)) < 1e-4);  // 2 * (0 .. 11 about 5.5) squared
    const ProbeResult other = probe(model, {.layer = (layer + 1) % 3, .ridge = 0.01, .sequences = sequences});
    CHECK(max_difference(other.by_position, expected) > 1e-2);
  }
}

TEST_CASE("probe: wrong options are named", "[experiments]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 3);
  const auto refusal = [&](const ProbeOptions& options) { return error_of([&] { PositionProbe(model, options); }); };
  CHECK(refusal({.layer = 3, .length = 48}) == "out_of_range layer");
  CHECK(refusal({.samples = 1, .length = 48}) == "out_of_range samples");
  CHECK(refusal({.length = 1}) == "out_of_range length");
  CHECK(refusal({.length = 48, .ridge = -1}) == "out_of_range ridge");
  CHECK(refusal({.length = 49}).starts_with("out_of_range"));  // the table ends at 48
  CHECK(refusal({.sequences = {1, 8, random_tokens(8, 23, 1), {}}}) == "out_of_range sequences");
  CHECK(refusal({.sequences = {2, 8, random_tokens(15, 23, 1), {}}}) == "wrong_length sequences");
  CHECK(refusal({.sequences = {2, 8, random_tokens(16, 40, 1), {}}}).starts_with("out_of_range tokens"));
}
