// Models of tests/golden/families and how far they are from their references.
#pragma once

#include <string>
#include <vector>

#include "formats/checkpoint.hpp"
#include "formats/config_json.hpp"
#include "model_support.hpp"

namespace whereabouts::test {

template <class Real>
constexpr double state_tolerance = sizeof(Real) == sizeof(float) ? 1e-4 : 1e-10;

struct GoldenFamily {
  std::string folder, config, golden;
};

inline std::string path(const GoldenFamily& family, const std::string& name) {
  return "families/" + family.folder + "/" + name;
}

inline std::vector<std::byte> bytes_of(const std::string& name) {
  const auto bytes = read_bytes(golden_path(name));
  const auto* begin = reinterpret_cast<const std::byte*>(bytes.data());
  return {begin, begin + bytes.size()};
}

template <class Real>
struct Loaded {
  explicit Loaded(const GoldenFamily& family, Json changes = Json::object())
      : model(read(family, changes), Contents::nothing) {
    const auto file = bytes_of(path(family, "model.safetensors"));
    load_checkpoint(Safetensors(file), model.parameters());
  }
  static Config read(const GoldenFamily& family, const Json& changes) {
    Json config = golden(path(family, family.config));
    config.update(changes);
    return read_config_json(config);
  }
  Transformer<Real> model;
};

inline std::vector<std::int32_t> tokens_of(const GoldenFamily& family, std::size_t row) {
  return golden(path(family, "golden.json"))["input_ids"][row].get<std::vector<std::int32_t>>();
}

/// The largest difference in any state over both sequences.
template <class Real>
double state_difference(Transformer<Real>& model, const GoldenFamily& family) {
  const auto expected = golden_tensors(path(family, family.golden));
  double largest = 0, total = 0;
  for (std::size_t row = 0; row < 2; ++row) {
    const auto tokens = tokens_of(family, row), targets = next_tokens(tokens);
    const auto result = run(model, tokens, {.targets = targets, .capture = everything()});
    const auto compare = [&](const std::string& name, const auto& got) {
      largest = std::max(largest, max_difference(got, expected.at(name).slice(row)));
    };
    for (std::size_t i = 0; i < 3; ++i) compare("hidden_states." + std::to_string(i), result.hidden_states[i]);
    for (std::size_t i = 0; i < 2; ++i) compare("attentions." + std::to_string(i), result.attentions[i]);
    compare("layers.0.q_rot", result.queries[0]);
    compare("layers.0.k_rot", result.keys[0]);
    compare("logits", result.logits);
    total += *result.loss / 2;
  }
  return std::max(largest, std::fabs(total - expected.at("loss").values[0]));
}

/// Of row 0's logits alone: what a bad twin is told by.
inline double logits_difference(Transformer<double>& model, const GoldenFamily& family) {
  const auto expected = golden_tensors(path(family, family.golden));
  return max_difference(run(model, tokens_of(family, 0)).logits, expected.at("logits").slice(0));
}

/// Old checkpoints hold buffers beside their weights, and one that was saved without its head has no prefix before its names:
/// neither changes anything.
inline void check_buffers_and_prefix(const GoldenFamily& family, const std::string& prefix) {
  const auto file = bytes_of(path(family, "model.safetensors")), buffers = bytes_of(path(family, "buffers.safetensors"));
  const Safetensors plain(file), old(buffers);
  std::vector<TensorView> tensors = plain.tensors();
  std::size_t shortened = 0;
  for (auto& tensor : tensors) {
    if (!tensor.name.starts_with(prefix)) continue;
    tensor.name = tensor.name.substr(prefix.size());
    ++shortened;
  }
  REQUIRE(shortened > 0);
  tensors.insert(tensors.end(), old.tensors().begin(), old.tensors().end());
  const auto changed = write_safetensors(tensors);
  Transformer<double> model(Loaded<double>::read(family, Json::object()), Contents::nothing);
  load_checkpoint(Safetensors(changed), model.parameters());
  CHECK(state_difference(model, family) < state_tolerance<double>);
}

}  // namespace whereabouts::test
