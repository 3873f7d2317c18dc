// The tiny GPT-2 of tests/golden through every state. The references are in double precision; the double instantiation
// must meet them to its own rounding, which leaves no room for a wrong formula, and the float one to float's: Hugging
// Face's own float32 run differs from its double run by 1.6e-5 in the logits, whose size is about 30.
#include <numeric>

#include "kernels/reduce.hpp"
#include "model/generator.hpp"
#include "model/perplexity.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

template <class Real>
constexpr double tolerance = sizeof(Real) == sizeof(float) ? 6e-5 : 1e-10;

/// The whole check of the learned model: the largest difference in any state, over both sequences.
template <class Real>
double learned_difference(Transformer<Real>& model, const RunOptions& options = {}) {
  static const auto expected = golden_tensors("gpt2-tiny/golden.learned.safetensors");
  double largest = 0;
  double total = 0;
  for (std::size_t row = 0; row < 2; ++row) {
    const auto tokens = tiny_tokens(row), targets = next_tokens(tokens);
    RunOptions all = options;
    all.capture = everything();
    all.targets = targets;
    const auto result = run(model, tokens, all);
    const auto compare = [&](const std::string& name, const auto& got) {
      largest = std::max(largest, max_difference(got, expected.at(name).slice(row)));
    };
    for (std::size_t i = 0; i < 3; ++i) compare("hidden_states." + std::to_string(i), result.hidden_states[i]);
    for (std::size_t i = 0; i < 2; ++i) compare("attentions." + std::to_string(i), result.attentions[i]);
    compare("logits", result.logits);
    total += *result.loss / 2;
  }
  return std::max(largest, std::fabs(total - expected.at("loss").values[0]));
}

template <class Real>
struct Tiny {
  explicit Tiny(const Json& position = {{"kind", "learned"}}) : Tiny(tiny_config(position), tiny_weights()) {}
  Tiny(const Json& config, const std::map<std::string, Tensor>& weights) : model(Config::from_json(config)) {
    fill(model, weights);
  }
  Transformer<Real> model;
};

/// Mean loss over both sequences.
template <class Real>
double tiny_loss(Transformer<Real>& model) {
  double total = 0;
  for (std::size_t row = 0; row < 2; ++row) {
    const auto tokens = tiny_tokens(row), targets = next_tokens(tokens);
    total += *run(model, tokens, {.targets = targets}).loss / 2;
  }
  return total;
}

/// Columns of [rows, columns] in another order.
Vector permute_columns(const Vector& values, const std::vector<std::size_t>& order) {
  Vector result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) result[i] = values[i - i % order.size() + order[i % order.size()]];
  return result;
}

template <class Real>
void write(Transformer<Real>& model, const std::string& name, const Vector& values) {
  model.parameters().write(name, std::span<const double>(values));
}

}  // namespace

TEMPLATE_TEST_CASE("gpt2-tiny: hidden states, attentions, logits and loss are Hugging Face's", "[model][golden]", float,
                   double) {
  Tiny<TestType> tiny;
  CHECK(learned_difference(tiny.model) < tolerance<TestType>);
}

TEMPLATE_TEST_CASE("gpt2-tiny: bad twins fail the same check", "[model][golden][twin]", float, double) {
  constexpr double clear = 20 * tolerance<float>;
  Tiny<TestType> tiny;
  auto& model = tiny.model;
  const auto reject = [&](const RunOptions& options = {}) { CHECK(learned_difference(model, options) > clear); };

  SECTION("positions off by one") {
    Vector positions(64);
    for (std::size_t i = 0; i < 64; ++i) positions[i] = double((i + 1) % 64);
    reject({.positions = std::span<const double>(positions)});
  }
  SECTION("mask missing") { reject({.causal = false}); }
  SECTION("two heads of the queries swapped") {
    std::vector<std::size_t> order(144);
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::swap_ranges(order.begin(), order.begin() + 12, order.begin() + 12);
    write(model, "h.0.attn.c_attn.weight", permute_columns(tiny_weights().at("h.0.attn.c_attn.weight").values, order));
    write(model, "h.0.attn.c_attn.bias", permute_columns(tiny_weights().at("h.0.attn.c_attn.bias").values, order));
    reject();
  }
  SECTION("pitfall 34: attn.c_proj is square, so a missing transpose gives no shape error") {
    const Vector& values = tiny_weights().at("h.1.attn.c_proj.weight").values;
    Vector transposed(values.size());
    for (std::size_t i = 0; i < 48; ++i)
      for (std::size_t o = 0; o < 48; ++o) transposed[o * 48 + i] = values[i * 48 + o];
    write(model, "h.1.attn.c_proj.weight", transposed);
    reject();
  }
  SECTION("the norms of a block exchanged") {
    write(model, "h.0.ln_1.weight", tiny_weights().at("h.0.ln_2.weight").values);
    reject();
  }
  SECTION("the final norm's bias forgotten") {
    write(model, "ln_f.bias", Vector(48, 0.0));
    reject();
  }
}

