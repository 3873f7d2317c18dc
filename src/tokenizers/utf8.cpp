#include "tokenizers/utf8.hpp"

#include <cstdint>

namespace whereabouts {
namespace {

/// How many bytes the character beginning with `byte` takes; 0 where none begins so.
std::size_t length_by(std::uint8_t byte) {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;  // goes on with another character, or says in two bytes what one could
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
}

}  // namespace

Character first_character(std::string_view bytes) {
  const auto byte = [&](std::size_t i) { return std::uint32_t(static_cast<std::uint8_t>(bytes[i])); };
  const std::size_t length = length_by(static_cast<std::uint8_t>(bytes[0]));
  if (length == 0 || length > bytes.size()) return {};
  if (length == 1) return {char32_t(byte(0)), 1};
  std::uint32_t point = byte(0) & (0x7fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    point = point << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = length == 3 ? point < 0x800 : length == 4 && point < 0x10000;
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  if (overlong || surrogate || point > 0x10ffff) return {};
  return {char32_t(point), length};
}

}  // namespace whereabouts
