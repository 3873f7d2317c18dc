// The models of the lessons and their cards: what can be checked of them without the text that they were trained on.
#include <set>

#include "tokenizers/character_tokenizer.hpp"
#include "formats/checkpoint.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

const std::vector<std::string> names = {"none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"};
const std::vector<std::string> ranges = {"0-63", "32-63", "64-95", "96-127", "128-191", "192-255", "384-511"};

std::string path_of(const std::string& name) { return golden_path("../../lessons/models/" + name); }

std::vector<std::uint8_t> weights_of(const std::string& name) { return read_bytes(path_of(name) + ".safetensors"); }

Json card_of(const std::string& name) {
  const auto bytes = read_bytes(path_of(name) + ".json");
  return Json::parse(bytes.begin(), bytes.end());
}

std::unique_ptr<Transformer<float>> load(const Json& card, std::vector<std::uint8_t>& bytes) {
  auto model = std::make_unique<Transformer<float>>(Config::from_json(card.at("config")), Contents::nothing);
  load_checkpoint(Safetensors(std::as_bytes(std::span(bytes))), model->parameters());
  return model;
}

/// A few sentences that every model can be tried on.
const std::string sentences =
    "It was a fine morning, and Anne walked to the village with her sister. \"You must not wait for me,\" said Mr. "
    "Elliot; "
    "\"I shall be there before it rains.\" She thought that he had never looked so well, and was glad of it.";

double loss_of(Transformer<float>& model, const Json& card) {
  const CharacterTokenizer tokenizer(card.at("characters").get<std::string>());
  auto tokens = tokenizer.encode(sentences.substr(0, 65));
  const std::vector<std::int32_t> targets(tokens.begin() + 1, tokens.end());
  tokens.pop_back();
  return *run(model, tokens, {.targets = targets}).loss;
}

}  // namespace

TEST_CASE("shipped models: weights and card belong together", "[shipped]") {
  std::set<std::string> characters;
  std::size_t bytes_together = 0;
  for (const std::string& name : names) {
    INFO(name);
    const Json card = card_of(name);
    auto bytes = weights_of(name);
    bytes_together += bytes.size();
    const auto model = load(card, bytes);  // every tensor there, of its shape, finite
    const Safetensors file(std::as_bytes(std::span(bytes)));
    CHECK(file.tensors().size() == model->parameters().size());
    for (const TensorView& tensor : file.tensors()) CHECK(tensor.type == ElementType::F16);
    CHECK(card.at("name") == name);
    CHECK(card.at("encoding") == name);
    CHECK(card.at("config").at("position").at("kind") == name);
    CHECK(card.at("parameters") == model->parameters().count());
    CHECK(CharacterTokenizer(card.at("characters").get<std::string>()).vocab_size() == model->config().vocab_size);
    CHECK(card.at("context") == 64);
    CHECK((card.at("steps") > 0 && card.at("seed") >= 0 && card.at("data").at("characters") > 1e6));
    characters.insert(card.at("characters").get<std::string>());
  }
  CHECK(characters.size() == 1);
  CHECK(bytes_together < 2'200'000);
}

TEST_CASE("shipped models: each has learned English, and not another one's weights", "[shipped]") {
  std::set<double> losses;
  for (const std::string& name : names) {
    INFO(name);
    const Json card = card_of(name);
    auto bytes = weights_of(name);
    const auto model = load(card, bytes);
    const double loss = loss_of(*model, card);
    losses.insert(loss);
    // One sentence of 64 characters: within half a nat of the mean over the held-out text, far from ln 75 = 4.3.
    CHECK(std::fabs(loss - card.at("loss").get<double>()) < 0.5);
    const Transformer<float>& trained = *model;
    Transformer<float> fresh(trained.config(), Initialization::fan_in, 1);
    CHECK(loss_of(fresh, card) > 3.5);
  }
  CHECK(losses.size() == names.size());
}

TEST_CASE("shipped models: the cards say what the lessons quote", "[shipped]") {
  for (const std::string& name : names) {
    INFO(name);
    const Json card = card_of(name), losses = card.at("loss_by_position");
    CHECK(losses.size() == ranges.size());
    for (const std::string& range : ranges) {
      CHECK(losses.at(range) > 1);
      CHECK(losses.at(range) < 4.5);
    }
    CHECK(card.at("loss") == losses.at("0-63"));
    CHECK(card.contains("table") == (name == "learned"));
    CHECK(card.contains("stretched") == (name == "rope"));
    CHECK(card.at("position_probe").at("r_squared") < 1);
  }
  const Json rope = card_of("rope");
  for (const char* stretching : {"plain", "linear", "ntk", "yarn", "ntk_8"})
    for (const std::string& measure :
         {ranges[1], ranges[4], ranges[5], std::string("192-255 after 10"), std::string("192-255 after 100")})
      CHECK(rope.at("stretched").at(stretching).at(measure) > 1);
  CHECK(rope.at("stretched").at("plain").at("32-63") == rope.at("loss_by_position").at("32-63"));
  CHECK(card_of("learned").at("table").at("zeroed") > card_of("learned").at("loss"));
}