TEMPLATE_TEST_CASE("pitfall 35: exact GELU where the checkpoint says gelu_new is off by 4e-3", "[model][golden][twin]",
                   float, double) {
  Json config = tiny_config();
  config["activation_function"] = "gelu";
  Tiny<TestType> tiny(config, tiny_weights());
  const double difference = learned_difference(tiny.model);
  CHECK(difference > 2e-3);
  CHECK(difference < 2e-2);
}

TEMPLATE_TEST_CASE("gpt2-tiny: weights rounded to float16", "[model][golden]", float, double) {
  const auto weights = golden_tensors("gpt2-tiny/model.f16.safetensors");
  const auto expected = golden_tensors("gpt2-tiny/golden.learned-f16.safetensors");
  Tiny<TestType> tiny(tiny_config(), weights);
  for (std::size_t row = 0; row < 2; ++row)
    CHECK(max_difference(run(tiny.model, tiny_tokens(row)).logits, expected.at("logits").slice(row)) <
          tolerance<TestType>);
  CHECK(std::fabs(tiny_loss(tiny.model) - expected.at("loss").values[0]) < tolerance<TestType>);
}

TEMPLATE_TEST_CASE("gpt2-tiny: the same weights under other encodings", "[model][golden]", float, double) {
  static const auto expected = golden_tensors("gpt2-tiny/golden.swapped-encodings.safetensors");
  const auto [name, position] = GENERATE(
      table<std::string, Json>({{"nope", {{"kind", "none"}}},
                                {"alibi", {{"kind", "alibi"}}},
                                {"sinusoidal-interleaved", {{"kind", "sinusoidal"}, {"layout", "interleaved"}}},
                                {"rope-half", {{"kind", "rope"}, {"layout", "half"}}},
                                {"rope-interleaved", {{"kind", "rope"}, {"layout", "interleaved"}}}}));
  INFO(name);
  Tiny<TestType> tiny;
  tiny.model.set_position(position);
  const auto difference = [&] {
    double largest = 0;
    for (std::size_t row = 0; row < 2; ++row) {
      const auto result = run(tiny.model, tiny_tokens(row), {.capture = everything()});
      largest = std::max(largest, max_difference(result.logits, expected.at(name + ".logits").slice(row)));
      if (row > 0) continue;
      largest =
          std::max(largest, max_difference(result.hidden_states[0], expected.at(name + ".hidden_states.0").values));
      largest = std::max(largest, max_difference(result.attentions[0], expected.at(name + ".attentions.0").values));
    }
    return largest;
  };
  CHECK(difference() < tolerance<TestType>);
  const Json variants = golden("gpt2-tiny/golden.json")["variants"];
  const double loss = variants[name]["loss"];
  CHECK(std::fabs(tiny_loss(tiny.model) - loss) < tolerance<TestType>);

  // Any other encoding must fail what this one passes.
  tiny.model.set_position(name == "rope-half" ? Json{{"kind", "rope"}, {"layout", "interleaved"}}
                                              : Json{{"kind", "rope"}});
  CHECK(difference() > 1e-2);
}

