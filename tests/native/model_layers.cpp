// Runs that end before the head: what they give is what the whole run gives, bit for bit.
#include "encodings/registry.hpp"
#include "model_families.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

/// Every state of a run of so many blocks against that of the whole run.
template <class Real>
void check_layers(Transformer<Real>& model, const std::vector<std::int32_t>& tokens) {
  const RunResult<Real> whole = run(model, tokens, {.capture = everything()});
  const std::size_t n_layer = model.config().n_layer;
  for (std::size_t layers = 0; layers <= n_layer; ++layers) {
    INFO(layers << " of " << n_layer);
    const RunResult<Real> some = run(model, tokens, {.layers = layers, .capture = everything()});
    CHECK(some.logits.empty());
    REQUIRE(some.hidden_states.size() == layers + 1);
    for (std::size_t i = 0; i <= layers; ++i) CHECK(some.hidden_states[i] == whole.hidden_states[i]);
    for (const auto part : {&RunResult<Real>::attentions, &RunResult<Real>::scores, &RunResult<Real>::queries,
                            &RunResult<Real>::keys, &RunResult<Real>::values}) {
      REQUIRE((some.*part).size() == layers);
      for (std::size_t i = 0; i < layers; ++i) CHECK((some.*part)[i] == (whole.*part)[i]);
    }
  }
  for (std::size_t i = 0; i < n_layer; ++i) CHECK_FALSE(whole.hidden_states[i] == whole.hidden_states[i + 1]);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("run: some of the layers give the states of the whole run", "[model]", Encodings) {
  Transformer<float> model(small_config({{"kind", TestType::kind}}, {{"n_layer", 3}}));
  roughen(model, 5);
  check_layers(model, random_tokens(GENERATE(1, 9), 23, 1));
}

TEST_CASE("run: some of the layers of the other families", "[model][golden]") {
  for (const char* folder : {"llama-tiny", "qwen2-tiny", "gpt-neox-tiny", "gptj-tiny"}) {
    INFO(folder);
    const GoldenFamily family{folder, "config.json", "golden.safetensors"};
    Loaded<double> loaded(family);
    check_layers(loaded.model, tokens_of(family, 0));
  }
}

TEST_CASE("run: the embedding alone is the token's row and the position's", "[model][golden]") {
  Transformer<double> model(Config::from_json(tiny_config()));
  fill(model, tiny_weights());
  auto tokens = tiny_tokens(0);
  tokens.resize(8);
  const auto state = run(model, tokens, {.layers = 0, .capture = {.hidden_states = true}}).hidden_states[0];
  const Vector wte = model.parameters().read("wte.weight"), wpe = model.parameters().read("wpe.weight");
  double own = 0, next = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const std::size_t row = i / 48, column = i % 48;
    const double content = wte[std::size_t(tokens[row]) * 48 + column];
    own = std::max(own, std::fabs(state[i] - (content + wpe[row * 48 + column])));
    next = std::max(next, std::fabs(state[i] - (content + wpe[(row + 1) * 48 + column])));
  }
  CHECK(own == 0);
  CHECK(next > 0.1);
}

TEST_CASE("run: layers that a model has not, and a loss without logits, are refused", "[model]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 1);
  const std::vector<std::int32_t> tokens{1, 2, 3};
  const std::span<const std::int32_t> targets(tokens);
  CHECK(error_of([&] { run(model, tokens, {.layers = 3}); }) == "out_of_range layers");
  CHECK(error_of([&] { run(model, tokens, {.layers = std::size_t(-1)}); }) == "out_of_range layers");
  CHECK(error_key([&] { run(model, tokens, {.targets = targets, .layers = 2}); }) == "targets_without_logits");
  CHECK(run(model, tokens, {.targets = targets}).loss);
  CHECK_FALSE(run(model, tokens, {.layers = 2}).loss);
  CHECK(error_key([&] { run(model, random_tokens(49, 23, 1), {.layers = 0}); }) == "out_of_range");  // the table ends at 48
}
