// What only real checkpoints need, through the session: tokenizers as handles, a model whose file arrives in slices.
#include "bindings_support.hpp"
#include "golden.hpp"

namespace whereabouts {
namespace {

using test::golden;
using test::golden_path;
using test::read_bytes;

std::string file_text(const std::string& name) {
  const auto bytes = read_bytes(golden_path(name));
  return {bytes.begin(), bytes.end()};
}

Json bytes_json(std::span<const std::uint8_t> bytes) { return binary(bytes); }

std::string refusal_of(Session& session, const char* method, const Json& arguments) {
  try {
    session.call(method, arguments);
  } catch (const Error& error) {
    return std::string(to_string(error.code())) + " " + error.key();
  }
  return "";
}

}  // namespace

TEST_CASE("session: a byte-level tokenizer lives as a handle, takes texts and bytes, and ends") {
  Session session;
  const Json options{{"vocab", file_text("tokenizer/vocab.json")}, {"merges", file_text("tokenizer/merges.txt")}};
  const Json made = session.call("beginTokenizer", {{"options", options}});
  CHECK(made["vocab_size"] == double(golden("tokenizer/vocab.json").size()));
  CHECK(made["raw_tokens"].is_null());
  CHECK(session.live_handles() == 1);
  const Json& handle = made["tokenizer"];
  for (const Json& expected : golden("tokenizer/cases.json")) {
    if (!expected.contains("text")) continue;
    const std::string text = expected["text"];
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
    const Json ids = session.call("encodeBytes", {{"tokenizer", handle}, {"text", text}});
    REQUIRE(numbers(ids) == expected["ids"].get<std::vector<double>>());
    REQUIRE(session.call("encodeBytes", {{"tokenizer", handle}, {"text", bytes_json({bytes, text.size()})}}) == ids);
    const Json back = session.call("decodeBytes", {{"tokenizer", handle}, {"ids", ids}});
    REQUIRE(std::string(back.get_binary().begin(), back.get_binary().end()) == text);
  }
  CHECK(refusal_of(session, "decodeBytes", {{"tokenizer", handle}, {"ids", {1e6}}}) == "out_of_range out_of_range");
  CHECK(refusal_of(session, "encodeBytes", {{"tokenizer", handle}, {"text", 5.0}}) == "invalid_argument wrong_type");
  CHECK(refusal_of(session, "nextSlice", {{"checkpoint", handle}}) == "disposed file_ended");
  session.call("endHeld", {{"held", handle}});
  session.call("endHeld", {{"held", handle}});
  CHECK(session.live_handles() == 0);
  CHECK(refusal_of(session, "encodeBytes", {{"tokenizer", handle}, {"text", "a"}}) == "disposed tokenizer_disposed");
  const auto begin = [&](const Json& given) { return refusal_of(session, "beginTokenizer", {{"options", given}}); };
  CHECK(begin({{"vocab", "{"}, {"merges", ""}}) == "malformed_file not_json");
  CHECK(begin({{"vocab", "{}"}}) == "invalid_argument missing");
  CHECK(begin({{"tokenizerJson", "{}"}}) == "invalid_argument wrong_type");
  CHECK(begin({{"tokenizerBin", "x"}}) == "invalid_argument wrong_type");
  CHECK(begin({{"tokenizerBin", bytes_json({})}}) == "malformed_file tokenizer_bin");
}

TEST_CASE("session: a model arrives in slices and is an ordinary one then; given up on its way, nothing is left") {
  Session session;
  const auto file = read_bytes(golden_path("gpt2-tiny/model.f16.safetensors"));
  const Json config = golden("gpt2-tiny/config.json");
  const Json files{{{"name", "model.safetensors"}, {"size", double(file.size())}}};
  const auto take = [&](const Json& checkpoint, std::size_t less) {
    const Json slice = session.call("nextSlice", {{"checkpoint", checkpoint}});
    if (slice.contains("model")) return slice;
    const auto from = std::size_t(slice["begin"].get<double>()), size = std::size_t(slice["size"].get<double>());
    const auto piece = std::span(file).subspan(from, size - less);
    session.call("takeSlice", {{"checkpoint", checkpoint}, {"bytes", bytes_json(piece)}});
    return slice;
  };
  const Json arriving = session.call("beginCheckpoint", {{"config", config}, {"files", files}});
  Json last;
  while (!last.contains("model")) last = take(arriving, 0);
  CHECK(session.live_handles() == 1);
  const Json tokens = golden("gpt2-tiny/golden.json")["input_ids"][0];
  CHECK(session.call("run", {{"model", last["model"]}, {"tokens", tokens}}).contains("logits"));
  CHECK(refusal_of(session, "nextSlice", {{"checkpoint", arriving}}) == "disposed file_ended");
  session.call("disposeModel", {{"model", last["model"]}});

  const Json broken = session.call("beginCheckpoint", {{"config", config}, {"files", files}});
  CHECK_THROWS_AS(take(broken, 1), Error);
  session.call("endHeld", {{"held", broken}});
  CHECK(session.live_handles() == 0);
  const auto begin = [&](const Json& given, const Json& options) {
    return refusal_of(session, "beginCheckpoint", {{"config", config}, {"files", given}, {"options", options}});
  };
  CHECK(begin(5.0, nullptr) == "invalid_argument wrong_type");
  CHECK(begin(Json::array({{{"name", "a"}}}), nullptr) == "invalid_argument missing");
  CHECK(begin(files, {{"index", {{"weight_map", {{"a", "other"}}}}}}) == "malformed_file missing_shard");
  CHECK(session.live_handles() == 0);
}

TEST_CASE("session: a file's format is recognised where it is left out, by how the file begins") {
  Session session;
  Json config = golden("gpt2-tiny/config.json");
  /// What is said of such a file, before anything is read past its start.
  const auto load = [&](const std::vector<std::int32_t>& numbers, const Json& options, double more = 1e9) {
    const Json start = int32_file(numbers);
    const Json files{{{"name", "m"}, {"size", double(4 * numbers.size()) + more}}};
    Json arguments{{"files", files}, {"start", start}, {"options", options}};
    if (!config.is_null()) arguments["config"] = config;
    try {
      const Json checkpoint = session.call("beginCheckpoint", arguments);
      session.call("takeSlice", {{"checkpoint", checkpoint}, {"bytes", start}});
    } catch (const Error& error) {
      return std::string(to_string(error.code())) + " " + error.key();
    }
    return std::string();
  };
  const std::vector<std::int32_t> start(16, 0x20202020);  // as much as is asked for of any file
  const auto begun = [&](std::vector<std::int32_t> numbers) {
    numbers.insert(numbers.end(), start.begin() + std::ptrdiff_t(numbers.size()), start.end());
    return numbers;
  };
  const auto llama2c = begun({64, 172, 5, 8, 4, 512, 512, 0}), neither = begun({64, 172, 5, 8, 3, 512, 512, 0});
  const std::vector<std::int32_t> cut{64, 0, 0x7b};  // announces a safetensors header of 64 bytes
  CHECK(load(cut, nullptr, 0) == "malformed_file file_truncated");
  CHECK(load(neither, nullptr) == "malformed_file header_too_large");
  CHECK(load(llama2c, {{"format", "safetensors"}}) == "malformed_file header_too_large");
  CHECK(load(llama2c, {{"format", "gguf"}}) == "invalid_argument unknown_choice");
  CHECK(load(llama2c, nullptr) == "invalid_argument config_in_file");
  config = nullptr;
  CHECK(load(llama2c, nullptr) == "malformed_file llama2c_size");
  CHECK(load(llama2c, {{"format", "llama2.c"}}) == "malformed_file llama2c_size");
  CHECK(load(llama2c, {{"index", Json::object()}}) == "invalid_argument unknown_option");
  CHECK(load(begun({0x616b3432, 1, 64, 172, 5, 8, 4, 512}), nullptr) == "unsupported unread_format");
  CHECK(load(cut, {{"format", "llama2.c"}}, 0) == "malformed_file llama2c_size");
  CHECK(load(cut, nullptr, 0) == "invalid_argument missing");
  // Foreign files, told by what they begin with.
  config = golden("gpt2-tiny/config.json");
  CHECK(load(begun({0x04034b50}), nullptr) == "malformed_file file_is_pytorch");
  CHECK(load(begun({0x46554747, 3}), nullptr) == "malformed_file file_is_gguf");
}

TEST_CASE("session: rows of a parameter are those of the whole, in the order asked for") {
  Session session;
  const Json config = golden("gpt2-tiny/config.json");
  const Json model = session.call("createModel", {{"config", config}});
  const auto read = [&](const char* name, const Json& options) {
    return session.call("readParameter", {{"model", model}, {"name", name}, {"options", options}});
  };
  const auto rows_of = [&](const char* name, const std::vector<double>& rows) { return read(name, {{"rows", rows}}); };
  const Json whole = read("wte.weight", nullptr);
  CHECK(whole["shape"] == Json({97, 48}));
  const auto all = numbers(whole);
  const Json some = rows_of("wte.weight", {96, 0, 96});
  CHECK(some["shape"] == Json({3, 48}));
  const auto got = numbers(some);
  REQUIRE(got.size() == 3 * 48);
  for (std::size_t i = 0; i < 48; ++i) {
    CHECK(got[i] == all[96 * 48 + i]);
    CHECK(got[48 + i] == all[i]);
    CHECK(got[96 + i] == all[96 * 48 + i]);
  }
  CHECK(rows_of("wte.weight", {})["shape"] == Json({0, 48}));
  CHECK(rows_of("ln_f.weight", {0})["shape"] == Json({1, 48}));
  CHECK(numbers(rows_of("ln_f.weight", {0})) == numbers(read("ln_f.weight", nullptr)));
  const auto refused = [&](const char* name, const Json& options) {
    return refusal_of(session, "readParameter", {{"model", model}, {"name", name}, {"options", options}});
  };
  CHECK(refused("wte.weight", {{"rows", {97}}}) == "out_of_range out_of_range");
  CHECK(refused("wte.weight", {{"rows", {-1}}}) == "out_of_range out_of_range");
  CHECK(refused("wte.weight", {{"rows", {0.5}}}) == "invalid_argument not_whole");
  CHECK(refused("ln_f.weight", {{"rows", {1}}}) == "out_of_range out_of_range");
  CHECK(refused("wte.weight", {{"rows", 3}}) == "invalid_argument wrong_type");
  CHECK(refused("wte.weight", {{"row", {3}}}) == "invalid_argument unknown_option");
  CHECK(refused("wte.weight", 3) == "invalid_argument wrong_type");
}

}  // namespace whereabouts
