#include "program/model_folder.hpp"

#include <filesystem>
#include <stdexcept>

#include "formats/config_json.hpp"
#include "formats/file_kind.hpp"
#include "formats/llama2c.hpp"
#include "program/model_file.hpp"
#include "program/progress.hpp"
#include "tokenizers/normalization.hpp"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

constexpr double megabyte = 1e6;
constexpr int deepest = 32;  // levels of JSON, as the package takes them: copying and writing recurse into each

/// The model_type of a folder's config.json, as read_config_json has it; `otherwise` where there is no such file.
std::string model_type_in(const fs::path& folder, std::string otherwise) {
  if (!fs::exists(folder / "config.json")) return otherwise;
  const Json config = read_json((folder / "config.json").string());
  const auto type = config.is_object() ? config.find("model_type") : config.end();
  return type != config.end() && type->is_string() ? type->get<std::string>() : "gpt2";
}

Config llama2c_config_in(const std::string& path) {
  SlicedFiles files({path});
  const auto start = files.start(0);
  if (!is_llama2c(start))
    throw std::runtime_error(path + " is neither a folder with a config.json nor a file of llama2.c");
  return llama2c_config(start, files.files()[0].size);
}

void read(CheckpointStream<float>& stream, SlicedFiles& files) {
  std::optional<Progress> progress;
  std::size_t shown = 0;
  while (const auto slice = stream.next()) {
    stream.take(files.read(*slice));
    const auto whole = [](double bytes) { return std::size_t(bytes / megabyte); };
    if (whole(stream.done()) == shown) continue;  // weights of less than a megabyte are there at once
    shown = whole(stream.done());
    if (!progress) progress.emplace("megabytes of weights read", whole(stream.total()));
    progress->show(shown);
  }
  files.require_unchanged();
  if (progress) progress->end();
}

}  // namespace

Json read_json(const std::string& path) {
  const auto shallow = [&](int outside, Json::parse_event_t event, const Json&) {
    const bool opens = event == Json::parse_event_t::object_start || event == Json::parse_event_t::array_start;
    if (opens && outside >= deepest)
      throw std::runtime_error(path + " is nested more than " + std::to_string(deepest) + " levels deep");
    return true;
  };
  const Json json = Json::parse(read_file(path), shallow, false);
  if (json.is_discarded()) throw std::runtime_error(path + " is not JSON");
  return json;
}

std::optional<CheckpointIndex> index_in(const std::string& folder) {
  const fs::path path = fs::path(folder) / "model.safetensors.index.json";
  if (!fs::exists(path)) return std::nullopt;
  return read_checkpoint_index(read_json(path.string()));
}

std::vector<std::string> weights_in(const std::string& folder, const std::optional<CheckpointIndex>& index) {
  if (index) {
    std::vector<std::string> paths, there;
    for (const std::string& name : index->files) {
      if (!fs::exists(fs::path(folder) / name)) continue;
      paths.push_back((fs::path(folder) / name).string());
      there.push_back(name);
    }
    shards_among(*index, there);  // names one that is not
    return paths;
  }
  const fs::path single = fs::path(folder) / "model.safetensors";
  if (!fs::exists(single)) throw std::runtime_error("there is no model.safetensors in " + folder);
  return {single.string()};
}

std::unique_ptr<Transformer<float>> model_without_weights(const std::string& path) {
  const Config config = fs::is_directory(path) ? read_config_json(read_json((fs::path(path) / "config.json").string()))
                                               : llama2c_config_in(path);
  return std::make_unique<Transformer<float>>(config, Contents::nothing);
}

void read_weights(Transformer<float>& model, const std::string& path) {
  auto& parameters = model.parameters();
  if (!fs::is_directory(path)) {
    SlicedFiles files({path});
    CheckpointStream<float> stream(parameters, llama2c_places(model.config(), parameters), files.files()[0]);
    return read(stream, files);
  }
  const auto index = index_in(path);
  SlicedFiles files(weights_in(path, index));
  CheckpointStream<float> stream(parameters, files.files(), index);
  read(stream, files);
}

std::vector<std::int32_t> encode(AnyTokenizer& tokenizer, std::string_view text) {
  if (auto* byte_level = std::get_if<ByteLevelTokenizer>(&tokenizer))
    return byte_level->encode(text, TextForm::any, in_form_c);
  return std::get<Llama2cTokenizer>(tokenizer).encode(text);
}

std::string decode(const AnyTokenizer& tokenizer, std::span<const std::int32_t> ids) {
  return std::visit([&](const auto& kind) { return kind.decode(ids); }, tokenizer);
}

AnyTokenizer load_tokenizer_from(const std::string& path, std::string model_type) {
  if (!fs::is_directory(path)) {
    const std::string text = read_file(path);
    return Llama2cTokenizer(std::as_bytes(std::span(text)));
  }
  const fs::path root(path);
  if (fs::exists(root / "tokenizer.json"))
    return ByteLevelTokenizer(read_tokenizer_json(read_json((root / "tokenizer.json").string()), in_form_c));
  if (!fs::exists(root / "vocab.json") || !fs::exists(root / "merges.txt"))
    throw std::runtime_error("there is neither a tokenizer.json nor a vocab.json with a merges.txt in " + path);
  // Qwen2 and SmolLM publish these two as well, and cut texts otherwise.
  model_type = model_type_in(root, std::move(model_type));
  if (model_type != "gpt2" && model_type != "gptj")
    throw std::runtime_error("vocab.json and merges.txt do not say how a model of type " + model_type +
                             " cuts texts: its tokenizer.json is needed, and is not in " + path);
  return ByteLevelTokenizer(
      read_vocab_and_merges(read_json((root / "vocab.json").string()), read_file((root / "merges.txt").string())));
}

}  // namespace whereabouts
