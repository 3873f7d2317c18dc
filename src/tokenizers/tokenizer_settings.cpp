#include "tokenizers/tokenizer_settings.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

constexpr std::size_t longest_shown = 200;  // of a setting, in an error

/// The beginning of a text, not cut within a character.
std::string beginning(std::string text) {
  const auto continues = [&](std::size_t at) { return (std::uint8_t(text[at]) & 0xc0) == 0x80; };
  if (text.size() <= longest_shown) return text;
  std::size_t end = longest_shown;
  while (end > 0 && continues(end)) --end;
  text.resize(end);
  return text;
}

std::string shown(const Json& value) { return value.dump(-1, ' ', true).substr(0, longest_shown); }

bool is_off(const Json& value) { return value.is_null() || value == false || value == "" || value == 0; }
bool is_on(const Json& value) { return value.is_null() || value == true; }

/// The step after which a text is bytes; `by_pattern`: whether it also cuts words by GPT-2's pattern.
bool is_byte_level(const Json& step, bool by_pattern) {
  const Json& use_regex = entry(step, "use_regex");
  return entry(step, "type") == "ByteLevel" && is_off(entry(step, "add_prefix_space")) &&
         (by_pattern ? is_on(use_regex) : use_regex == false);
}

bool is_digits_apart(const Json& step) {
  return entry(step, "type") == "Digits" && entry(step, "individual_digits") == true;
}

/// The pattern whose matches a step makes words of.
std::optional<std::string> split_pattern(const Json& step) {
  const Json& pattern = entry(entry(step, "pattern"), "Regex");
  const bool splits = entry(step, "type") == "Split" && entry(step, "behavior") == "Isolated" &&
                      is_off(entry(step, "invert")) && pattern.is_string();
  return splits ? std::optional(pattern.get<std::string>()) : std::nullopt;
}

/// The steps by which a text is cut, which may be one.
std::vector<Json> steps_of(const Json& cut) {
  if (entry(cut, "type") != "Sequence") return {cut};
  const Json& steps = entry(cut, "pretokenizers");
  return steps.is_array() ? steps.get<std::vector<Json>>() : std::vector<Json>{};
}

Cutting read_cutting(const Json& cut) {
  const std::vector<Json> steps = steps_of(cut);
  if (steps.size() == 1 && is_byte_level(steps[0], true)) return Cutting::gpt2;
  if (steps.size() == 2 && is_digits_apart(steps[0]) && is_byte_level(steps[1], true)) return Cutting::digits_apart;
  const auto pattern = steps.empty() ? std::nullopt : split_pattern(steps[0]);
  if (pattern && steps.size() == 2 && is_byte_level(steps[1], false)) {
    if (*pattern == gpt2_pattern) return Cutting::gpt2;
    if (*pattern == llama3_pattern) return Cutting::llama3;
    if (*pattern == qwen2_pattern) return Cutting::qwen2;
    throw Error(ErrorCode::unsupported, "unsupported_cutting", {{"got", beginning(*pattern)}});
  }
  throw Error(ErrorCode::unsupported, "unsupported_cutting", {{"got", shown(cut)}});
}

}  // namespace

const Json& entry(const Json& object, const char* name) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

void require_setting(const Json& got, const char* name, bool as_needed, const char* allowed) {
  if (as_needed) return;
  throw Error(ErrorCode::unsupported, "unsupported_tokenizer",
              {{"argument", std::string(name)}, {"got", shown(got)}, {"allowed", std::string(allowed)}});
}

TokenizerSettings read_settings(const Json& file) {
  const Json &model = entry(file, "model"), &type = entry(model, "type");
  require_setting(type, "model.type", type.is_null() || type == "BPE", "\"BPE\"");
  if (entry(model, "byte_fallback") == true) throw Error(ErrorCode::unsupported, "unsupported_characters");
  for (const char* name : {"dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback"})
    require_setting(entry(model, name), name, is_off(entry(model, name)), "null");
  const Json &normalizer = entry(file, "normalizer"), &words_first = entry(model, "ignore_merges");
  const bool nfc = entry(normalizer, "type") == "NFC";
  require_setting(normalizer, "normalizer", normalizer.is_null() || nfc, "null or {\"type\":\"NFC\"}");
  require_setting(words_first, "ignore_merges", words_first.is_null() || words_first.is_boolean(), "true or false");
  return {.nfc = nfc, .cutting = read_cutting(entry(file, "pre_tokenizer")), .words_first = words_first == true};
}

}  // namespace whereabouts
