// The words that an encoder cuts a text into before it merges bytes: no token reaches across two of them.
#pragma once

#include <cstddef>
#include <string_view>

namespace whereabouts {

/// The ways of cutting that are known, each after the model that it was published with. Words are the matches of a
/// pattern, with \s as Unicode's White_Space; together they are the whole text. A byte that is no UTF-8 counts as a
/// character that is neither letter, number nor white space.
enum class Cutting {
  gpt2,          // gpt2_pattern
  digits_apart,  // SmolLM: every number (Unicode's N*) is a piece of its own, and GPT-2's pattern cuts the others
  llama3,        // llama3_pattern
  qwen2,         // qwen2_pattern
};

/// In GPT-2's encoder.py, and in the tokenizer.json of the other two.
inline constexpr std::string_view gpt2_pattern =
    R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)";
inline constexpr std::string_view llama3_pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
inline constexpr std::string_view qwen2_pattern =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

/// The end of the word that begins at `at`, which is before the text's end.
std::size_t word_end(Cutting cutting, std::string_view text, std::size_t at);

}  // namespace whereabouts
