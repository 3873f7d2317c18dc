// GPT-NeoX and GPT-J against tests/golden/families, double precision: the first as Hugging Face's code computes it, the
// second as the plain JavaScript does that meets the first's numbers.
#include "model/backward.hpp"
#include "model/generator.hpp"
#include "model/neox_family.hpp"
#include "model_families.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

const GoldenFamily neox_parallel{"gpt-neox-tiny", "config.json", "golden.safetensors"};
const GoldenFamily neox_sequential{"gpt-neox-tiny", "config.sequential.json", "golden.sequential.safetensors"};
const GoldenFamily gptj{"gptj-tiny", "config.json", "golden.safetensors"};

}  // namespace

TEMPLATE_TEST_CASE("gpt_neox and gptj as their references, with every spelling of the config", "[model][golden]", float,
                   double) {
  const auto [folder, config, expected] = GENERATE(table<std::string, std::string, std::string>(
      {{"gpt-neox-tiny", "config.json", "golden.safetensors"},
       {"gpt-neox-tiny", "config.old-hub.json", "golden.safetensors"},
       {"gpt-neox-tiny", "config.rope_parameters.json", "golden.safetensors"},
       {"gpt-neox-tiny", "config.sequential.json", "golden.sequential.safetensors"},
       {"gptj-tiny", "config.json", "golden.safetensors"}}));
  INFO(folder << " " << config);
  const GoldenFamily family{folder, config, expected};
  Loaded<TestType> loaded(family);
  CHECK(state_difference(loaded.model, family) < state_tolerance<TestType>);
}

TEST_CASE("gpt_neox and gptj: what other readers get wrong is far from the reference", "[model][golden]") {
  const auto rope = [](const char* layout, double factor, double theta) {
    return Json{{"kind", "rope"}, {"layout", layout}, {"partial_rotary_factor", factor}, {"rope_theta", theta}};
  };
  // What the files name beside it must not stand there twice.
  const auto with_position = [](const Json& position) {
    return Json{
        {"position", position}, {"partial_rotary_factor", nullptr}, {"rope_theta", nullptr}, {"rope_scaling", nullptr}};
  };
  Loaded<double> same(neox_parallel, with_position(rope("half", 0.25, 10000)));
  REQUIRE(logits_difference(same.model, neox_parallel) < 1e-10);
  for (const Json& changes : {with_position(rope("interleaved", 0.25, 10000)), with_position(rope("half", 1, 10000)),
                              with_position(rope("half", 0.25, 500000)), with_position({{"kind", "none"}}),
                              Json{{"use_parallel_residual", false}}}) {
    INFO(changes.dump());
    Loaded<double> twin(neox_parallel, changes);
    CHECK(logits_difference(twin.model, neox_parallel) > 0.1);
  }
  // The two forms of GELU are 2e-3 apart here, other epsilons 4e-2.
  Loaded<double> other_gelu(neox_parallel, {{"hidden_act", "gelu_new"}});
  CHECK(logits_difference(other_gelu.model, neox_parallel) > 1e-3);
  Loaded<double> other_epsilon(neox_parallel, {{"layer_norm_eps", 1e-6}});
  CHECK(logits_difference(other_epsilon.model, neox_parallel) > 1e-3);

  for (const Json& position : {rope("half", 4.0 / 12, 10000), rope("interleaved", 1, 10000)}) {
    Loaded<double> twin(gptj, {{"position", position}});
    CHECK(logits_difference(twin.model, gptj) > 0.1);
  }
  Loaded<double> loaded(gptj);
  auto& parameters = loaded.model.parameters();
  parameters.write("lm_head.bias", std::span<const double>(Vector(103, 0.0)));
  CHECK(logits_difference(loaded.model, gptj) > 0.1);

  // Rows of the fused matrix as blocks of queries, keys and values instead of head by head.
  Loaded<double> blocks(neox_parallel);
  auto& fused = blocks.model.parameters();
  for (const char* name :
       {"gpt_neox.layers.0.attention.query_key_value.weight", "gpt_neox.layers.0.attention.query_key_value.bias"}) {
    const Vector values = fused.read(name);
    const std::size_t columns = values.size() / 192;
    Vector moved(values.size());
    for (std::size_t head = 0; head < 4; ++head)
      for (std::size_t part = 0; part < 3; ++part)
        std::copy_n(values.begin() + std::ptrdiff_t((part * 64 + head * 16) * columns), 16 * columns,
                    moved.begin() + std::ptrdiff_t((head * 48 + part * 16) * columns));
    fused.write(name, std::span<const double>(moved));
  }
  CHECK(logits_difference(blocks.model, neox_parallel) > 0.1);
}

