// Every wrong field of a config is a named error; what Hugging Face writes besides is read or ignored.
#include "model/memory.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

Json with(const std::string& key, const Json& value) {
  Json config = tiny_config();
  config[key] = value;
  return config;
}

std::string refusal(const Json& config) {
  return error_of([&] { Config::from_json(config); });
}

}  // namespace

TEST_CASE("config: a Hugging Face config.json is read, its defaults filled in", "[model]") {
  const Config config = Config::from_json(golden("gpt2-tiny/config.json"));
  CHECK(config.n_layer == 2);
  CHECK(config.n_head == 4);
  CHECK(config.n_embd == 48);
  CHECK(config.head_dim() == 12);
  CHECK(config.n_positions == 64);
  CHECK(config.vocab_size == 97);
  CHECK(config.n_inner == 192);
  CHECK(config.activation_function == ActivationFunction::gelu_new);
  CHECK(config.layer_norm_epsilon == 1e-5);
  CHECK(config.causal);
  CHECK(config.tie_word_embeddings);
  CHECK(config.position["kind"] == "learned");
}

TEST_CASE("config: written and read again it is the same", "[model]") {
  for (const Json& position : {Json{{"kind", "learned"}}, Json{{"kind", "rope"}, {"rope_theta", 500}},
                               Json{{"kind", "t5_bias"}, {"num_buckets", 8}, {"max_distance", 20}}}) {
    Json json = tiny_config(position);
    json.update({{"n_inner", 40},
                 {"activation_function", "gelu"},
                 {"layer_norm_epsilon", 1e-3},
                 {"causal", false},
                 {"tie_word_embeddings", false}});
    const Json written = Config::from_json(json).to_json();
    CHECK(Config::from_json(written).to_json() == written);
    CHECK(written["n_inner"] == 40);
    CHECK(written["activation_function"] == "gelu");
    CHECK(written["layer_norm_epsilon"] == 1e-3);
    CHECK(written["causal"] == false);
    CHECK(written["tie_word_embeddings"] == false);
    for (const auto& [key, value] : position.items()) CHECK(written["position"][key] == value);
  }
}

TEST_CASE("config: numbers may come as whole doubles, as JavaScript has them", "[model]") {
  CHECK(Config::from_json(with("n_layer", 2.0)).n_layer == 2);
}

TEST_CASE("config: a wrong field is named", "[model]") {
  CHECK(refusal(3) == "wrong_type config");
  CHECK(refusal(Json::array()) == "wrong_type config");
  for (const char* name : {"n_layer", "n_head", "n_embd", "n_positions", "vocab_size"}) {
    INFO(name);
    const std::string argument = std::string(" config.") + name;
    Json config = tiny_config();
    config.erase(name);
    CHECK(refusal(config) == "missing" + argument);
    CHECK(refusal(with(name, "2")) == "wrong_type" + argument);
    CHECK(refusal(with(name, true)) == "wrong_type" + argument);
    CHECK(refusal(with(name, Json::array({2}))) == "wrong_type" + argument);
    CHECK(refusal(with(name, 2.5)) == "not_whole" + argument);
    CHECK(refusal(with(name, 0)) == "out_of_range" + argument);
    CHECK(refusal(with(name, -4)) == "out_of_range" + argument);
    CHECK(refusal(with(name, 1e18)) == "out_of_range" + argument);
    CHECK(refusal(with(name, not_a_number)) == "not_finite" + argument);
    CHECK(refusal(with(name, infinity)) == "not_finite" + argument);
  }
  CHECK(refusal(with("n_head", 5)) == "not_divisible config.n_embd");
  CHECK(refusal(with("n_inner", 0)) == "out_of_range config.n_inner");
  CHECK(refusal(with("n_inner", "wide")) == "wrong_type config.n_inner");
  CHECK(refusal(with("layer_norm_epsilon", 0)) == "out_of_range config.layer_norm_epsilon");
  CHECK(refusal(with("layer_norm_epsilon", -1e-5)) == "out_of_range config.layer_norm_epsilon");
  CHECK(refusal(with("layer_norm_epsilon", not_a_number)) == "not_finite config.layer_norm_epsilon");
  CHECK(refusal(with("causal", 1)) == "wrong_type config.causal");
  CHECK(refusal(with("tie_word_embeddings", "no")) == "wrong_type config.tie_word_embeddings");
  CHECK(refusal(with("activation_function", "relu")) == "unknown_choice config.activation_function");
  CHECK(refusal(with("activation_function", 1)) == "wrong_type config.activation_function");
  CHECK(refusal(with("position", {{"kind", "rotary"}})) == "unknown_choice position.kind");
  CHECK(refusal(with("position", {{"kind", "rope"}, {"theta", 1}})).starts_with("unknown_option"));
}

TEST_CASE("pitfall 22: another model_type is refused by name, not guessed", "[model]") {
  for (const char* name : {"opt", "bart", "gemma", "gpt_neo", "GPT2", ""}) {
    try {
      Config::from_json(with("model_type", name));
      FAIL("accepted " << name);
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::unsupported);
      CHECK(error.key() == "unsupported_model_type");
    }
  }
  CHECK(refusal(with("model_type", 2)) == "wrong_type config.model_type");
  Json config = tiny_config();
  config.erase("model_type");
  CHECK(refusal(config) == "missing config.model_type");
}

TEST_CASE("config: settings that change the arithmetic are refused, others ignored", "[model]") {
  CHECK(refusal(with("scale_attn_weights", false)) == "unsupported_setting config.scale_attn_weights");
  CHECK(refusal(with("scale_attn_by_inverse_layer_idx", true)) ==
        "unsupported_setting config.scale_attn_by_inverse_layer_idx");
  CHECK(refusal(with("add_cross_attention", true)) == "unsupported_setting config.add_cross_attention");
  CHECK(refusal(with("scale_attn_weights", true)).empty());
  CHECK(refusal(with("summary_type", "cls_index")).empty());
}

TEST_CASE("memory: a model too large for any machine says how many bytes it wants, before anything is allocated",
          "[model]") {
  Json json = tiny_config({{"kind", "none"}});
  json.update({{"n_layer", 1024}, {"n_embd", 65536}, {"n_inner", 262144}, {"vocab_size", 1 << 24}});
  const Config config = Config::from_json(json);
  try {
    Transformer<float> model(config);
    FAIL("was granted");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
    CHECK(error.key() == "out_of_memory");
    const double bytes = std::get<double>(error.fields().at(0).second);
    // By hand: per layer 4 d^2 + 2 d n_inner weights and 9 d + n_inner vectors, then the embedding and the last norm.
    const double d = 65536, inner = 262144;
    CHECK(bytes == 4 * (1024 * (4 * d * d + 2 * d * inner + 9 * d + inner) + 16777216.0 * d + 2 * d));
  }
}

TEST_CASE("memory: std::bad_alloc becomes the same error", "[model]") {
  const auto call = [] { with_memory(1000, []() -> int { throw std::bad_alloc(); }); };
  CHECK(error_key(call) == "out_of_memory");
  CHECK(with_memory(1000, [] { return 7; }) == 7);
}
