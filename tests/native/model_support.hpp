// What the model tests share: the tiny GPT-2 of tests/golden, small random models, and reading golden tensors without
// the product's own reader.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "golden.hpp"
#include "model/batch.hpp"
#include "model/run.hpp"
#include "random.hpp"

namespace whereabouts::test {

/// How far two ways of the same computation may differ: double, logits of about 10.
inline constexpr double exact = 1e-11;

struct Tensor {
  std::vector<std::size_t> shape;
  Vector values;

  std::size_t size() const { return values.size(); }
  /// The `index`-th of its outermost slices.
  Vector slice(std::size_t index) const {
    const std::size_t count = size() / shape[0];
    return {values.begin() + std::ptrdiff_t(index * count), values.begin() + std::ptrdiff_t((index + 1) * count)};
  }
};

/// float16 by its definition: sign, 5 bits of exponent, 10 of mantissa.
inline double half_value(std::uint16_t bits) {
  const int exponent = (bits >> 10) & 31, mantissa = bits & 1023;
  const double magnitude = exponent ? std::ldexp(1024 + mantissa, exponent - 25) : std::ldexp(mantissa, -24);
  return bits & 0x8000 ? -magnitude : magnitude;
}

/// Every tensor of a safetensors file.
inline std::map<std::string, Tensor> golden_tensors(const std::string& name) {
  const auto bytes = read_bytes(golden_path(name));
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), sizeof length);
  const Json header = Json::parse(bytes.begin() + 8, bytes.begin() + 8 + std::ptrdiff_t(length));
  std::map<std::string, Tensor> tensors;
  for (const auto& [key, entry] : header.items()) {
    if (key == "__metadata__") continue;
    const std::string type = entry["dtype"];
    const std::uint8_t* at = bytes.data() + 8 + length + entry["data_offsets"][0].get<std::size_t>();
    Tensor tensor{entry["shape"].get<std::vector<std::size_t>>(), {}};
    std::size_t count = 1;
    for (const std::size_t extent : tensor.shape) count *= extent;
    const auto read = [&]<class T>(T, auto convert) {
      for (std::size_t i = 0; i < count; ++i) {
        T value;
        std::memcpy(&value, at + i * sizeof(T), sizeof(T));
        tensor.values.push_back(convert(value));
      }
    };
    const auto plain = [](auto value) { return double(value); };
    if (type == "F64")
      read(double(), plain);
    else if (type == "F32")
      read(float(), plain);
    else if (type == "I64")
      read(std::int64_t(), plain);
    else if (type == "F16")
      read(std::uint16_t(), half_value);
    else
      FAIL("unexpected dtype " << type);
    tensors[key] = std::move(tensor);
  }
  return tensors;
}

inline Json tiny_config(const Json& position = {{"kind", "learned"}}) {
  Json config = golden("gpt2-tiny/config.json");
  config["position"] = position;
  return config;
}

/// Sets every parameter that the model has from `tensors`; those it has not (buffers, the table of another encoding)
/// stay out.
template <class Real>
void fill(Transformer<Real>& model, const std::map<std::string, Tensor>& tensors) {
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    const std::string name = model.parameters()[i].name;
    const auto plain = tensors.find(name), prefixed = tensors.find("transformer." + name);
    INFO(name);
    REQUIRE((plain != tensors.end() || prefixed != tensors.end()));
    const Tensor& tensor = plain != tensors.end() ? plain->second : prefixed->second;
    REQUIRE(tensor.shape == model.parameters()[i].shape);
    model.parameters().write(name, std::span<const double>(tensor.values));
  }
}

inline const std::map<std::string, Tensor>& tiny_weights() {
  static const auto tensors = golden_tensors("gpt2-tiny/model.noprefix-with-buffers.safetensors");
  return tensors;
}

/// Row `row` of golden.json's input_ids.
inline std::vector<std::int32_t> tiny_tokens(std::size_t row) {
  static const Json json = golden("gpt2-tiny/golden.json");
  return json["input_ids"][row].get<std::vector<std::int32_t>>();
}

/// The next token at each row, -1 at the last.
inline std::vector<std::int32_t> next_tokens(const std::vector<std::int32_t>& tokens) {
  std::vector<std::int32_t> targets(tokens.begin() + 1, tokens.end());
  targets.push_back(-1);
  return targets;
}

/// Both rows of golden.json as one batch.
inline Batch golden_batch() {
  Batch batch{2, tiny_tokens(0).size(), {}, {}};
  for (std::size_t row = 0; row < 2; ++row) {
    const auto tokens = tiny_tokens(row), targets = next_tokens(tokens);
    batch.tokens.insert(batch.tokens.end(), tokens.begin(), tokens.end());
    batch.targets.insert(batch.targets.end(), targets.begin(), targets.end());
  }
  return batch;
}

inline Capture everything() { return {true, true, true, true, true, true}; }

template <class Real>
RunResult<Real> run(Transformer<Real>& model, const std::vector<std::int32_t>& tokens, const RunOptions& options = {}) {
  RunResult<Real> result;
  whereabouts::run<Real>(model, tokens, options, result);
  return result;
}

/// A small config with all that is not said left at its default.
inline Config small_config(const Json& position, Json changes = {}) {
  Json json{{"model_type", "gpt2"}, {"n_layer", 2},     {"n_head", 2},         {"n_embd", 16},
            {"n_positions", 48},    {"vocab_size", 23}, {"position", position}};
  if (!changes.is_null()) json.update(changes);
  return Config::from_json(json);
}

/// Weights large enough that attention is far from uniform and every fault shows; biases, norms and tables too.
template <class Real>
void roughen(Transformer<Real>& model, std::uint64_t seed) {
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    Random random(seed + 1000 * i);
    auto& parameter = model.parameters()[i];
    const double offset = parameter.role == Role::norm_weight ? 1 : 0;
    for (Real& value : parameter.values()) value = Real(float(offset + 0.4 * random.normal()));
    model.parameters().touch(i);
  }
}

inline std::vector<std::int32_t> random_tokens(std::size_t count, std::size_t vocab_size, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::int32_t> tokens(count);
  for (auto& token : tokens) token = std::int32_t(random.below(vocab_size));
  return tokens;
}

/// Random tokens and targets; about one target in four takes no loss.
inline Batch random_batch(std::size_t size, std::size_t length, std::size_t vocab_size, std::uint64_t seed) {
  Batch batch{size, length, random_tokens(size * length, vocab_size, seed), {}};
  batch.targets = random_tokens(size * length, vocab_size, seed + 1);
  Random random(seed + 2);
  for (auto& target : batch.targets)
    if (random.below(4) == 0) target = -1;
  return batch;
}

}  // namespace whereabouts::test
