#include "tokenizers/character_tokenizer.hpp"

#include "error.hpp"
#include "tokenizers/utf8.hpp"

namespace whereabouts {
namespace {

/// Calls `take` with each character's code point and its bytes.
template <class Take>
void each_character(std::string_view text, std::string_view argument, Take take) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, length] = first_character(text.substr(at));
    if (point == no_code_point)
      throw Error(ErrorCode::invalid_argument, "not_utf8", {{"argument", std::string(argument)}, {"index", double(at)}});
    take(point, text.substr(at, length));
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
