// Text in UTF-8, character by character.
#pragma once

#include <cstddef>
#include <string_view>

namespace whereabouts {

inline constexpr char32_t no_code_point = 0xffffffff;

/// The code point of the character at the start of `bytes` and how many bytes it takes; no_code_point and 1 where they
/// begin with none: cut off, overlong, a surrogate, beyond U+10FFFF. `bytes` is not empty.
struct Character {
  char32_t point = no_code_point;
  std::size_t length = 1;
};
Character first_character(std::string_view bytes);

}  // namespace whereabouts
