// Checkpoints that come in slices, from one file or several: the same model as from the whole file, and faults named.
#include "formats/checkpoint_stream.hpp"
#include "formats/config_json.hpp"
#include "formats/precision.hpp"
#include "formats_support.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

struct Shard {
  std::string name;
  Bytes bytes;
};
using Shards = std::vector<Shard>;

Bytes tiny_file() { return file("gpt2-tiny/model.noprefix-with-buffers.safetensors"); }

/// Hands a stream what it asks for; `given` may say that a file is longer than it is.
template <class Real>
std::size_t pour(Transformer<Real>& model, const Shards& shards, const std::optional<CheckpointIndex>& index = {},
                 std::size_t slice_size = 1000, std::size_t more = 0) {
  std::vector<CheckpointFile> files;
  for (const auto& shard : shards) files.push_back({shard.name, shard.bytes.size() + more});
  CheckpointStream<Real> stream(model.parameters(), files, index, slice_size);
  std::size_t read = 0;
  while (const auto slice = stream.next()) {
    const Bytes& bytes = shards[slice->file].bytes;
    const std::size_t from = std::min(std::size_t(slice->begin), bytes.size());
    const auto piece = std::span(bytes).subspan(from, std::min(slice->size, bytes.size() - from));
    stream.take(piece);
    read += piece.size();
  }
  CHECK(stream.done() == stream.total());
  return read;
}

template <class Real>
std::vector<Real> poured_logits(const Shards& shards, const std::optional<CheckpointIndex>& index = {},
                                std::size_t slice_size = 1000) {
  Transformer<Real> model(read_config_json(tiny_config()), Contents::nothing);
  pour(model, shards, index, slice_size);
  return run(model, tiny_tokens(0)).logits;
}

template <class Real>
std::vector<Real> whole_logits(const Bytes& bytes) {
  Transformer<Real> model(read_config_json(tiny_config()), Contents::nothing);
  load_checkpoint(Safetensors(bytes), model.parameters());
  return run(model, tiny_tokens(0)).logits;
}

/// The file in three, tensors dealt out in turn, and the index that says so.
std::pair<Shards, Json> dealt(const Bytes& bytes) {
  const Safetensors reader(bytes);
  std::vector<std::vector<TensorView>> hands(3);
  Json index{{"metadata", {{"total_size", bytes.size()}}}};
  Shards shards;
  for (std::size_t i = 0; i < 3; ++i)
    shards.push_back({"model-0000" + std::to_string(i + 1) + "-of-00003.safetensors", {}});
  for (std::size_t i = 0; i < reader.tensors().size(); ++i) {
    hands[i % 3].push_back(reader.tensors()[i]);
    index["weight_map"][reader.tensors()[i].name] = shards[i % 3].name;
  }
  for (std::size_t i = 0; i < 3; ++i) shards[i].bytes = write_safetensors(hands[i]);
  return {shards, index};
}

/// What pouring these is refused with: the key, the tensor, the file.
std::string stream_refusal(const Shards& shards, const Json& index = nullptr, std::size_t more = 0) {
  Transformer<float> model(read_config_json(tiny_config()), Contents::nothing);
  try {
    std::optional<CheckpointIndex> read;
    if (!index.is_null()) read = read_checkpoint_index(index);
    pour(model, shards, read, 1000, more);
  } catch (const Error& error) {
    std::string text = error.key();
    for (const char* wanted : {"tensor", "file"})
      for (const auto& [name, value] : error.fields())
        if (name == wanted) text += " " + std::get<std::string>(value);
    return text;
  }
  return "";
}

Bytes with_tensors(auto change) {
  const Bytes bytes = tiny_file();
  const Safetensors reader(bytes);
  std::vector<TensorView> tensors = reader.tensors();
  change(tensors);
  return write_safetensors(tensors);
}

TensorView& tensor_named(std::vector<TensorView>& tensors, const std::string& name) {
  return *std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == name; });
}

}  // namespace

TEMPLATE_TEST_CASE("stream: slices of any size give the bits of the whole file, in every precision", "[formats]", float,
                   double) {
  for (const char* name : {"gpt2-tiny/model.noprefix-with-buffers.safetensors", "gpt2-tiny/model.f16.safetensors"}) {
    const Bytes bytes = file(name);
    const auto expected = whole_logits<TestType>(bytes);
    for (const std::size_t slice : {8, 37, 1000, 100000, 1 << 22}) {
      INFO(name << " " << slice);
      if (slice == 8 && sizeof(TestType) == 8) continue;  // once is enough
      CHECK(poured_logits<TestType>({{"model.safetensors", bytes}}, {}, slice) == expected);
    }
  }
  // Bad twin: one bit of one weight.
  Bytes bytes = tiny_file();
  const Safetensors reader(bytes);
  const auto place = std::size_t(reader.find("h.1.mlp.c_fc.weight")->bytes.data() - bytes.data());
  const auto expected = whole_logits<TestType>(bytes);
  bytes[place + 2] ^= std::byte(0x40);
  CHECK(poured_logits<TestType>({{"model.safetensors", bytes}}) != expected);
}

