// Sampling: the distribution, greedy, top_k, and that a seed says all.
#include "model/generator.hpp"
#include "model/sampler.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

const std::vector<float> logits = {0.5f, 2.0f, -1.0f, 2.0f, 1.0f};

std::vector<double> frequencies(const SamplerOptions& options, std::size_t draws) {
  Sampler sampler(options);
  std::vector<double> counts(logits.size());
  for (std::size_t i = 0; i < draws; ++i) counts[std::size_t(sampler.draw<float>(logits))] += 1.0 / double(draws);
  return counts;
}

/// softmax(logits / temperature) over those at or above `threshold`.
std::vector<double> probabilities(double temperature, double threshold = -infinity) {
  std::vector<double> result;
  double total = 0;
  for (const float logit : logits) {
    result.push_back(logit >= threshold ? std::exp(double(logit) / temperature) : 0);
    total += result.back();
  }
  for (double& value : result) value /= total;
  return result;
}

constexpr std::size_t many = 40000;
constexpr double sampling_error = 0.0125;  // five standard errors of a frequency of 1/2

}  // namespace

TEST_CASE("sampler: draws follow softmax(logits / temperature)", "[model]") {
  for (const double temperature : {0.5, 1.0, 2.0}) {
    const auto got = frequencies({.temperature = temperature, .seed = 1}, many);
    CHECK(max_difference(got, probabilities(temperature)) < sampling_error);
    CHECK(max_difference(got, probabilities(temperature * 1.5)) > sampling_error);
  }
}

TEST_CASE("sampler: temperature 0 takes the likeliest, the first of equals", "[model]") {
  Sampler sampler({.temperature = 0, .seed = 3});
  for (int i = 0; i < 20; ++i) CHECK(sampler.draw<float>(logits) == 1);
}

TEST_CASE("sampler: a small temperature comes close to it without overflow", "[model]") {
  const auto got = frequencies({.temperature = 1e-6, .seed = 1}, 1000);
  CHECK(got[0] + got[2] + got[4] == 0);
  CHECK(got[1] > 0.4);
  CHECK(got[3] > 0.4);
}

TEST_CASE("sampler: top_k keeps the k likeliest and what ties with the last of them", "[model]") {
  CHECK(max_difference(frequencies({.top_k = 3, .seed = 2}, many), probabilities(1, 1.0)) < sampling_error);
  CHECK(max_difference(frequencies({.top_k = 1, .seed = 2}, many), probabilities(1, 2.0)) < sampling_error);
  CHECK(max_difference(frequencies({.top_k = 4, .seed = 2}, many), probabilities(1, 0.5)) < sampling_error);
  CHECK(max_difference(frequencies({.top_k = 500, .seed = 2}, many), probabilities(1)) < sampling_error);
}

TEST_CASE("sampler: wrong options are named", "[model]") {
  CHECK(error_of([] { Sampler({.temperature = -0.1}); }) == "out_of_range temperature");
  CHECK(error_of([] { Sampler({.temperature = not_a_number}); }) == "not_finite temperature");
  CHECK(error_of([] { Sampler({.temperature = infinity}); }) == "not_finite temperature");
  CHECK(error_of([] { Sampler({.top_k = 0}); }) == "out_of_range top_k");
  const std::vector<float> bad = {1, std::numeric_limits<float>::quiet_NaN()};
  CHECK(error_of([&] { Sampler({}).draw<float>(bad); }) == "not_finite logits");
}

TEST_CASE("generator: a seed says all, new tokens only, and it can stop anywhere", "[model]") {
  Transformer<float> model(small_config({{"kind", "rope"}}));
  roughen(model, 3);
  const auto prompt = random_tokens(5, 23, 1);
  const auto generate = [&](const SamplerOptions& options, std::size_t count) {
    Generator<float> generator(model, prompt, count, options);
    std::vector<std::int32_t> tokens;
    while (!generator.done())
      if (const auto token = generator.step()) tokens.push_back(*token);
    CHECK(std::ranges::equal(tokens, generator.generated()));
    return tokens;
  };
  const SamplerOptions hot{.temperature = 3, .seed = 5};
  const auto tokens = generate(hot, 30);
  CHECK(tokens.size() == 30);
  CHECK(generate(hot, 30) == tokens);
  CHECK(generate({.temperature = 3, .seed = 6}, 30) != tokens);
  const auto fewer = generate(hot, 10);
  CHECK(std::ranges::equal(fewer, std::span(tokens).first(10)));
  CHECK(generate(hot, 0).empty());
  // Greedy by hand: each next token is the largest of the last row's logits.
  std::vector<std::int32_t> text = prompt;
  for (const std::int32_t token : generate({.temperature = 0}, 8)) {
    const auto all = run(model, text).logits;
    CHECK(token == std::max_element(all.end() - 23, all.end()) - (all.end() - 23));
    text.push_back(token);
  }
  CHECK(error_of([&] { Generator<float>(model, {}, 3, {}); }) == "empty tokens");
}
