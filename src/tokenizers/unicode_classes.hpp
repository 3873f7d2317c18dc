// What kind of character a code point is, as far as GPT-2's pattern asks, after the Unicode Character Database.
#pragma once

#include <cstdint>

namespace whereabouts {

/// letter: general categories L*; number: N*; white_space: the property White_Space, which is not what a language's \s
/// need be (JavaScript's has U+FEFF and lacks U+0085). Marks are `other`, and so is what is not assigned.
enum class UnicodeClass : std::uint8_t { other, letter, number, white_space };

UnicodeClass unicode_class(char32_t point);

}  // namespace whereabouts