TEST_CASE("stream: bfloat16 stays, float64 becomes full precision", "[formats]") {
  const Bytes plain = tiny_file();
  const auto wte = values<float>(*Safetensors(plain).find("wte.weight"));
  std::vector<BFloat16> brain(wte.size());
  std::transform(wte.begin(), wte.end(), brain.begin(), to_bfloat16);
  const std::vector<double> wide(wte.begin(), wte.end());
  const auto with = [&](ElementType type, std::span<const std::byte> bytes) {
    return with_tensors([&](auto& tensors) {
      tensor_named(tensors, "wte.weight").type = type;
      tensor_named(tensors, "wte.weight").bytes = bytes;
    });
  };
  const Bytes as_wide = with(ElementType::F64, std::as_bytes(std::span(wide)));
  const Bytes as_brain = with(ElementType::BF16, std::as_bytes(std::span(brain)));
  CHECK(poured_logits<float>({{"a", as_wide}}, {}, 37) == whole_logits<float>(plain));
  CHECK(poured_logits<float>({{"a", as_brain}}, {}, 37) == whole_logits<float>(as_brain));
  Transformer<float> model(read_config_json(tiny_config()), Contents::nothing);
  pour(model, {{"a", as_brain}});
  CHECK(model.parameters()[model.parameters().layout().wte].storage == Storage::bfloat16);
}

TEST_CASE("stream: a sharded checkpoint, its files given in any order, among others", "[formats]") {
  const auto expected = whole_logits<float>(tiny_file());
  auto [shards, index] = dealt(tiny_file());
  std::rotate(shards.begin(), shards.begin() + 1, shards.end());
  CHECK(poured_logits<float>(shards, read_checkpoint_index(index)) == expected);
  CHECK(poured_logits<float>(shards) == expected);  // whatever stands in them
  shards.push_back({"another.safetensors", file("safetensors-cases/bad_empty_file.safetensors")});
  CHECK(poured_logits<float>(shards, read_checkpoint_index(index)) == expected);
  CHECK(stream_refusal(shards) == "file_is_empty another.safetensors");
}

TEST_CASE("stream: only what the model needs is read", "[formats]") {
  const Bytes bytes = tiny_file();
  const std::size_t buffers = 2 * 64 * 64 * 4;  // masks of two layers
  Transformer<float> learned(read_config_json(tiny_config()), Contents::nothing);
  const std::size_t read = pour(learned, {{"a", bytes}});
  CHECK(read <= bytes.size() - buffers + safetensors_start_bytes);
  Transformer<float> alibi(read_config_json(tiny_config({{"kind", "alibi"}})), Contents::nothing);
  CHECK(pour(alibi, {{"a", bytes}}) == read - 64 * 48 * 4);
}

TEST_CASE("stream: files that end early or lie about sizes are named", "[formats]") {
  const Bytes bytes = tiny_file();
  const auto cut = [&](std::size_t size) {
    return Shards{{"m", Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(size))}};
  };
  CHECK(stream_refusal(cut(0)) == "file_is_empty m");
  for (const std::size_t size :
       {std::size_t(5), std::size_t(60), std::size_t(500), bytes.size() / 2, bytes.size() - 1}) {
    INFO(size);
    CHECK(stream_refusal(cut(size)) == "file_truncated m");
  }
  // The file ends although its size was given as larger: the header's tensors then end before the file does, or the
  // bytes run out.
  CHECK(stream_refusal({{"m", bytes}}, nullptr, 8) == "trailing_bytes m");
  Shards short_one = cut(bytes.size() - 8);
  CHECK(stream_refusal(short_one, nullptr, 8) == "file_truncated m");
  Bytes longer = bytes;
  longer.resize(longer.size() + 8);
  CHECK(stream_refusal({{"m", longer}}) == "trailing_bytes m");
  Bytes lying = bytes;
  lying[0] ^= std::byte(0x80);  // another length of the header
  CHECK(!stream_refusal({{"m", lying}}).empty());
  CHECK(stream_refusal({{"m", file("safetensors-cases/git_lfs_pointer.safetensors")}}) == "file_is_git_lfs_pointer m");
  CHECK(stream_refusal({{"m", file("safetensors-cases/bad_offsets_hole.safetensors")}}) == "tensor_offsets b m");
  CHECK(stream_refusal({}) == "empty");
}

