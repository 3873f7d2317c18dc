#include "formats/safetensors.hpp"

#include <cstring>

#include "formats/file_kind.hpp"
#include "formats_support.hpp"
#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

// A file of this header and data.
Bytes made(const std::string& header, std::size_t data_bytes) {
  Bytes result(8 + header.size() + data_bytes);
  for (std::size_t i = 0; i < 8; ++i) result[i] = std::byte(std::uint64_t(header.size()) >> (8 * i));
  std::memcpy(result.data() + 8, header.data(), header.size());
  return result;
}

Bytes text(const std::string& content) {
  Bytes result(content.size());
  std::memcpy(result.data(), content.data(), content.size());
  return result;
}

std::string header_refusal(const Bytes& bytes) {
  try {
    Safetensors reader(bytes);
  } catch (const Error& error) {
    return error.code() == ErrorCode::malformed_file ? error.key() : "another code";
  }
  return "";
}

TensorView view_of(std::string name, std::vector<std::size_t> shape, const std::vector<float>& data) {
  return {std::move(name), ElementType::F32, std::move(shape), std::as_bytes(std::span(data))};
}

}  // namespace

TEST_CASE("pitfall 37: the official reader's verdict on every file of golden/safetensors-cases") {
  const Json cases = golden("safetensors-cases/verdicts.json")["cases"];
  REQUIRE(cases.size() == 19);
  const std::map<std::string, std::string> keys{{"bad_empty_file", "file_is_empty"},
                                                {"bad_header_len_past_end", "file_truncated"},
                                                {"bad_header_len_over_100MB", "header_too_large"},
                                                {"bad_header_not_utf8", "header_not_json"},
                                                {"bad_header_is_array", "header_not_object"},
                                                {"bad_trailing_bytes", "trailing_bytes"},
                                                {"bad_offsets_reversed", "tensor_offsets"},
                                                {"bad_offsets_hole", "tensor_offsets"},
                                                {"bad_unknown_dtype", "unknown_dtype"},
                                                {"bad_negative_shape", "tensor_field"},
                                                {"bad_float_shape", "tensor_field"},
                                                {"git_lfs_pointer", "file_is_git_lfs_pointer"}};
  for (const Json& c : cases) {
    const std::string name = c["name"];
    INFO(name);
    const Bytes bytes = file("safetensors-cases/" + name + ".safetensors");
    REQUIRE(bytes.size() == c["bytes"]);
    if (!c["accepted"].get<bool>()) {
      CHECK(header_refusal(bytes) == keys.at(name));
      continue;
    }
    REQUIRE(header_refusal(bytes).empty());
    const Safetensors reader(bytes);
    Json found = Json::object();
    for (const auto& tensor : reader.tensors()) found[tensor.name] = tensor.shape;
    CHECK(found == c["keys"]);
  }
}

TEST_CASE("pitfall 37: another kind of file is called what it is") {
  REQUIRE(header_refusal(text("<!DOCTYPE html>\n<html><head>")) == "file_is_html");
  REQUIRE(header_refusal(text("\n  <HTML lang=\"en\"><body>404")) == "file_is_html");
  REQUIRE(header_refusal(text("{\"error\": \"not found\"}")) == "file_is_json");
  REQUIRE(header_refusal(text(std::string("PK\x03\x04\0\0\x08\x08", 8) + "archive/data.pkl")) == "file_is_pytorch");
  REQUIRE(header_refusal(text(std::string("\x80\x02\x8a\x0al\xfc\x9c\x46\xf9 j\xa8P\x19.", 15))) == "file_is_pytorch");
  REQUIRE(header_refusal(text(std::string("GGUF\x03\0\0\0\x01", 9))) == "file_is_gguf");
  // A header of 640 bytes begins with the same two bytes as a pickle, and is none.
  const std::string entry = R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})";
  REQUIRE(header_refusal(made(entry + std::string(640 - entry.size(), ' '), 4)).empty());
}

TEST_CASE("a checkpoint of llama2.c is told by its header") {
  const auto header = [](const std::vector<std::int32_t>& sizes) {
    Bytes bytes;
    for (const std::int32_t size : sizes)
      for (int shift = 0; shift < 32; shift += 8) bytes.push_back(std::byte(std::uint32_t(size) >> shift));
    return bytes;
  };
  CHECK(is_llama2c(header({64, 172, 5, 8, 4, 512, 512})));              // stories260K.bin
  CHECK(is_llama2c(header({4096, 11008, 32, 32, 32, -32000, 2048})));   // its head is not tied
  CHECK(is_llama2c(header({0x616b3432, 2, 64, 172, 5, 8, 4})));         // "ak42", version 2
  CHECK_FALSE(is_llama2c(header({64, 172, 5, 8, 4, 512})));             // cut off
  CHECK_FALSE(is_llama2c(header({64, 172, 5, 7, 7, 512, 512})));        // heads that do not divide dim
  CHECK_FALSE(is_llama2c(header({64, 172, 5, 8, 3, 512, 512})));        // nor key heads the heads
  CHECK_FALSE(is_llama2c(header({64, 172, 0, 8, 4, 512, 512})));        // no layers
  CHECK_FALSE(is_llama2c(header({-64, 172, 5, 8, 4, 512, 512})));
  CHECK_FALSE(is_llama2c(header({64, 172, 5, 8, 4, 512, 1 << 24})));
  for (const char* other : {"version https://git-lfs.github.com/spec/v1", "<!DOCTYPE html><html><head></head></html>",
                            "GGUF and then whatever else there may be", "{\"error\": \"there is no such file\"}      "})
    CHECK_FALSE(is_llama2c(text(other)));
  for (const char* name : {"ok_minimal", "ok_reverse_order", "ok_padded_header_spaces", "ok_empty_object"})
    CHECK_FALSE(is_llama2c(file("safetensors-cases/" + std::string(name) + ".safetensors")));
}

