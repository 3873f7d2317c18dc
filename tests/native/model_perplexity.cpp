// Strided perplexity against its counting rule, followed literally.
#include <numeric>

#include "model/perplexity.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

struct Counted {
  std::vector<double> losses;                    // of every counted token
  std::vector<std::vector<double>> by_position;  // the same, by position in the window
};

/// The rule as it is written: windows start every stride; a token counts once, in the first window that holds it with
/// at least one token before it.
Counted by_rule(Transformer<double>& model, const std::vector<std::int32_t>& tokens, std::size_t window,
                std::size_t stride) {
  Counted counted{{}, std::vector<std::vector<double>>(window)};
  std::vector<bool> done(tokens.size());
  for (std::size_t start = 0; start < tokens.size(); start += stride) {
    const std::size_t end = std::min(start + window, tokens.size());
    const std::vector<std::int32_t> held(tokens.begin() + std::ptrdiff_t(start), tokens.begin() + std::ptrdiff_t(end));
    const auto logits = run(model, held).logits;
    for (std::size_t token = start + 1; token < end; ++token) {
      if (done[token]) continue;
      done[token] = true;
      double sum = 0;
      for (std::size_t v = 0; v < 23; ++v) sum += std::exp(logits[(token - start - 1) * 23 + v]);
      counted.losses.push_back(std::log(sum) - logits[(token - start - 1) * 23 + std::size_t(tokens[token])]);
      counted.by_position[token - start].push_back(counted.losses.back());
    }
  }
  return counted;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

}  // namespace

TEST_CASE("perplexity: the counting rule, for every window, stride and length", "[model]") {
  Transformer<double> model(small_config({{"kind", "learned"}}));
  roughen(model, 3);
  for (const std::size_t length : {2, 3, 8, 9, 10, 40, 41, 97})
    for (const auto& [window, stride] : {std::pair<std::size_t, std::size_t>{8, 8},
                                         {8, 4},
                                         {8, 1},
                                         {8, 7},
                                         {2, 1},
                                         {2, 2},
                                         {48, 48},
                                         {48, 5},
                                         {40, 20}}) {
      INFO(length << " tokens, window " << window << ", stride " << stride);
      const auto tokens = random_tokens(length, 23, 4);
      const Counted expected = by_rule(model, tokens, window, stride);
      Perplexity<double> perplexity(model, tokens, window, stride);
      while (!perplexity.done()) {
        const std::size_t before = perplexity.windows_done();
        perplexity.step();
        CHECK(perplexity.windows_done() - before <= 1);
      }
      CHECK(perplexity.windows_done() == perplexity.windows());
      const PerplexityResult result = perplexity.result();
      REQUIRE(result.count == expected.losses.size());
      const double loss = mean(expected.losses);
      CHECK(std::fabs(result.loss - loss) < 1e-11);
      CHECK(std::fabs(result.perplexity - std::exp(loss)) < 1e-9 * std::exp(loss));
      double squares = 0;
      for (const double value : expected.losses) squares += (value - loss) * (value - loss);
      if (result.count > 1) {
        const double n = double(result.count);
        CHECK(std::fabs(result.standard_error - std::sqrt(squares / (n - 1) / n)) < 1e-7);
      } else {
        CHECK(std::isnan(result.standard_error));
      }
      REQUIRE(result.loss_by_position.size() == window);
      CHECK(std::isnan(result.loss_by_position[0]));
      for (std::size_t i = 0; i < window; ++i) {
        if (expected.by_position[i].empty())
          CHECK(std::isnan(result.loss_by_position[i]));
        else
          CHECK(std::fabs(result.loss_by_position[i] - mean(expected.by_position[i])) < 1e-11);
      }
    }
}

