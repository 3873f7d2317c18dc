// Text as token ids, one id a character: the tokenizer of the small language models that are trained here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// The code points of a text in UTF-8. "not_utf8" names the first byte that is none: cut off, overlong, a surrogate.
std::vector<char32_t> code_points(std::string_view text, std::string_view argument);

/// A character is a Unicode code point; its id is its place in `characters`.
class CharacterTokenizer {
 public:
  /// "empty"; "repeated_character" where one stands in `characters` twice; "not_utf8".
  explicit CharacterTokenizer(std::string_view characters);

  std::size_t vocab_size() const { return spelled_.size(); }

  /// "unknown_character" names the first one of `text` that has no id, and where it stands.
  std::vector<std::int32_t> encode(std::string_view text) const;

  /// "out_of_range" names the first id that stands for no character.
  std::string decode(std::span<const std::int32_t> ids) const;

 private:
  std::map<char32_t, std::int32_t> ids_;
  std::vector<std::string> spelled_;  // each character in UTF-8, by id
};

}  // namespace whereabouts
