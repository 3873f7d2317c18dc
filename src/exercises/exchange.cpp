#include "exercises/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include "model/run.hpp"

namespace whereabouts::exercises {
namespace {

// A text, since files bring the code that reads it: a list in braces would bring its own.
constexpr std::string_view shape =
    R"({"model_type": "gpt2", "n_layer": 2, "n_head": 2, "n_embd": 16, "n_positions": 16, "vocab_size": 12})";

}  // namespace

OutputChange exchange_ends(const std::vector<double>& tokens, const std::string& kind, bool causal) {
  Json config = Json::parse(shape, nullptr, false);
  config["causal"] = causal;
  config["position"]["kind"] = kind;
  Transformer<float> model(Config::from_json(config), Initialization::fan_in, 7);
  std::vector<std::int32_t> read(tokens.begin(), tokens.end());
  RunResult<float> result;
  run<float>(model, read, {}, result);
  const std::vector<float> before = result.logits;
  std::swap(read.front(), read.back());
  run<float>(model, read, {}, result);

  const std::size_t last = read.size() - 1, width = before.size() / read.size();
  const auto apart = [&](std::size_t slot, std::size_t later) {
    double largest = 0;
    for (std::size_t i = 0; i < width; ++i)
      largest = std::max(largest, double(std::abs(before[slot * width + i] - result.logits[later * width + i])));
    return largest;
  };
  OutputChange change;
  for (std::size_t slot = 0; slot <= last; ++slot) {
    const std::size_t stands = slot == 0 ? last : slot == last ? 0 : slot;  // where its token stands after
    change.of_tokens = std::max(change.of_tokens, apart(slot, stands));
    change.of_slots = std::max(change.of_slots, apart(slot, slot));
  }
  return change;
}

}  // namespace whereabouts::exercises