TEST_CASE("perplexity: window - 1 tokens a window where windows do not overlap, all but the first where they do",
          "[model]") {
  Transformer<float> model(small_config({{"kind", "none"}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(160, 23, 4);
  const auto count = [&](std::size_t window, std::size_t stride) {
    Perplexity<float> perplexity(model, tokens, window, stride);
    while (!perplexity.done()) perplexity.step();
    return perplexity.result().count;
  };
  CHECK(count(16, 16) == 10 * 15);
  CHECK(count(16, 15) == 159);
  CHECK(count(16, 8) == 159);
  CHECK(count(200, 200) == 159);
}

TEST_CASE("perplexity: others may use the model between its slices, which are one block at most", "[model]") {
  Transformer<double> model(small_config({{"kind", "learned"}}, {{"n_layer", 3}}));
  roughen(model, 3);
  const auto tokens = random_tokens(60, 23, 4);
  const double expected = mean(by_rule(model, tokens, 16, 8).losses);
  Perplexity<double> perplexity(model, tokens, 16, 8);
  std::size_t steps = 0;
  while (!perplexity.done()) {
    perplexity.step();
    if (++steps % 7 == 0) run(model, random_tokens(20, 23, steps));
  }
  CHECK(steps >= 4 * perplexity.windows());  // the embedding and three blocks
  CHECK(std::fabs(perplexity.result().loss - expected) < 1e-11);
}

TEST_CASE("perplexity: a step is an embedding, a block or the losses of a few rows, however long the window is", "[model]") {
  Transformer<float> model(small_config({{"kind", "none"}}, {{"n_layer", 3}}), Initialization::fan_in, 1);
  constexpr std::size_t most = Perplexity<float>::rows_a_step;
  for (const auto& [window, stride] : {std::pair<std::size_t, std::size_t>{2 * most + 1, 2 * most + 1},
                                       {2 * most + 2, 2 * most + 2},
                                       {5 * most, most},
                                       {5 * most, most + 1}}) {
    INFO("window " << window << ", stride " << stride);
    const auto tokens = random_tokens(12 * most, 23, 4);
    Perplexity<float> perplexity(model, tokens, window, stride);
    for (std::size_t i = 0; !perplexity.done(); ++i) {
      const std::size_t length = std::min(window, tokens.size() - i * stride);
      const std::size_t rows = length - std::max<std::size_t>(i == 0 ? 1 : window - stride, 1);
      std::size_t steps = 0;
      for (; perplexity.windows_done() == i && !perplexity.done(); ++steps) perplexity.step();
      CHECK(steps == 1 + 3 + (rows + most - 1) / most);
    }
  }
}

TEMPLATE_TEST_CASE("perplexity: who uses the model while rows are counted changes no bit, and nothing is counted twice", "[model]",
                   float, double) {
  Transformer<TestType> model(small_config({{"kind", "alibi"}}, {{"n_layer", 1}}));
  roughen(model, 3);
  const auto tokens = random_tokens(300, 23, 4);
  const auto read = [&](auto&& between) {
    Perplexity<TestType> perplexity(model, tokens, 150, 100);
    for (std::size_t steps = 1; !perplexity.done(); ++steps) {
      perplexity.step();
      between(steps);
    }
    return perplexity.result();
  };
  const auto same = [](const PerplexityResult& a, const PerplexityResult& b) {
    return a.count == b.count && a.loss == b.loss && a.standard_error == b.standard_error &&
           std::ranges::equal(a.loss_by_position, b.loss_by_position,
                              [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
  };
  const PerplexityResult alone = read([](std::size_t) {});
  CHECK(alone.count == 299);
  CHECK(same(alone, read([&](std::size_t steps) {
    if (steps % 5 == 0) run(model, random_tokens(20, 23, steps));
  })));
  // Changed within the losses of the first window: all that is counted is of the changed model.
  const auto changed = [&](double bias) {
    model.parameters().write("ln_f.bias", std::span<const double>(Vector(16, bias)));
  };
  const PerplexityResult across = read([&](std::size_t steps) {
    if (steps == 4) changed(0.5);
  });
  CHECK(same(across, read([](std::size_t) {})));
  CHECK_FALSE(same(across, alone));
}

TEST_CASE("perplexity: another encoding without enough positions in the middle is an error, not an overrun",
          "[model]") {
  Transformer<double> model(small_config({{"kind", "learned"}}));
  model.set_position({{"kind", "none"}});
  const auto tokens = random_tokens(200, 23, 4);
  Perplexity<double> perplexity(model, tokens, 100, 50);
  perplexity.step();
  model.set_position({{"kind", "learned"}});  // 48 rows
  CHECK(error_key([&] { perplexity.step(); }) == "out_of_range");
  model.set_position({{"kind", "alibi"}});
  while (!perplexity.done()) perplexity.step();
  CHECK(perplexity.result().count == 199);
}

TEST_CASE("perplexity: wrong arguments are named", "[model]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(100, 23, 4);
  const auto refusal = [&](std::span<const std::int32_t> text, std::size_t window, std::size_t stride) {
    return error_of([&] { Perplexity<float>(model, text, window, stride); });
  };
  CHECK(refusal(tokens, 1, 1) == "out_of_range window");
  CHECK(refusal(tokens, 0, 1) == "out_of_range window");
  CHECK(refusal(tokens, 8, 0) == "out_of_range stride");
  CHECK(refusal(tokens, 8, 9) == "out_of_range stride");
  CHECK(refusal({}, 8, 8) == "empty tokens");
  CHECK(refusal(std::span(tokens).first(1), 8, 8) == "too_few_tokens");
  CHECK(error_key([&] { Perplexity<float>(model, tokens, 49, 8); }) == "out_of_range");  // the table ends at 48
  CHECK(refusal(std::span(tokens).first(48), 49, 8).empty());                            // but no row 48 is needed here
  const std::vector<std::int32_t> bad = {1, 2, 99};
  CHECK(refusal(bad, 8, 8) == "out_of_range tokens[2]");
}