TEST_CASE("stream: faults of tensors are named, with their file", "[formats]") {
  const std::vector<float> numbers(97 * 48, 1);
  const auto changed = [&](const char* name, std::size_t at, float value) {
    std::vector<float> other = numbers;
    other[at] = value;
    return with_tensors([&](auto& tensors) { tensor_named(tensors, name).bytes = std::as_bytes(std::span(other)); });
  };
  CHECK(stream_refusal({{"m", changed("wte.weight", 4000, not_a_number)}}) == "tensor_not_finite wte.weight m");
  Transformer<float> model(read_config_json(tiny_config()), Contents::nothing);
  try {
    pour(model, {{"m", changed("wte.weight", 4000, float(infinity))}});
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(std::string(error.what()).find("index = 4000") != std::string::npos);
  }
  CHECK(stream_refusal({{"m", with_tensors([](auto& t) {
                           std::erase_if(t, [](const auto& x) { return x.name == "ln_f.bias"; });
                         })}}) == "missing_tensor ln_f.bias m");
  CHECK(stream_refusal({{"m", with_tensors([](auto& t) { tensor_named(t, "wte.weight").type = ElementType::I32; })}}) ==
        "unsupported_dtype wte.weight m");
  CHECK(stream_refusal({{"m", tiny_file()}, {"n", tiny_file()}}).starts_with("duplicate_tensor "));
}

TEST_CASE("index: what is wrong with it is named", "[formats]") {
  const auto [shards, index] = dealt(tiny_file());
  Shards two(shards.begin(), shards.begin() + 2);
  CHECK(stream_refusal(two, index) == "missing_shard model-00003-of-00003.safetensors");
  Json other = index;
  const std::string first = Safetensors(shards[0].bytes).tensors()[0].name;
  other["weight_map"][first] = shards[1].name;
  CHECK(stream_refusal(shards, other) == "shard_without_tensor " + first + " " + shards[1].name);
  other = index;
  other["weight_map"]["not.there"] = shards[2].name;
  CHECK(stream_refusal(shards, other) == "shard_without_tensor not.there " + shards[2].name);
  const auto read = [](const Json& json) { return error_key([&] { read_checkpoint_index(json); }); };
  CHECK(read(Json::array()) == "index_field");
  CHECK(read(Json::object()) == "index_field");
  CHECK(read({{"weight_map", Json::object()}}) == "index_field");
  CHECK(read({{"weight_map", {{"a", 1}}}}) == "index_field");
  for (const char* name : {"", "../model.safetensors", "a/b", "a\\b", ".."})
    CHECK(read({{"weight_map", {{"a", name}}}}) == "index_file_name");
  CHECK(read({{"weight_map", {{"a", "b"}}}}).empty());
}

namespace {

/// The header of a file that holds a GPT-2 of so many bytes in float32, up to the layer that goes beyond them.
struct Large {
  Config config;
  Bytes header;
  std::uint64_t size = 0;  // of the file
};

Large large(double bytes, const char* type, std::uint64_t element) {
  const double layer = 12.0 * 4096 * 4096 * 4;  // but for some vectors
  Large made{Config::from_json({{"model_type", "gpt2"},
                                {"n_layer", std::ceil(bytes / layer)},
                                {"n_head", 1},
                                {"n_embd", 4096},
                                {"n_positions", 1},
                                {"vocab_size", 1}}),
             Bytes(8)};
  const Transformer<float> model(made.config, Contents::nothing);
  Json header;
  for (const auto& parameter : model.parameters()) {
    const std::uint64_t end = made.size + element * std::uint64_t(parameter.size());
    header[parameter.name] = {{"dtype", type}, {"shape", parameter.shape}, {"data_offsets", {made.size, end}}};
    made.size = end;
  }
  const std::string text = header.dump();
  for (std::size_t i = 0; i < 8; ++i) made.header[i] = std::byte(std::uint64_t(text.size()) >> (8 * i));
  for (const char c : text) made.header.push_back(std::byte(c));
  made.size += made.header.size();
  return made;
}

/// What the stream says when it has read the header: the refusal's fields, none where it goes on.
Error::Fields refused_by_header(const Large& file) {
  Transformer<float> model(file.config, Contents::nothing);
  CheckpointStream<float> stream(model.parameters(), {{"m", file.size}}, {});
  stream.take(std::span(file.header).first(safetensors_start_bytes));
  try {
    stream.take(std::span(file.header).first(stream.next()->size));
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::out_of_memory);
    CHECK(error.key() == "weights_too_large");
    return error.fields();
  }
  CHECK(stream.done() == 0);
  CHECK(stream.total() > 0);
  return {};
}

}  // namespace

TEST_CASE("stream: more than can be held is refused before a byte of it is read, with the largest that can",
          "[formats]") {
  const Error::Fields fields = refused_by_header(large(1.2 * largest_weights, "F32", 4));
  REQUIRE(fields.size() == 3);
  CHECK(fields[0].first == "bytes");
  CHECK(std::get<double>(fields[0].second) > 1.2 * largest_weights);
  CHECK(fields[1] == std::pair<std::string, Error::Value>("maximum", largest_weights));
  CHECK(fields[2] == std::pair<std::string, Error::Value>("file", "m"));
  // It goes by what is held: float16 stays so, float64 becomes float32.
  CHECK(refused_by_header(large(0.7 * largest_weights, "F32", 4)).empty());
  CHECK(refused_by_header(large(1.2 * largest_weights, "F16", 2)).empty());
  CHECK(refused_by_header(large(0.7 * largest_weights, "F64", 8)).empty());
  CHECK(refused_by_header(large(1.2 * largest_weights, "F64", 8)) == fields);
}
