#include "formats/character_tokenizer.hpp"

#include "error.hpp"

namespace whereabouts {
namespace {

/// How many bytes the character beginning with `byte` takes; 0 where none begins so.
std::size_t length_by(std::uint8_t byte) {
  if (byte < 0x80) return 1;
  if (byte < 0xc2) return 0;  // goes on with another character, or says in two bytes what one could
  return byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf5 ? 4 : 0;
}

/// The code point of the character at the start of `bytes`, which is `length` bytes long; -1 where they are no UTF-8.
std::int32_t code_point(std::string_view bytes, std::size_t length) {
  if (length == 0 || length > bytes.size()) return -1;
  const auto byte = [&](std::size_t i) { return std::int32_t(static_cast<std::uint8_t>(bytes[i])); };
  if (length == 1) return byte(0);
  std::int32_t point = byte(0) & (0x7f >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return -1;
    point = point << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = length == 3 ? point < 0x800 : length == 4 && point < 0x10000;
  const bool surrogate = point >= 0xd800 && point <= 0xdfff;
  return overlong || surrogate || point > 0x10ffff ? -1 : point;
}

/// Calls `take` with each character's code point and its bytes.
template <class Take>
void each_character(std::string_view text, std::string_view argument, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = length_by(static_cast<std::uint8_t>(text[at]));
    const std::int32_t point = code_point(text.substr(at), length);
    if (point < 0)
      throw Error(ErrorCode::invalid_argument, "not_utf8", {{"argument", std::string(argument)}, {"index", double(at)}});
    take(static_cast<char32_t>(point), text.substr(at, length));
    at += length;
  }
}

/// "U+00E9": at least four hexadecimal digits.
std::string named(char32_t point) {
  std::string digits;
  for (int shift = point > 0xfffff ? 20 : point > 0xffff ? 16 : 12; shift >= 0; shift -= 4)
    digits += "0123456789ABCDEF"[point >> shift & 15];
  return "U+" + digits;
}

}  // namespace

std::vector<char32_t> code_points(std::string_view text, std::string_view argument) {
  std::vector<char32_t> points;
  each_character(text, argument, [&](char32_t point, std::string_view) { points.push_back(point); });
  return points;
}

CharacterTokenizer::CharacterTokenizer(std::string_view characters) {
  each_character(characters, "characters", [&](char32_t point, std::string_view bytes) {
    if (!ids_.emplace(point, std::int32_t(spelled_.size())).second)
      throw Error(ErrorCode::invalid_argument, "repeated_character",
                  {{"argument", "characters"}, {"got", std::string(bytes)}, {"name", named(point)}});
    spelled_.emplace_back(bytes);
  });
  if (spelled_.empty()) throw Error(ErrorCode::invalid_argument, "empty", {{"argument", "characters"}});
}

std::vector<std::int32_t> CharacterTokenizer::encode(std::string_view text) const {
  std::vector<std::int32_t> ids;
  each_character(text, "text", [&](char32_t point, std::string_view bytes) {
    const auto found = ids_.find(point);
    if (found == ids_.end())
      throw Error(ErrorCode::invalid_argument, "unknown_character",
                  {{"argument", "text"}, {"index", double(ids.size())}, {"got", std::string(bytes)}, {"name", named(point)}});
    ids.push_back(found->second);
  });
  return ids;
}

std::string CharacterTokenizer::decode(std::span<const std::int32_t> ids) const {
  std::string text;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    require_whole("ids[" + std::to_string(i) + "]", ids[i], 0, double(spelled_.size() - 1));
    text += spelled_[static_cast<std::size_t>(ids[i])];
  }
  return text;
}

}  // namespace whereabouts
