// What the tests of tokenizers share.
#pragma once

#include <string>

#include "golden.hpp"

namespace whereabouts::test {

/// What a call throws, in words.
inline std::string failure(auto call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

/// UTF-8 of one code point, written after RFC 3629's table and by nothing of the product.
inline std::string utf8(char32_t point) {
  const auto tail = [&](int shift) { return char(0x80 | (point >> shift & 0x3f)); };
  if (point < 0x80) return {char(point)};
  if (point < 0x800) return {char(0xc0 | point >> 6), tail(0)};
  if (point < 0x10000) return {char(0xe0 | point >> 12), tail(6), tail(0)};
  return {char(0xf0 | point >> 18), tail(12), tail(6), tail(0)};
}

inline std::string golden_text(const std::string& name) {
  const auto bytes = read_bytes(golden_path(name));
  return {bytes.begin(), bytes.end()};
}

}  // namespace whereabouts::test