TEMPLATE_TEST_CASE("gpt2-tiny: losses under scaled and other layouts", "[model][golden]", float, double) {
  const auto [name, position] = GENERATE(table<std::string, Json>(
      {{"rope-half-linear4", {{"kind", "rope"}, {"rope_scaling", {{"rope_type", "linear"}, {"factor", 4}}}}},
       {"sinusoidal-concat", {{"kind", "sinusoidal"}, {"layout", "concatenated"}}},
       {"sinusoidal-t2t", {{"kind", "sinusoidal"}, {"layout", "tensor2tensor"}}}}));
  INFO(name);
  Tiny<TestType> tiny(position);
  const Json variants = golden("gpt2-tiny/golden.json")["variants"];
  const double expected = variants[name]["loss"];
  CHECK(std::fabs(tiny_loss(tiny.model) - expected) < tolerance<TestType>);
}

TEMPLATE_TEST_CASE("pitfall 32: gpt2-tiny with a T5 bias in every layer", "[model][golden]", float, double) {
  auto weights = tiny_weights();
  weights["relative_attention_bias.weight"] =
      golden_tensors("gpt2-tiny/golden.gradients.safetensors").at("t5.relative_attention_bias.weight.value");
  Tiny<TestType> tiny(tiny_config({{"kind", "t5_bias"}, {"num_buckets", 32}, {"max_distance", 128}}), weights);
  const double expected = golden("gpt2-tiny/golden.training.json")["t5"]["loss"].get<double>();
  // The reference ran with a table in double precision; the file rounds it to float32.
  CHECK(std::fabs(tiny_loss(tiny.model) - expected) < std::max(tolerance<TestType>, 1e-7));
}

TEMPLATE_TEST_CASE("gpt2-tiny: a zeroed table is no encoding at all", "[model][golden]", float, double) {
  Tiny<TestType> tiny;
  CHECK(std::fabs(tiny_loss(tiny.model) - golden("gpt2-tiny/golden.json")["losses"]["learned"].get<double>()) <
        tolerance<TestType>);
  write(tiny.model, "wpe.weight", Vector(64 * 48, 0.0));
  CHECK(std::fabs(tiny_loss(tiny.model) - golden("gpt2-tiny/golden.json")["losses"]["wpe-zeroed"].get<double>()) <
        tolerance<TestType>);
}

TEMPLATE_TEST_CASE("gpt2-tiny: greedy continuation", "[model][golden]", float, double) {
  const auto expected = golden("gpt2-tiny/golden.json")["greedy_from_first5_of_row0"].get<std::vector<std::int32_t>>();
  const std::vector<std::int32_t> prompt(expected.begin(), expected.begin() + 5);
  Tiny<TestType> tiny;
  Generator<TestType> generator(tiny.model, prompt, expected.size() - 5, {.temperature = 0});
  while (!generator.done()) generator.step();
  CHECK(std::ranges::equal(generator.generated(), std::span(expected).subspan(5)));
}

TEMPLATE_TEST_CASE("gpt2-tiny: strided perplexity of 4,096 tokens", "[model][golden]", float, double) {
  const auto tokens = golden("gpt2-tiny/perplexity_tokens.json")["tokens"].get<std::vector<std::int32_t>>();
  REQUIRE(tokens.size() == 4096);
  Tiny<TestType> tiny;
  const Json training = golden("gpt2-tiny/golden.training.json");  // must outlive the loop over a part of it
  for (const Json& expected : training["perplexity_byte_mod_97_first_4096"]["learned"]) {
    const std::size_t stride = expected["stride"];
    INFO("stride " << stride);
    Perplexity<TestType> perplexity(tiny.model, tokens, expected["window"].get<std::size_t>(), stride);
    while (!perplexity.done()) perplexity.step();
    const auto result = perplexity.result();
    CHECK(result.count == expected["count"].get<std::size_t>());
    CHECK(std::fabs(result.loss - expected["loss"].get<double>()) < tolerance<TestType>);
    CHECK(std::fabs(result.perplexity / expected["perplexity"].get<double>() - 1) < tolerance<TestType>);
  }
}
