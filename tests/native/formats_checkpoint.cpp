#include "formats/checkpoint.hpp"

#include <cstring>
#include <limits>

#include "formats/config_json.hpp"
#include "formats/precision.hpp"
#include "formats_support.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

const Bytes& plain_file() {
  static const Bytes bytes = file("gpt2-tiny/model.noprefix-with-buffers.safetensors");
  return bytes;
}

std::vector<float> logits(const Bytes& bytes, const Json& config = tiny_config()) {
  Transformer<float> model(read_config_json(config));
  load_checkpoint(Safetensors(bytes), model.parameters());
  return run(model, tiny_tokens(0)).logits;
}

// The plain file with its tensors changed by `change`.
template <class Change>
Bytes changed(Change change) {
  const Safetensors reader(plain_file());
  std::vector<TensorView> tensors = reader.tensors();
  change(tensors);
  return write_safetensors(tensors);
}

TensorView& named(std::vector<TensorView>& tensors, const std::string& name) {
  return *std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == name; });
}

std::string checkpoint_refusal(const Bytes& bytes, const Json& config = tiny_config()) {
  try {
    logits(bytes, config);
  } catch (const Error& error) {
    std::string text = error.key();
    for (const auto& [name, value] : error.fields())
      if (name == "tensor") text += " " + std::get<std::string>(value);
    return text;
  }
  return "";
}

}  // namespace

TEST_CASE("pitfall 34: prefix, buffers and a tied head's own copy change nothing") {
  const std::vector<float> expected = logits(plain_file());
  const auto golden_logits = golden_tensors("gpt2-tiny/golden.learned.safetensors").at("logits").slice(0);
  REQUIRE(max_difference(expected, golden_logits) < 5e-5);

  const Bytes prefixed = changed([](auto& tensors) {
    for (auto& tensor : tensors) tensor.name = "transformer." + tensor.name;
  });
  REQUIRE(logits(prefixed) == expected);

  const Bytes bare = changed([](auto& tensors) { std::erase_if(tensors, [](const auto& t) { return t.name.ends_with(".attn.bias"); }); });
  REQUIRE(bare.size() < plain_file().size());
  REQUIRE(logits(bare) == expected);

  const std::vector<float> minus_one(1, -1e4f), other_head(97 * 48, 3);
  const Bytes more = changed([&](auto& tensors) {
    tensors.push_back({"h.0.attn.masked_bias", ElementType::F32, {}, std::as_bytes(std::span(minus_one))});
    tensors.push_back({"lm_head.weight", ElementType::F32, {97, 48}, std::as_bytes(std::span(other_head))});
  });
  REQUIRE(logits(more) == expected);  // tied: the head is wte, whatever stands there

  // Bad twin: attn.c_proj is square, so that a transposed one has the right shape.
  const Safetensors reader(plain_file());
  const auto projection = values<float>(*reader.find("h.0.attn.c_proj.weight"));
  std::vector<float> transposed(projection.size());
  for (std::size_t i = 0; i < 48; ++i)
    for (std::size_t j = 0; j < 48; ++j) transposed[j * 48 + i] = projection[i * 48 + j];
  const Bytes wrong = changed(
      [&](auto& tensors) { named(tensors, "h.0.attn.c_proj.weight").bytes = std::as_bytes(std::span(transposed)); });
  REQUIRE(max_difference(logits(wrong), expected) > 0.1);
}

TEST_CASE("checkpoint: an untied head is read, and missed where it is not there") {
  Json config = tiny_config();
  config["tie_word_embeddings"] = false;
  REQUIRE(checkpoint_refusal(plain_file(), config) == "missing_tensor lm_head.weight");
  const Safetensors reader(plain_file());
  const TensorView wte = *reader.find("wte.weight");
  const Bytes same = changed([&](auto& tensors) { tensors.push_back({"lm_head.weight", wte.type, wte.shape, wte.bytes}); });
  const std::vector<float> tied = logits(plain_file());
  REQUIRE(max_difference(logits(same, config), tied) < 1e-6);
  const std::vector<float> zeros(97 * 48);
  const Bytes other = changed(
      [&](auto& tensors) { tensors.push_back({"lm_head.weight", ElementType::F32, wte.shape, std::as_bytes(std::span(zeros))}); });
  REQUIRE(logits(other, config) == std::vector<float>(tied.size(), 0));
}

