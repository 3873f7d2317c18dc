// Characters as token ids: round trips, and what is no text or no id refused by name.
#include "tokenizers/character_tokenizer.hpp"
#include "tokenizers_support.hpp"

namespace whereabouts::test {
namespace {

TEST_CASE("character tokenizer: an id is the character's place, whatever its length in bytes") {
  const CharacterTokenizer tokenizer("ba\n\xc3\xa9\xe2\x88\x92\xf0\x9f\x90\x88");  // b a newline é − 🐈
  REQUIRE(tokenizer.vocab_size() == 6);
  REQUIRE(tokenizer.encode("a\xf0\x9f\x90\x88\xc3\xa9"
                           "b\n") == std::vector<std::int32_t>{1, 5, 3, 0, 2});
  REQUIRE(tokenizer.encode("").empty());
  const std::vector<std::int32_t> ids{4, 0, 5, 5};
  REQUIRE(tokenizer.decode(ids) ==
          "\xe2\x88\x92"
          "b\xf0\x9f\x90\x88\xf0\x9f\x90\x88");
  REQUIRE(tokenizer.decode({}).empty());
}

TEST_CASE("character tokenizer: every code point goes through and comes back") {
  std::string all;
  std::size_t count = 0;
  for (char32_t point = 0; point <= 0x10ffff; point += point < 0x3000 ? 1 : 61)
    if (point < 0xd800 || point > 0xdfff) {
      all += utf8(point);
      ++count;
    }
  const CharacterTokenizer tokenizer(all);
  REQUIRE(tokenizer.vocab_size() == count);
  const auto ids = tokenizer.encode(all);
  for (std::size_t i = 0; i < count; ++i)
    if (ids[i] != std::int32_t(i)) FAIL("character " << i << " has id " << ids[i]);
  REQUIRE(tokenizer.decode(ids) == all);
}

TEST_CASE("character tokenizer: the limits of UTF-8's lengths") {
  for (const char32_t point : {0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff})
    REQUIRE(code_points(utf8(point), "text") == std::vector<char32_t>{point});
  for (const char* bad :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc3", "\xc3(", "\xe0\x9f\xbf", "\xe2\x88", "\xed\xa0\x80",
        "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    const std::string text = std::string("ab") + bad;
    INFO(text);
    REQUIRE(failure([&] { code_points(text, "text"); }) == "not_utf8 (argument = text, index = 2)");
    REQUIRE(failure([&] { CharacterTokenizer tokenizer(text); }).starts_with("not_utf8 (argument = characters"));
  }
}

TEST_CASE("character tokenizer: what has no id is named") {
  const CharacterTokenizer tokenizer("ab\xc3\xa9");
  REQUIRE(failure([&] { tokenizer.encode("a\xc3\xa9?b!"); }) ==
          "unknown_character (argument = text, index = 2, got = ?, name = U+003F)");
  const std::vector<std::int32_t> over{0, 3}, under{-1};
  REQUIRE(failure([&] { tokenizer.decode(over); }).starts_with("out_of_range (argument = ids[1]"));
  REQUIRE(failure([&] { tokenizer.decode(under); }).starts_with("out_of_range (argument = ids[0]"));
  REQUIRE(failure([] { CharacterTokenizer("abca"); }) ==
          "repeated_character (argument = characters, got = a, name = U+0061)");
  REQUIRE(failure([] { CharacterTokenizer(""); }) == "empty (argument = characters)");
}

}  // namespace
}  // namespace whereabouts::test
