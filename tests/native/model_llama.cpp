// The llama family against Hugging Face's code: tests/golden/families, double precision. The double instantiation must
// meet the numbers to its own rounding, the float one to float's.
#include "formats/checkpoint_stream.hpp"
#include "model/backward.hpp"
#include "model/generator.hpp"
#include "model_families.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

const GoldenFamily llama{"llama-tiny", "config.json", "golden.safetensors"};
const GoldenFamily qwen2{"qwen2-tiny", "config.json", "golden.safetensors"};

}  // namespace

TEMPLATE_TEST_CASE("llama and qwen2 as Hugging Face computes them, with every spelling of the config", "[model][golden]",
                   float, double) {
  const auto [folder, config, expected] = GENERATE(table<std::string, std::string, std::string>(
      {{"llama-tiny", "config.json", "golden.safetensors"},
       {"llama-tiny", "config.rope_parameters.json", "golden.safetensors"},
       {"llama-tiny", "config.old-hub.json", "golden.safetensors"},
       {"llama-tiny", "config.llama3.json", "golden.llama3.safetensors"},
       {"llama-tiny", "config.llama3.rope_parameters.json", "golden.llama3.safetensors"},
       {"llama-tiny", "config.yarn.json", "golden.yarn.safetensors"},
       {"llama-tiny", "config.yarn.rope_parameters.json", "golden.yarn.safetensors"},
       {"qwen2-tiny", "config.json", "golden.safetensors"},
       {"qwen2-tiny", "config.rope_parameters.json", "golden.safetensors"},
       {"qwen2-tiny", "config.old-hub.json", "golden.safetensors"}}));
  INFO(folder << " " << config);
  const GoldenFamily family{folder, config, expected};
  Loaded<TestType> loaded(family);
  CHECK(state_difference(loaded.model, family) < state_tolerance<TestType>);
}

TEST_CASE("llama: weights in bfloat16, read in slices, stay so and give what they give in double precision", "[model][golden]") {
  const GoldenFamily family{"llama-tiny", "config.json", "golden.bf16.safetensors"};
  const auto file = bytes_of(path(family, "model.bf16.safetensors"));
  Transformer<double> model(Loaded<double>::read(family, Json::object()), Contents::nothing);
  CheckpointStream<double> stream(model.parameters(), {{"model.safetensors", file.size()}}, {}, 999);
  while (const auto slice = stream.next()) stream.take(std::span(file).subspan(std::size_t(slice->begin), slice->size));
  for (const auto& parameter : model.parameters()) CHECK(parameter.storage == Storage::bfloat16);
  CHECK(logits_difference(model, family) < 1e-10);
  Loaded<double> unrounded(llama);
  CHECK(logits_difference(unrounded.model, family) > 1e-3);
}

TEST_CASE("llama: what other readers get wrong is far from the reference", "[model][golden]") {
  for (const Json& changes :
       {Json{{"rms_norm_eps", 1e-6}}, Json{{"rope_theta", 500000.0}},
        Json{{"position", {{"kind", "rope"}, {"layout", "interleaved"}, {"rope_theta", 10000.0}}}, {"rope_theta", nullptr}},
        Json{{"position", {{"kind", "none"}}}}}) {
    INFO(changes.dump());
    Loaded<double> twin(llama, changes);
    CHECK(logits_difference(twin.model, llama) > 0.1);
  }
  Loaded<double> loaded(llama);
  auto& parameters = loaded.model.parameters();
  REQUIRE(logits_difference(loaded.model, llama) < 1e-10);
  const auto exchange = [&](const std::string& a, const std::string& b) {
    const Vector kept = parameters.read(a), other = parameters.read(b);
    parameters.write(a, std::span<const double>(other));
    parameters.write(b, std::span<const double>(kept));
  };
  // Gate and up exchanged; key heads in the other order, as tiling them instead of repeating each would take them.
  exchange("model.layers.0.mlp.gate_proj.weight", "model.layers.0.mlp.up_proj.weight");
  CHECK(logits_difference(loaded.model, llama) > 0.1);
  exchange("model.layers.0.mlp.gate_proj.weight", "model.layers.0.mlp.up_proj.weight");
  Vector keys = parameters.read("model.layers.0.self_attn.k_proj.weight");
  std::rotate(keys.begin(), keys.begin() + std::ptrdiff_t(keys.size() / 2), keys.end());
  parameters.write("model.layers.0.self_attn.k_proj.weight", std::span<const double>(keys));
  CHECK(logits_difference(loaded.model, llama) > 0.1);
}