TEMPLATE_TEST_CASE("gpt_neox and gptj: greedy continuation through the cache", "[model][golden]", float, double) {
  for (const auto& [family, name] :
       {std::pair(neox_parallel, "base"), std::pair(neox_sequential, "sequential"), std::pair(gptj, "base")}) {
    const Json base = golden(path(family, "golden.json"))["cases"][name];
    const auto prompt = base["greedy_prompt"].get<std::vector<std::int32_t>>();
    const auto expected = base["greedy_20"].get<std::vector<std::int32_t>>();
    Loaded<TestType> loaded(family);
    Generator<TestType> generator(loaded.model, prompt, expected.size(), {.temperature = 0});
    while (!generator.done()) generator.step();
    CHECK(std::ranges::equal(generator.generated(), expected));
  }
}

TEST_CASE("gpt_neox and gptj: a config is read, written and read again to the same", "[model]") {
  for (const GoldenFamily& family : {neox_parallel, neox_sequential, gptj}) {
    const Json written = Loaded<float>::read(family, Json::object()).to_json();
    CHECK(Config::from_json(written).to_json() == written);
    CHECK(read_config_json(written).to_json() == written);
  }
  CHECK(Loaded<float>::read(gptj, Json::object()).position["layout"] == "interleaved");
  // Every rotary width that a head has room for is met exactly.
  for (int heads : {1, 2, 3, 4, 6})
    for (int rotary = 2; rotary <= 48 / heads; rotary += 2) {
      const Config config = Loaded<float>::read(gptj, {{"n_head", heads}, {"rotary_dim", rotary}});
      CHECK(rotary_dim_of(double(config.head_dim()), config.position["partial_rotary_factor"]) == std::size_t(rotary));
    }
  // Newer files without a share have GPT-NeoX's default.
  CHECK(Loaded<float>::read(neox_parallel, {{"partial_rotary_factor", nullptr}, {"rotary_pct", nullptr}})
            .position["partial_rotary_factor"] == 0.25);
}

TEST_CASE("gpt_neox and gptj: what would compute something else is refused by name", "[model]") {
  CHECK(error_of([] { Loaded<float>::read(gptj, {{"rotary_dim", 14}}); }) == "out_of_range config.rotary_dim");
  CHECK(error_of([] {
          Loaded<float>::read(gptj, {{"activation_function", "relu"}});
        }) == "unknown_choice config.activation_function");
  CHECK(error_of([] { Loaded<float>::read(gptj, {{"n_head", 5}}); }) == "not_divisible config.n_embd");
  CHECK(error_of([] {
          Loaded<float>::read(neox_parallel, {{"intermediate_size", nullptr}});
        }) == "missing config.intermediate_size");
  CHECK(error_of([] {
          Loaded<float>::read(neox_parallel, {{"num_attention_heads", 7}});
        }) == "not_divisible config.hidden_size");
  Loaded<float> loaded(gptj);
  CHECK(error_key([&] { Backward<float> backward(loaded.model); }) == "not_trained_here");
}

TEST_CASE("gpt_neox: buffers of old checkpoints and a missing prefix change nothing", "[model]") {
  check_buffers_and_prefix(neox_parallel, "gpt_neox.");
}

TEST_CASE("gpt_neox: without biases on attention, and drawn weights", "[model]") {
  const Config config = Loaded<float>::read(neox_parallel, {{"attention_bias", false}});
  Transformer<double> model(config, Initialization::fan_in, 1);
  for (const auto& parameter : model.parameters())
    CHECK(parameter.name.find("attention.dense.bias") == std::string::npos);
  const auto tokens = random_tokens(9, 109, 3);
  for (const double logit : run(model, tokens).logits) CHECK(std::isfinite(logit));
}
