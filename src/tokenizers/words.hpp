// The words that GPT-2's encoder cuts a text into before it merges bytes: no token reaches across two of them.
#pragma once

#include <cstddef>
#include <string_view>

namespace whereabouts {

/// The end of the word that begins at `at`, which is before the text's end. Words are the matches of the pattern in
/// GPT-2's encoder.py,
///   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
/// with \s as Unicode's White_Space; together they are the whole text. A byte that is no UTF-8 counts as a character
/// that is neither letter, number nor white space.
std::size_t word_end(std::string_view text, std::size_t at);

}  // namespace whereabouts