TEMPLATE_TEST_CASE("llama and qwen2: greedy continuation through the cache", "[model][golden]", float, double) {
  for (const GoldenFamily& family : {llama, qwen2}) {
    const Json base = golden(path(family, "golden.json"))["cases"]["base"];
    const auto prompt = base["greedy_prompt"].get<std::vector<std::int32_t>>();
    const auto expected = base["greedy_20"].get<std::vector<std::int32_t>>();
    Loaded<TestType> loaded(family);
    Generator<TestType> generator(loaded.model, prompt, expected.size(), {.temperature = 0});
    while (!generator.done()) generator.step();
    CHECK(std::ranges::equal(generator.generated(), expected));
  }
}

TEST_CASE("llama: a config is read, written and read again to the same", "[model]") {
  for (const GoldenFamily& family : {llama, qwen2}) {
    const Json written = Loaded<float>::read(family, Json::object()).to_json();
    CHECK(Config::from_json(written).to_json() == written);
    CHECK(written["model_type"] == (family.folder == "llama-tiny" ? "llama" : "qwen2"));
    CHECK(written["position"]["layout"] == "half");
  }
}

TEST_CASE("llama: what would compute something else is refused by name", "[model]") {
  const auto refusal = [](const GoldenFamily& family, const Json& changes) {
    try {
      Loaded<float>::read(family, changes);
    } catch (const Error& error) {
      std::string text = error.key();
      for (const auto& [name, value] : error.fields())
        if (name == "argument") text += " " + std::get<std::string>(value);
      return text;
    }
    return std::string();
  };
  CHECK(refusal(llama, {{"mlp_bias", true}}) == "unsupported_setting config.mlp_bias");
  CHECK(refusal(llama, {{"hidden_act", "gelu"}}) == "unknown_choice config.hidden_act");
  CHECK(refusal(llama, {{"num_key_value_heads", 4}}) == "not_divisible config.num_attention_heads");
  CHECK(refusal(llama, {{"head_dim", nullptr}, {"hidden_size", 50}}) == "not_divisible config.hidden_size");
  CHECK(refusal(llama, {{"intermediate_size", nullptr}}) == "missing config.intermediate_size");
  CHECK(refusal(llama, {{"model_type", "mistral"}, {"sliding_window", 16}}) == "unsupported_setting config.sliding_window");
  CHECK(refusal(llama, {{"model_type", "mistral"}, {"sliding_window", 64}}).empty());
  CHECK(refusal(qwen2, {{"sliding_window", 16}}).empty());  // its own switch says that it is off
  CHECK(refusal(qwen2, {{"sliding_window", 16}, {"use_sliding_window", true}}) ==
        "unsupported_setting config.sliding_window");
}

TEST_CASE("llama: buffers of old checkpoints and a missing prefix change nothing", "[model]") {
  check_buffers_and_prefix(llama, "model.");
}

TEST_CASE("llama: a head wider than hidden_size / heads, a bias on attention's output, drawn weights", "[model]") {
  const Config config = Config::from_json({{"model_type", "mistral"}, {"hidden_size", 12}, {"intermediate_size", 20},
                                           {"num_hidden_layers", 2}, {"num_attention_heads", 3}, {"num_key_value_heads", 1},
                                           {"head_dim", 6}, {"vocab_size", 17}, {"attention_bias", true}});
  Transformer<double> model(config, Initialization::fan_in, 1);
  roughen(model, 7);
  const auto tokens = random_tokens(9, 17, 3);
  const auto result = run(model, tokens, {.capture = everything()});
  CHECK(result.queries[0].size() == 3 * 9 * 6);
  CHECK(result.keys[0].size() == 9 * 6);
  double total = 0;
  for (const double weight : result.attentions[0]) total += weight;
  CHECK(std::fabs(total - 3 * 9) < 1e-12);
  // Decoding row by row equals one pass.
  KvCache<double> cache;
  Vector logits(17);
  for (std::size_t row = 0; row < tokens.size(); ++row) {
    cache.extend(model, std::span(tokens).subspan(row, 1), std::nullopt, logits);
    CHECK(max_difference(logits, Vector(result.logits.begin() + std::ptrdiff_t(row * 17),
                                        result.logits.begin() + std::ptrdiff_t((row + 1) * 17))) < 1e-12);
  }
  // Without the output's bias it is another model.
  model.parameters().write("model.layers.0.self_attn.o_proj.bias", std::span<const double>(Vector(12, 0.0)));
  CHECK(max_difference(run(model, tokens).logits, result.logits) > 1e-3);
}

TEST_CASE("llama: training is refused by name", "[model]") {
  Loaded<float> loaded(llama);
  try {
    Backward<float> backward(loaded.model);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::unsupported);
    CHECK(error.key() == "not_trained_here");
  }
}
