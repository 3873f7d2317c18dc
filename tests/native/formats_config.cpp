// Where Hugging Face's configs allow null, it means what it means there: mostly the same as a key that is left out.
#include "encodings/rope.hpp"
#include "formats/config_json.hpp"
#include "formats_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

Json with(Json config, const Json& changes) {
  config.update(changes);
  return config;
}

Json without(Json config, const std::string& name) {
  config.erase(name);
  return config;
}

Json read(const Json& config) { return read_config_json(config).to_json(); }

}  // namespace

TEST_CASE("config.json: null is the same as left out where the families say so", "[formats][golden]") {
  struct Nullable {
    const char *file, *name;
    Json other;  // what is told from null
  };
  const Json linear{{"rope_type", "linear"}, {"factor", 2}};
  const Nullable all[] = {
      {"gpt2-tiny/config.json", "n_inner", 40},
      {"gpt2-tiny/config.json", "position", {{"kind", "none"}}},
      {"families/llama-tiny/config.json", "num_key_value_heads", 3},
      {"families/llama-tiny/config.json", "head_dim", 12},
      {"families/llama-tiny/config.json", "rope_theta", 500},
      {"families/llama-tiny/config.json", "rope_scaling", linear},
      {"families/llama-tiny/config.json", "partial_rotary_factor", 0.5},
      {"families/llama-tiny/config.json", "attention_bias", true},
      {"families/llama-tiny/config.rope_parameters.json", "rope_parameters", {{"rope_type", "default"}, {"rope_theta", 500}}},
      {"families/qwen2-tiny/config.old-hub.json", "rope_scaling", linear},
      {"families/gpt-neox-tiny/config.old-hub.json", "rotary_pct", 0.5},
      {"families/gpt-neox-tiny/config.old-hub.json", "rotary_emb_base", 500},
      {"families/gpt-neox-tiny/config.old-hub.json", "rope_scaling", linear},
      {"families/gpt-neox-tiny/config.rope_parameters.json", "rope_parameters", {{"rope_type", "default"}, {"rope_theta", 500}}},
      {"families/gptj-tiny/config.json", "n_inner", 40},
  };
  for (const auto& [file, name, other] : all) {
    INFO(file << " " << name);
    const Json config = golden(file), null = read(with(config, {{name, nullptr}}));
    CHECK(null == read(without(config, name)));
    CHECK_FALSE(null == read(with(config, {{name, other}})));
  }
  const Json llama = golden("families/llama-tiny/config.json");
  CHECK(read(with(llama, {{"num_key_value_heads", nullptr}}))["num_key_value_heads"] == llama["num_attention_heads"]);
  CHECK(read(with(llama, {{"head_dim", nullptr}}))["head_dim"] == 8);
  // No window, in the one family that has one by default.
  const Json mistral = with(llama, {{"model_type", "mistral"}});
  CHECK(read(with(mistral, {{"sliding_window", nullptr}})) == read(mistral));
  CHECK(error_of([&] { read(with(mistral, {{"sliding_window", 16}})); }) == "unsupported_setting config.sliding_window");
}

TEST_CASE("config.json: GPT-J's rotary_dim of null turns the only head whole, is refused of several, and left out it is 64", "[formats][golden]") {
  const Json config = with(golden("families/gptj-tiny/config.json"), {{"n_embd", 96}, {"n_head", 1}});
  const auto share = [](const Json& file) { return read(file)["position"]["partial_rotary_factor"].get<double>(); };
  CHECK(share(with(config, {{"rotary_dim", nullptr}})) == 1);
  CHECK(rotary_dim_of(96, share(without(config, "rotary_dim"))) == 64);
  const Json narrow = with(config, {{"n_head", 8}});
  for (const Json& heads : {narrow, with(config, {{"n_head", 2}})})
    CHECK(error_of([&] { read(with(heads, {{"rotary_dim", nullptr}})); }) == "null_rotary_dim config.rotary_dim");
  CHECK(error_of([&] { read(without(narrow, "rotary_dim")); }) == "out_of_range config.rotary_dim");
}

TEST_CASE("config.json: null inside rope_scaling is the same as left out", "[formats]") {
  const auto frequencies = [](const Json& scaling) {
    return rope_frequencies(64, 10000, RopeScaling::from_json(scaling, 64, 8192), 8192);
  };
  const Json yarn{{"rope_type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 2048}};
  const std::pair<const char*, Json> all[] = {{"attention_factor", 2}, {"beta_fast", 20}, {"beta_slow", 3}, {"truncate", false},
                                              {"factor", 2},           {"original_max_position_embeddings", 1024}};
  for (const auto& [name, other] : all) {
    INFO(name);
    const RopeFrequencies null = frequencies(with(yarn, {{name, nullptr}})), left_out = frequencies(without(yarn, name)),
                          given = frequencies(with(yarn, {{name, other}}));
    CHECK(null.inverse_frequencies == left_out.inverse_frequencies);
    CHECK(null.attention_factor == left_out.attention_factor);
    CHECK((null.inverse_frequencies != given.inverse_frequencies || null.attention_factor != given.attention_factor));
  }
  const Json mscale = with(yarn, {{"mscale", nullptr}, {"mscale_all_dim", nullptr}});
  CHECK(frequencies(mscale).attention_factor == frequencies(yarn).attention_factor);
  CHECK(frequencies(with(yarn, {{"mscale", 2}, {"mscale_all_dim", 1}})).attention_factor != frequencies(yarn).attention_factor);
}