TEST_CASE("checkpoint: weights stay in the precision they are stored in") {
  const Bytes half = file("gpt2-tiny/model.f16.safetensors");
  Transformer<float> model(read_config_json(tiny_config()));
  load_checkpoint(Safetensors(half), model.parameters());
  for (const auto& parameter : model.parameters()) REQUIRE(parameter.storage == Storage::float16);
  const auto expected = golden_tensors("gpt2-tiny/golden.learned-f16.safetensors").at("logits").slice(0);
  REQUIRE(max_difference(run(model, tiny_tokens(0)).logits, expected) < 5e-5);
  // Written again it holds the same tensors, without the prefix.
  const Bytes written = save_checkpoint(model.parameters());
  const Safetensors before(half), after(written);
  REQUIRE(before.tensors().size() == after.tensors().size());
  for (const auto& tensor : before.tensors()) {
    const TensorView* same = after.find(tensor.name.substr(std::strlen("transformer.")));
    REQUIRE(same);
    CHECK(same->type == tensor.type);
    CHECK(same->shape == tensor.shape);
    CHECK(std::ranges::equal(same->bytes, tensor.bytes));
  }
  REQUIRE(logits(written) == logits(half));
}

TEST_CASE("checkpoint: bfloat16 and float64 are read too") {
  const Safetensors reader(plain_file());
  const auto wte = values<float>(*reader.find("wte.weight"));
  std::vector<BFloat16> brain(wte.size());
  std::transform(wte.begin(), wte.end(), brain.begin(), to_bfloat16);
  const std::vector<double> wide(wte.begin(), wte.end());
  const auto with = [&](ElementType type, std::span<const std::byte> bytes) {
    return changed([&](auto& tensors) {
      named(tensors, "wte.weight").type = type;
      named(tensors, "wte.weight").bytes = bytes;
    });
  };
  REQUIRE(logits(with(ElementType::F64, std::as_bytes(std::span(wide)))) == logits(plain_file()));
  const double rounded = max_difference(logits(with(ElementType::BF16, std::as_bytes(std::span(brain)))), logits(plain_file()));
  REQUIRE(rounded > 1e-4);
  REQUIRE(rounded < 1);
}

TEST_CASE("checkpoint: int8 parameters are written as float32") {
  Transformer<float> model(read_config_json(tiny_config()));
  load_checkpoint(Safetensors(plain_file()), model.parameters());
  const std::size_t index = model.parameters().index_of("h.1.mlp.c_fc.weight");
  const auto before = model.parameters().read("h.1.mlp.c_fc.weight");
  const std::size_t columns = model.parameters()[index].columns();
  std::vector<std::int8_t> small(before.size());
  std::vector<float> scales(before.size() / columns);
  for (std::size_t r = 0; r < scales.size(); ++r)
    scales[r] = quantize_row(std::span(before).subspan(r * columns, columns), std::span(small).subspan(r * columns, columns));
  model.parameters().assign(index, Storage::int8, std::as_bytes(std::span(small)), scales);
  const Bytes written = save_checkpoint(model.parameters());
  const Safetensors reader(written);
  REQUIRE(reader.find("h.1.mlp.c_fc.weight")->type == ElementType::F32);
  REQUIRE(values<float>(*reader.find("h.1.mlp.c_fc.weight")) == model.parameters().read("h.1.mlp.c_fc.weight"));
  REQUIRE(max_difference(logits(written), run(model, tiny_tokens(0)).logits) < 1e-4);
}

TEST_CASE("checkpoint: what does not fit is named, and nothing is changed") {
  const auto without = [](const std::string& name) {
    return changed([&](auto& tensors) { std::erase_if(tensors, [&](const auto& t) { return t.name == name; }); });
  };
  REQUIRE(checkpoint_refusal(without("h.1.ln_2.bias")) == "missing_tensor h.1.ln_2.bias");
  REQUIRE(checkpoint_refusal(without("wpe.weight")) == "missing_tensor wpe.weight");
  REQUIRE(checkpoint_refusal(without("wpe.weight"), tiny_config({{"kind", "alibi"}})).empty());  // unused weights need not be there
  REQUIRE(checkpoint_refusal(plain_file(), tiny_config({{"kind", "rope"}})).empty());            // nor do they hurt
  REQUIRE(checkpoint_refusal(plain_file(), tiny_config({{"kind", "t5_bias"}})) == "missing_tensor relative_attention_bias.weight");
  REQUIRE(checkpoint_refusal(changed([](auto& t) { named(t, "h.0.attn.c_attn.weight").shape = {144, 48}; })) ==
          "tensor_shape h.0.attn.c_attn.weight");
  REQUIRE(checkpoint_refusal(changed([](auto& t) { named(t, "wte.weight").type = ElementType::I32; })) == "unsupported_dtype wte.weight");
  REQUIRE(checkpoint_refusal(changed([](auto& tensors) {
            TensorView twice = named(tensors, "ln_f.bias");
            twice.name = "transformer.ln_f.bias";
            tensors.push_back(twice);
          })) == "duplicate_tensor ln_f.bias");
  Transformer<float> model(read_config_json(tiny_config()));
  const Bytes faulty = without("wpe.weight");  // the last one that is looked for
  REQUIRE(error_key([&] { load_checkpoint(Safetensors(faulty), model.parameters()); }) == "missing_tensor");
  for (const float value : model.parameters().read("wte.weight")) REQUIRE(value == 0);
}

