// The named tensors of a model: names, counts, initial values, reading and writing.
#include <set>

#include "model/generator.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

using Model = Transformer<float>;

const Json learned = {{"kind", "learned"}}, none = {{"kind", "none"}}, rope = {{"kind", "rope"}};
const Json t5 = {{"kind", "t5_bias"}, {"num_buckets", 8}, {"max_distance", 16}};

struct Spread {
  double mean, deviation;
};
Spread spread(const std::vector<float>& values) {
  double sum = 0, squares = 0;
  for (const float value : values) sum += value, squares += double(value) * value;
  const double mean = sum / double(values.size());
  return {mean, std::sqrt(squares / double(values.size()) - mean * mean)};
}

}  // namespace

TEST_CASE("parameters: names and shapes are Hugging Face's", "[model]") {
  const Model model(Config::from_json(tiny_config()));
  std::map<std::string, std::vector<std::size_t>> expected;
  for (const auto& [name, tensor] : tiny_weights())
    if (!name.ends_with(".attn.bias")) expected[name] = tensor.shape;
  std::map<std::string, std::vector<std::size_t>> got;
  for (const auto& parameter : model.parameters()) got[parameter.name] = parameter.shape;
  CHECK(got == expected);
}

TEST_CASE("parameters: the count is GPT-2 small's 124,439,808", "[model]") {
  Json json = tiny_config();
  json.update({{"n_layer", 12}, {"n_head", 12}, {"n_embd", 768}, {"n_positions", 1024}, {"vocab_size", 50257}});
  const Config config = Config::from_json(json);
  CHECK(Parameters<float>::bytes_wanted(config, TableShape{"wpe.weight", 1024, 768}) == 4.0 * 124439808);

  const Config tiny = Config::from_json(tiny_config());
  const Model model(tiny);
  CHECK(double(model.parameters().count()) * 4 ==
        Parameters<float>::bytes_wanted(tiny, TableShape{"wpe.weight", 64, 48}));
}

TEST_CASE("parameters: an untied head is one more", "[model]") {
  const Model tied(small_config(none)), untied(small_config(none, {{"tie_word_embeddings", false}}));
  CHECK(untied.parameters().count() == tied.parameters().count() + 23 * 16);
  CHECK_NOTHROW(untied.parameters().index_of("lm_head.weight"));
  CHECK(error_key([&] { tied.parameters().index_of("lm_head.weight"); }) == "unknown_parameter");
}