TEST_CASE("pitfall 37: truncated at any length, never read past the end") {
  const Bytes whole = file("safetensors-cases/ok_reverse_order.safetensors");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    INFO(length);
    const Bytes part(whole.begin(), whole.begin() + std::ptrdiff_t(length));
    CHECK(header_refusal(part) == (length == 0 ? "file_is_empty" : "file_truncated"));
  }
}

TEST_CASE("safetensors: a header nested too deep is refused before anything recurses into it") {
  const auto nested = [](std::size_t levels) {
    return header_refusal(made("{\"a\":{\"dtype\":" + std::string(levels, '[') + std::string(levels, ']') + "}}", 0));
  };
  REQUIRE(nested(200'000) == "too_deep");
  REQUIRE(nested(31) == "too_deep");
  REQUIRE(nested(30) == "tensor_field");
  const std::string brackets(40, '[');
  REQUIRE(header_refusal(made(R"({"\\\"{)" + brackets + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", 4)).empty());
}

TEST_CASE("safetensors: every malformed header is named") {
  const auto one = [](const std::string& info, std::size_t bytes = 4) { return header_refusal(made("{\"a\":" + info + "}", bytes)); };
  REQUIRE(one(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4]})").empty());
  REQUIRE(one(R"({"dtype":"F32","shape":[],"data_offsets":[0,4]})").empty());
  REQUIRE(one(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4],"more":1})").empty());
  REQUIRE(one("3") == "tensor_field");
  REQUIRE(one(R"({"shape":[1],"data_offsets":[0,4]})") == "tensor_field");
  REQUIRE(one(R"({"dtype":3,"shape":[1],"data_offsets":[0,4]})") == "tensor_field");
  REQUIRE(one(R"({"dtype":"F32","shape":1,"data_offsets":[0,4]})") == "tensor_field");
  REQUIRE(one(R"({"dtype":"F32","shape":["1"],"data_offsets":[0,4]})") == "tensor_field");
  REQUIRE(one(R"({"dtype":"F32","shape":[1],"data_offsets":[0,4,8]})") == "tensor_field");
  REQUIRE(one(R"({"dtype":"F32","shape":[1],"data_offsets":[0]})") == "tensor_field");
  REQUIRE(one(R"({"dtype":"F32","shape":[2],"data_offsets":[0,4]})") == "tensor_bytes");
  REQUIRE(one(R"({"dtype":"F16","shape":[1],"data_offsets":[0,4]})") == "tensor_bytes");
  REQUIRE(one(R"({"dtype":"F32","shape":[4294967296,4294967296,4294967296],"data_offsets":[0,4]})") ==
          (sizeof(std::size_t) == 8 ? "tensor_bytes" : "tensor_field"));
  REQUIRE(one(R"({"dtype":"F32","shape":[65536,65536,65536,65536],"data_offsets":[0,0]})", 0) == "tensor_bytes");
  REQUIRE(one(R"({"dtype":"F32","shape":[1],"data_offsets":[4,8]})", 8) == "tensor_offsets");
  const std::string overlap = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}})";
  REQUIRE(header_refusal(made(overlap, 8)) == "tensor_offsets");
  REQUIRE(header_refusal(made("", 0)) == "header_not_json");
  REQUIRE(header_refusal(made("   ", 0)) == "header_not_json");
  REQUIRE(header_refusal(made("{", 0)) == "header_not_json");
  REQUIRE(header_refusal(made("{} {}", 0)) == "header_not_json");
  REQUIRE(header_refusal(made(std::string("{}\0\0", 4), 0)) == "header_not_json");
  REQUIRE(header_refusal(made("\xef\xbb\xbf{}", 0)) == "header_not_json");
  REQUIRE(header_refusal(made("\"text\"", 0)) == "header_not_object");
  REQUIRE(header_refusal(made(R"({"__metadata__":{"format":3}})", 0)) == "tensor_field");
  REQUIRE(header_refusal(made(R"({"__metadata__":[]})", 0)) == "tensor_field");
  // Deep nesting must not exhaust the stack.
  REQUIRE(header_refusal(made("{\"a\":" + std::string(1'000'000, '['), 0)) == "header_not_json");
}