TEST_CASE("checkpoint: NaN and infinity are found in every precision, before anything is changed") {
  const auto with = [](ElementType type, auto bits) {
    std::vector<decltype(bits)> values(48);
    values[7] = bits;
    return checkpoint_refusal(changed([&](auto& tensors) {
      named(tensors, "ln_f.bias").type = type;
      named(tensors, "ln_f.bias").bytes = std::as_bytes(std::span(values));
    }));
  };
  const std::string found = "tensor_not_finite ln_f.bias";
  REQUIRE(with(ElementType::F32, std::numeric_limits<float>::quiet_NaN()) == found);
  REQUIRE(with(ElementType::F32, -std::numeric_limits<float>::infinity()) == found);
  REQUIRE(with(ElementType::F32, std::numeric_limits<float>::max()).empty());
  REQUIRE(with(ElementType::F64, std::numeric_limits<double>::infinity()) == found);
  REQUIRE(with(ElementType::F64, 1.5).empty());
  REQUIRE(with(ElementType::F16, std::uint16_t(0xfc00)) == found);
  REQUIRE(with(ElementType::F16, std::uint16_t(0x7e01)) == found);
  REQUIRE(with(ElementType::F16, std::uint16_t(0x7bff)).empty());
  REQUIRE(with(ElementType::BF16, std::uint16_t(0x7f80)) == found);
  REQUIRE(with(ElementType::BF16, std::uint16_t(0x7c00)).empty());
}

TEST_CASE("pitfall 17: a config.json's rotary settings are read beside position, inside it and in rope_parameters") {
  const auto position_of = [](const Json& changes) {
    Json config = golden("gpt2-tiny/config.json");
    config.update(changes);
    return read_config_json(config).position;
  };
  REQUIRE(position_of(Json::object()) == Json{{"kind", "learned"}});
  REQUIRE(position_of({{"rope_theta", 5e5}})["kind"] == "learned");
  const Json rope{{"kind", "rope"}};
  REQUIRE(position_of({{"position", rope}})["rope_theta"] == 10000);
  REQUIRE(position_of({{"position", rope}, {"rope_theta", 5e5}})["rope_theta"] == 5e5);
  REQUIRE(position_of({{"position", rope}, {"rope_scaling", nullptr}, {"rope_theta", nullptr}})["rope_theta"] == 10000);
  const Json nested{{"rope_type", "linear"}, {"factor", 2}, {"rope_theta", 7e5}, {"partial_rotary_factor", 0.5}};
  const Json read = position_of({{"position", rope}, {"rope_parameters", nested}});
  REQUIRE(read["rope_theta"] == 7e5);
  REQUIRE(read["partial_rotary_factor"] == 0.5);
  REQUIRE(read["rope_scaling"]["factor"] == 2);
  // Inside and beside at once: neither is dropped without a word.
  const Json inside{{"kind", "rope"}, {"rope_theta", 3e5}};
  REQUIRE(position_of({{"position", inside}, {"rope_theta", nullptr}})["rope_theta"] == 3e5);
  REQUIRE(position_of({{"position", {{"kind", "alibi"}}}, {"rope_theta", 5e5}})["kind"] == "alibi");
  for (const char* beside : {"rope_theta", "partial_rotary_factor", "rope_scaling", "rope_parameters"}) {
    INFO(beside);
    CHECK(error_of([&] { position_of({{"position", inside}, {beside, nested}}); }) == "two_places position.rope_theta");
  }
}

TEST_CASE("pitfall 22: another model_type is refused by name") {
  for (const char* type : {"opt", "bart", "gemma", "bloom"}) {
    Json config = golden("gpt2-tiny/config.json");
    config["model_type"] = type;
    REQUIRE(error_key([&] { read_config_json(config); }) == "unsupported_model_type");
  }
  REQUIRE(error_of([] { read_config_json(Json::object()); }) == "missing config.model_type");
  REQUIRE(error_of([] { read_config_json("gpt2"); }) == "wrong_type config");
}

TEST_CASE("config.json: the golden one is read with its nulls and its many other keys") {
  const Config config = read_config_json(golden("gpt2-tiny/config.json"));
  REQUIRE(config.n_inner == 192);  // null: 4 * n_embd
  REQUIRE(config.n_layer == 2);
  REQUIRE(config.n_head == 4);
  REQUIRE(config.vocab_size == 97);
  REQUIRE(config.tie_word_embeddings);
}