TEST_CASE("parameters: an untied head is used, and a tied one follows the embedding", "[model]") {
  Model tied(small_config(none), Initialization::fan_in, 1);
  Model untied(small_config(none, {{"tie_word_embeddings", false}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(5, 23, 1);
  CHECK(max_difference(run(tied, tokens).logits, run(untied, tokens).logits) > 0.1);
  const std::vector<float> embedding = untied.parameters().read("wte.weight");
  untied.parameters().write("lm_head.weight", std::span<const float>(embedding));
  CHECK(run(tied, tokens).logits == run(untied, tokens).logits);
}

TEST_CASE("initialization: the same seed gives the same bits, on every platform", "[model]") {
  const Model model(small_config(learned), Initialization::fan_in, 42),
      again(small_config(learned), Initialization::fan_in, 42);
  const Model other(small_config(learned), Initialization::fan_in, 43);
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    CHECK(model.parameters()[i].data == again.parameters()[i].data);
    for (const std::byte byte : model.parameters()[i].data) hash = (hash ^ std::uint64_t(byte)) * 0x100000001b3u;
  }
  CHECK(model.parameters().read("wte.weight") != other.parameters().read("wte.weight"));
  // Every byte of every weight, in list order: a change here changes every seeded model there is.
  CHECK(hash == 0xebe6945ba93c5fb6u);
}

TEST_CASE("initialization: models that differ in their encoding only start from the same weights", "[model]") {
  const Model one(small_config(learned), Initialization::fan_in, 7),
      other(small_config(rope), Initialization::fan_in, 7);
  for (const auto& parameter : other.parameters())
    CHECK(one.parameters().read(parameter.name) == other.parameters().read(parameter.name));
}

TEST_CASE("initialization: no two parameters share their draws", "[model]") {
  const Model model(small_config(learned), Initialization::fan_in, 7);
  std::set<float> firsts;
  std::size_t drawn = 0;
  for (const auto& parameter : model.parameters())
    if (parameter.rows() > 1) {
      firsts.insert(parameter.values()[0]);
      ++drawn;
    }
  CHECK(firsts.size() == drawn);
}

TEST_CASE("initialization: spreads are those of the set-up", "[model]") {
  const Json wide = {{"n_embd", 64}, {"vocab_size", 200}, {"n_positions", 300}, {"n_inner", 320}};
  const auto check = [](const Model& model, const std::string& name, double deviation) {
    INFO(name);
    const auto [mean, got] = spread(model.parameters().read(name));
    // 4 standard errors of a standard deviation over at least 4,096 draws.
    CHECK(std::fabs(got / deviation - 1) < 0.045);
    CHECK(std::fabs(mean) < 0.07 * deviation);
  };
  const auto constant = [](const Model& model, const std::string& name, float value) {
    INFO(name);
    for (const float got : model.parameters().read(name)) CHECK(got == value);
  };
  SECTION("fan_in") {
    const Model model(small_config(learned, wide), Initialization::fan_in, 3);
    const double residual = 1 / std::sqrt(2.0 * 2);
    check(model, "h.0.attn.c_attn.weight", 1 / std::sqrt(64.0));
    check(model, "h.1.attn.c_proj.weight", residual / std::sqrt(64.0));
    check(model, "h.0.mlp.c_fc.weight", 1 / std::sqrt(64.0));
    check(model, "h.1.mlp.c_proj.weight", residual / std::sqrt(320.0));
    check(model, "wte.weight", 1 / std::sqrt(64.0));
    check(model, "wpe.weight", 1 / std::sqrt(64.0));
    const Model biased(small_config(t5, wide), Initialization::fan_in, 3);
    constant(biased, "relative_attention_bias.weight", 0);
  }
  SECTION("gpt2") {
    const Model model(small_config(learned, wide), Initialization::gpt2, 3);
    check(model, "h.0.attn.c_attn.weight", 0.02);
    check(model, "h.1.attn.c_proj.weight", 0.01);
    check(model, "h.0.mlp.c_fc.weight", 0.02);
    check(model, "h.1.mlp.c_proj.weight", 0.01);
    check(model, "wte.weight", 0.02);
    check(model, "wpe.weight", 0.02);
  }
  for (const auto initialization : {Initialization::fan_in, Initialization::gpt2}) {
    const Model model(small_config(learned), initialization, 3);
    for (const char* name : {"h.0.attn.c_attn.bias", "h.1.mlp.c_fc.bias", "ln_f.bias", "h.0.ln_1.bias"})
      constant(model, name, 0);
    for (const char* name : {"ln_f.weight", "h.0.ln_1.weight", "h.1.ln_2.weight"}) constant(model, name, 1);
  }
  CHECK(initialization_named("fan_in") == Initialization::fan_in);
  CHECK(initialization_named("gpt2") == Initialization::gpt2);
  CHECK(error_of([] { initialization_named("xavier"); }) == "unknown_choice initialization");
}

TEST_CASE("parameters: what is written is what is read, and the next pass sees it", "[model]") {
  Model model(small_config(learned), Initialization::fan_in, 5);
  const auto tokens = random_tokens(6, 23, 2);
  for (const std::string name :
       {"wte.weight", "wpe.weight", "h.1.mlp.c_fc.weight", "h.0.attn.c_attn.bias", "ln_f.weight"}) {
    INFO(name);
    const auto before = run(model, tokens).logits;
    std::vector<float> values = model.parameters().read(name);
    for (float& value : values) value = value * 1.5f + 0.25f;
    const auto version = model.version();
    model.parameters().write(name, std::span<const float>(values));
    CHECK(model.version() > version);
    CHECK(model.parameters().read(name) == values);
    CHECK(max_difference(run(model, tokens).logits, before) > 1e-3);
  }
}

TEST_CASE("parameters: wrong values are refused by name and change nothing", "[model]") {
  Model model(small_config(learned), Initialization::fan_in, 5);
  const auto before = model.parameters().read("ln_f.bias");
  const auto version = model.version();
  const auto write = [&](const std::string& name, const Vector& values) {
    return error_of([&] { model.parameters().write(name, std::span<const double>(values)); });
  };
  Vector values(16, 0.5);
  CHECK(write("ln_g.bias", values) == "unknown_parameter");
  CHECK(write("ln_f.bias", Vector(15, 0.5)) == "wrong_length ln_f.bias");
  CHECK(write("ln_f.bias", {}) == "wrong_length ln_f.bias");
  for (const double bad : {not_a_number, infinity, -infinity, 1e39}) {  // a float ends at 3.4e38
    values[3] = bad;
    CHECK(write("ln_f.bias", values) == "not_finite ln_f.bias[3]");
  }
  CHECK(model.parameters().read("ln_f.bias") == before);
  CHECK(model.version() == version);
}

TEST_CASE("parameters: each storage is read as it stands and computed with in it", "[model]") {
  Model model(small_config(learned), Initialization::fan_in, 5);
  const auto tokens = random_tokens(6, 23, 2);
  const std::string name = GENERATE("h.0.mlp.c_fc.weight", "wte.weight", "wpe.weight", "h.1.attn.c_attn.bias");
  INFO(name);
  const std::size_t index = model.parameters().index_of(name);
  const std::size_t size = model.parameters()[index].size(), columns = model.parameters()[index].columns();
  std::vector<std::byte> data;
  std::vector<float> scales;
  std::vector<float> expected;
  const auto put = [&](auto bits) {
    const auto bytes = std::bit_cast<std::array<std::byte, sizeof bits>>(bits);
    data.insert(data.end(), bytes.begin(), bytes.end());
  };
  const Storage storage =
      GENERATE(Storage::float16, Storage::bfloat16, Storage::int8, Storage::float32, Storage::float64);
  Random random(9);
  for (std::size_t i = 0; i < size; ++i) {
    if (storage == Storage::float16) {
      const auto bits = std::uint16_t((random.below(2) << 15) | (12 + random.below(4)) << 10 | random.below(1024));
      put(bits);
      expected.push_back(float(half_value(bits)));
    } else if (storage == Storage::bfloat16) {
      const auto bits = std::uint16_t((random.below(2) << 15) | (123 + random.below(4)) << 7 | random.below(128));
      put(bits);
      expected.push_back(std::bit_cast<float>(std::uint32_t(bits) << 16));
    } else if (storage == Storage::int8) {
      if (i % columns == 0) scales.push_back(float(0.001 * double(1 + random.below(9))));
      const auto value = std::int8_t(random.between(-127, 127));
      put(value);
      expected.push_back(scales.back() * float(value));
    } else {
      const float value = float(0.3 * random.normal());
      if (storage == Storage::float32)
        put(value);
      else
        put(double(value));
      expected.push_back(value);
    }
  }
  const auto before = run(model, tokens).logits;
  model.parameters().assign(index, storage, data, scales);
  const bool compact = storage != Storage::float32 && storage != Storage::float64;
  CHECK(model.parameters()[index].storage == (compact ? storage : Storage::float32));
  CHECK(model.parameters().read(name) == expected);
  const auto many = run(model, tokens).logits;
  const auto one = run(model, {tokens[0]}).logits;
  CHECK(max_difference(many, before) > 1e-3);
  model.parameters().write(name, std::span<const float>(expected));
  CHECK(model.parameters()[index].storage == Storage::float32);
  CHECK(max_difference(run(model, tokens).logits, many) < 1e-5);
  CHECK(max_difference(run(model, {tokens[0]}).logits, one) < 1e-5);
}

TEST_CASE("setPosition: another encoding on the same weights, and back to the table", "[model]") {
  Model model(small_config(learned), Initialization::fan_in, 5);
  const auto tokens = random_tokens(6, 23, 2);
  const auto before = run(model, tokens).logits;
  const auto count = model.parameters().count();
  const auto version = model.version();
  model.set_position(rope);
  CHECK(model.version() > version);
  CHECK(model.config().position["kind"] == "rope");
  CHECK(model.config().position["rope_theta"] == 10000);
  CHECK(model.parameters().count() == count - 48 * 16);
  CHECK(error_key([&] { model.parameters().read("wpe.weight"); }) == "unknown_parameter");
  const auto rotated = run(model, tokens).logits;
  CHECK(max_difference(rotated, before) > 1e-2);
  model.set_position({{"kind", "rope"}, {"rope_theta", 100}});
  CHECK(max_difference(run(model, tokens).logits, rotated) > 1e-3);
  model.set_position(learned);
  CHECK(run(model, tokens).logits == before);
}

TEST_CASE("setPosition: a table that these weights lack is refused, nothing changed", "[model]") {
  Model model(small_config(rope), Initialization::fan_in, 5);
  const auto tokens = random_tokens(6, 23, 2);
  const auto before = run(model, tokens).logits;
  CHECK(error_key([&] { model.set_position(learned); }) == "missing_table");
  CHECK(error_key([&] { model.set_position(t5); }) == "missing_table");
  CHECK(error_key([&] { model.set_position({{"kind", "rope"}, {"layout", "spiral"}}); }) == "unknown_choice");
  CHECK(model.config().position["kind"] == "rope");
  CHECK(run(model, tokens).logits == before);

  Model biased(small_config(t5), Initialization::fan_in, 5);
  const Json wider = {{"kind", "t5_bias"}, {"num_buckets", 16}, {"max_distance", 32}};
  CHECK(error_key([&] { biased.set_position(wider); }) == "missing_table");
  CHECK_NOTHROW(biased.set_position({{"kind", "t5_bias"}, {"num_buckets", 8}, {"max_distance", 32}}));
}