TEST_CASE("safetensors: every element type is read to its exact value") {
  const std::vector<std::pair<std::string, std::vector<std::uint8_t>>> cases{
      {"BOOL", {1, 0}}, {"U8", {200, 0}}, {"I8", {0xc8, 0}}, {"I16", {0x18, 0xfc, 0, 0}}, {"U16", {0x18, 0xfc, 0, 0}},
      {"F16", {0, 0xbc, 0, 0}}, {"BF16", {0x80, 0xbf, 0, 0}}, {"I32", {0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}},
      {"U32", {0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0}}, {"F32", {0, 0, 0x80, 0xbf, 0, 0, 0, 0}},
      {"F64", {0, 0, 0, 0, 0, 0, 0xf0, 0xbf, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"I64", {0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0}},
      {"U64", {0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0}}};
  const Vector expected{1, 200, -56, -1000, 64536, -1, -1, -1, 4294967295.0, -1, -1, -2, 9223372036854775808.0};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [type, data] = cases[i];
    INFO(type);
    Bytes bytes = made("{\"a\":{\"dtype\":\"" + type + "\",\"shape\":[2],\"data_offsets\":[0," + std::to_string(data.size()) + "]}}",
                       data.size());
    std::memcpy(bytes.data() + bytes.size() - data.size(), data.data(), data.size());
    const Safetensors reader(bytes);
    CHECK(values<double>(reader.tensors()[0]) == Vector{expected[i], 0});
  }
  const Bytes eight = made(R"({"a":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[0,1]}})", 1);
  REQUIRE(error_key([&] { values<float>(Safetensors(eight).tensors()[0]); }) == "unsupported_dtype");
}

TEST_CASE("safetensors: the golden model reads in float32 and float16") {
  const Bytes full = file("gpt2-tiny/model.noprefix-with-buffers.safetensors"), half = file("gpt2-tiny/model.f16.safetensors");
  const Safetensors wide(full), narrow(half);
  const TensorView* wte = wide.find("wte.weight");
  REQUIRE(wte);
  REQUIRE(wte->shape == std::vector<std::size_t>{97, 48});
  const auto* other = narrow.find("transformer.wte.weight");
  REQUIRE(other);
  REQUIRE(other->type == ElementType::F16);
  const double difference = max_difference(values<float>(*wte), values<float>(*other));
  REQUIRE(difference > 0);
  REQUIRE(difference < 2e-3);  // half an ulp of numbers up to 4
  REQUIRE(wide.find("no such tensor") == nullptr);
}

TEST_CASE("safetensors: a written file is aligned, without gaps, sorted, and reads back the same") {
  const std::vector<float> a{1, 2, 3}, b{4, 5, 6, 7};
  const std::vector<std::uint16_t> h{0x3c00, 0x4000, 0x4200};
  const TensorView half{"0 before all others by name", ElementType::F16, {3}, std::as_bytes(std::span(h))};
  const Bytes bytes = write_safetensors({half, view_of("z/\"ä\n", {3}, a), view_of("b", {2, 2}, b), view_of("none", {0, 5}, {})});
  std::uint64_t header = 0;
  std::memcpy(&header, bytes.data(), 8);
  REQUIRE(header % 8 == 0);
  REQUIRE(bytes[8] == std::byte('{'));
  const Safetensors reader(bytes);
  REQUIRE(reader.metadata().at("format") == "pt");
  std::vector<std::string> names;
  for (const auto& tensor : reader.tensors()) names.push_back(tensor.name);
  // In the order of the bytes: the larger elements first, so that each begins at a multiple of its size.
  REQUIRE(names == std::vector<std::string>{"b", "none", "z/\"ä\n", "0 before all others by name"});
  REQUIRE(values<double>(*reader.find("b")) == Vector{4, 5, 6, 7});
  REQUIRE(reader.find("b")->shape == std::vector<std::size_t>{2, 2});
  REQUIRE(values<double>(*reader.find("z/\"ä\n")) == Vector{1, 2, 3});
  REQUIRE(values<double>(*reader.find(half.name)) == Vector{1, 2, 3});
  for (const auto& tensor : reader.tensors())
    REQUIRE((tensor.bytes.data() - bytes.data()) % std::ptrdiff_t(element_size(tensor.type)) == 0);
  REQUIRE(write_safetensors(reader.tensors(), reader.metadata()) == bytes);
  REQUIRE(header_refusal(write_safetensors({}, {})).empty());
  REQUIRE(error_of([&] { write_safetensors({view_of("short", {4}, a)}); }) == "wrong_length short");
}

TEST_CASE("safetensors: files of the official writer come out of ours byte for byte") {
  for (const char* name : {"gpt2-tiny/golden.learned-f16.safetensors", "gpt2-tiny/model.f16.safetensors"}) {
    const Bytes official = file(name);
    const Safetensors reader(official);
    INFO(name);
    CHECK(write_safetensors(reader.tensors(), reader.metadata()) == official);
  }
}
