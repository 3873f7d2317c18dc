// What only real checkpoints need: GPT-2's tokenizer, and models whose files are read in slices. An engine for lessons
// is linked without it (left_out.cpp).
#include <memory>
#include <utility>
#include <variant>

#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "formats/checkpoint_stream.hpp"
#include "formats/config_json.hpp"
#include "formats/llama2c.hpp"
#include "tokenizers/byte_level_tokenizer.hpp"
#include "tokenizers/llama2c_tokenizer.hpp"

namespace whereabouts {
namespace {

struct HeldTokenizer final : Held {
  template <class Kind>
  explicit HeldTokenizer(Kind made) : tokenizer(std::move(made)) {}
  std::variant<ByteLevelTokenizer, Llama2cTokenizer> tokenizer;

  std::size_t vocab_size() const {
    return std::visit([](const auto& t) { return t.vocab_size(); }, tokenizer);
  }
  /// The tokens that are looked for before the caller brings a text into Normalization Form C. Null where texts stay as
  /// they are.
  Json raw_tokens() const {
    const auto* byte_level = std::get_if<ByteLevelTokenizer>(&tokenizer);
    return byte_level && byte_level->wants_nfc() ? Json(byte_level->raw_tokens()) : Json();
  }
};

/// A model whose weights are on their way.
struct ArrivingModel final : Held {
  ArrivingModel(const Config& config, std::vector<CheckpointFile> files, const std::optional<CheckpointIndex>& index)
      : model(std::make_unique<Transformer<float>>(config, Contents::nothing)),
        stream(model->parameters(), std::move(files), index) {}
  /// From a file of llama2.c.
  ArrivingModel(const Config& config, CheckpointFile file)
      : model(std::make_unique<Transformer<float>>(config, Contents::nothing)),
        stream(model->parameters(), llama2c_places(config, model->parameters()), std::move(file)) {}
  HeldModel model;
  CheckpointStream<float> stream;
};

/// What stands in an argument; "disposed" with this key where there is none any more.
template <class Kind>
Kind& held_of(SessionState& state, Options& arguments, std::string_view name, const char* gone) {
  const auto found = state.held.find(handle_of(arguments, name));
  Kind* kind = found == state.held.end() ? nullptr : dynamic_cast<Kind*>(found->second.get());
  if (!kind) throw Error(ErrorCode::disposed, gone);
  return *kind;
}

Json hold(SessionState& state, std::unique_ptr<Held> held) {
  const Handle handle = state.next_handle++;
  state.held.emplace(handle, std::move(held));
  return double(handle);
}

/// A file's text that holds JSON.
Json parsed(Options& options, const char* name) {
  Json json = Json::parse(text_of(options, name), nullptr, false);
  if (json.is_discarded()) throw Error(ErrorCode::malformed_file, "not_json", {{"argument", options.path_of(name)}});
  return json;
}

std::span<const std::byte> bytes_of(Options& options, const char* name) {
  const Json& bytes = options.raw(name);
  if (!bytes.is_binary()) fail_type(options.path_of(name), type_name(bytes), "bytes");
  return std::as_bytes(std::span<const std::uint8_t>(bytes.get_binary()));
}

std::unique_ptr<HeldTokenizer> read_tokenizer(Options& options) {
  if (options.has("tokenizerBin"))
    return std::make_unique<HeldTokenizer>(Llama2cTokenizer(bytes_of(options, "tokenizerBin")));
  if (options.has("tokenizerJson"))
    return std::make_unique<HeldTokenizer>(ByteLevelTokenizer(read_tokenizer_json(parsed(options, "tokenizerJson"))));
  const Json vocab = parsed(options, "vocab");
  return std::make_unique<HeldTokenizer>(ByteLevelTokenizer(read_vocab_and_merges(vocab, text_of(options, "merges"))));
}

/// options: vocab and merges, or tokenizerJson, each the text of its file; or tokenizerBin, the bytes of llama2.c's. {
/// tokenizer, vocab_size, raw_tokens }, these a list of texts where the caller is to bring texts into Normalization
/// Form C, null where it is not.
Json begin_tokenizer(SessionState& state, Options& arguments) {
  Options options(arguments.raw("options"));
  auto held = read_tokenizer(options);
  options.refuse_others();
  Json answer{{"vocab_size", double(held->vocab_size())}, {"raw_tokens", held->raw_tokens()}};
  answer["tokenizer"] = hold(state, std::move(held));
  return answer;
}

HeldTokenizer& tokenizer_of(SessionState& state, Options& arguments) {
  return held_of<HeldTokenizer>(state, arguments, "tokenizer", "tokenizer_disposed");
}

/// tokenizer, text, which may be bytes too; composed: whether it is in Normalization Form C and without tokens that are
/// looked for before. Int32Array.
Json encode_bytes(SessionState& state, Options& arguments) {
  auto& tokenizer = tokenizer_of(state, arguments).tokenizer;
  const bool composed = arguments.boolean("composed", false);
  const auto encode = [&](std::string_view text) {
    auto* byte_level = std::get_if<ByteLevelTokenizer>(&tokenizer);
    const auto ids = byte_level ? byte_level->encode(text, composed ? TextForm::composed : TextForm::any)
                                : std::get<Llama2cTokenizer>(tokenizer).encode(text);
    return binary(std::span<const std::int32_t>(ids));
  };
  if (!arguments.raw("text").is_binary()) return encode(text_of(arguments, "text"));
  const auto bytes = bytes_of(arguments, "text");
  return encode({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

/// tokenizer, ids. The bytes that they stand for.
Json decode_bytes(SessionState& state, Options& arguments) {
  const auto& held = tokenizer_of(state, arguments);
  const auto ids = whole_numbers_of(arguments, "ids", 0, double(held.vocab_size()) - 1);
  const std::string bytes = std::visit([&](const auto& t) { return t.decode(ids); }, held.tokenizer);
  return binary(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()));
}

/// config, none for a file of llama2.c, which holds its own; files [{ name, size }]; start, the bytes by which the first of them is
/// recognised; options: format, by default what these say; index, the parsed model.safetensors.index.json, or null. What the model
/// arrives in.
Json begin_checkpoint(SessionState& state, Options& arguments) {
  const Json config = plain(arguments.raw("config"));
  Options options(arguments.raw("options"));
  const auto start = arguments.has("start") ? bytes_of(arguments, "start") : std::span<const std::byte>();
  const std::string format = format_of(options, start);
  options.allow("config");  // an argument of its own here, but one of loadModel's options where errors list them
  const Json& list = arguments.raw("files");
  if (!list.is_array()) fail_type("files", type_name(list), "array");
  std::vector<CheckpointFile> files;
  for (const Json& entry : list) {
    Options file(entry, "files");
    files.push_back({text_of(file, "name"), std::uint64_t(file.whole("size", std::nullopt, 0, 9007199254740991.0))});
  }
  if (format == "llama2.c") {
    options.refuse_others();
    if (!config.is_null()) throw Error(ErrorCode::invalid_argument, "config_in_file", {{"argument", std::string("config")}});
    require_length("weights", files.size(), 1);
    return hold(state, std::make_unique<ArrivingModel>(llama2c_config(start, files[0].size), files[0]));
  }
  if (config.is_null()) arguments.fail_missing("config");
  std::optional<CheckpointIndex> index;
  if (options.has("index")) index = read_checkpoint_index(plain(options.raw("index")));
  options.allow("index");
  options.refuse_others();
  return hold(state, std::make_unique<ArrivingModel>(read_config_json(config), std::move(files), index));
}

/// checkpoint. { file, begin, size, done, total }, the bytes to take next; or { model } once all were taken, which ends
/// the checkpoint: its handle stands for nothing any more.
Json next_slice(SessionState& state, Options& arguments) {
  auto& arriving = held_of<ArrivingModel>(state, arguments, "checkpoint", "file_ended");
  if (const auto slice = arriving.stream.next())
    return record({{"file", double(slice->file)},
                   {"begin", double(slice->begin)},
                   {"size", double(slice->size)},
                   {"done", arriving.stream.done()},
                   {"total", arriving.stream.total()}});
  Json answer{{"model", hold_model(state, std::move(arriving.model))}};
  state.held.erase(handle_of(arguments, "checkpoint"));
  return answer;
}

/// checkpoint, bytes. After an error it is of no use but to be ended.
Json take_slice(SessionState& state, Options& arguments) {
  held_of<ArrivingModel>(state, arguments, "checkpoint", "file_ended").stream.take(bytes_of(arguments, "bytes"));
  return nullptr;
}

/// held: a tokenizer or a checkpoint. Ending one that has ended already is no error.
Json end_held(SessionState& state, Options& arguments) {
  state.held.erase(handle_of(arguments, "held"));
  return nullptr;
}

constexpr Method methods[] = {
    {"beginTokenizer", begin_tokenizer},
    {"encodeBytes", encode_bytes},
    {"decodeBytes", decode_bytes},
    {"beginCheckpoint", begin_checkpoint},
    {"nextSlice", next_slice},
    {"takeSlice", take_slice},
    {"endHeld", end_held},
};

}  // namespace

std::span<const Method> checkpoint_methods() { return methods; }

}  // namespace whereabouts
