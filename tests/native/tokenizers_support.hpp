// What the tests of tokenizers share.
#pragma once

#include <string>
#include <vector>

#include "golden.hpp"
#include "tokenizers/byte_level_tokenizer.hpp"

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

using Ids = std::vector<std::int32_t>;

/// The small vocabulary of the golden files.
inline Json vocab() { return golden("tokenizer/vocab.json"); }
inline std::string merges() { return golden_text("tokenizer/merges.txt"); }
inline ByteLevelTokenizer small() { return ByteLevelTokenizer(read_vocab_and_merges(vocab(), merges())); }

inline std::string bytes_of(const Json& golden_case) {
  if (golden_case.contains("text")) return golden_case["text"];
  const std::string hex = golden_case["hex"];
  std::string bytes;
  for (std::size_t i = 0; i < hex.size(); i += 2) bytes += char(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

}  // namespace whereabouts::test
