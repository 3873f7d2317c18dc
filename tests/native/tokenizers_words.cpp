// Where the patterns of GPT-2, Llama 3 and Qwen2 cut a text, and the classes of code points that they ask for.
#include "tokenizers/unicode_classes.hpp"
#include "tokenizers/unicode_runs.hpp"
#include "tokenizers/words.hpp"
#include "tokenizers_support.hpp"

namespace whereabouts::test {
namespace {

std::vector<std::string> words_of(const std::string& text, Cutting cutting = Cutting::gpt2) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = word_end(cutting, text, at);
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("unicode: every code point has the class that the character database gives it") {
  const Json file = golden("unicode_classes.json");
  REQUIRE(file["version"] == unicode_version);
  std::vector<UnicodeClass> expected(0x110000, UnicodeClass::other);
  const auto fill = [&](const char* name, UnicodeClass kind) {
    for (const Json& range : file[name])
      for (std::size_t point = range[0]; point <= range[1].get<std::size_t>(); ++point) expected[point] = kind;
  };
  fill("letter", UnicodeClass::letter);
  fill("number", UnicodeClass::number);
  fill("white_space", UnicodeClass::white_space);
  std::size_t wrong = 0;
  for (std::size_t point = 0; point < expected.size(); ++point)
    wrong += unicode_class(char32_t(point)) != expected[point];
  CHECK(wrong == 0);
  CHECK(unicode_class(0x110000) == UnicodeClass::other);
  // JavaScript's \s is another set.
  CHECK(unicode_class(0x85) == UnicodeClass::white_space);
  CHECK(unicode_class(0xfeff) == UnicodeClass::other);
}

TEST_CASE("words: pitfall 38, contractions and runs of white space") {
  CHECK(words_of("they're we'll I'm don't") == Words{"they", "'re", " we", "'ll", " I", "'m", " don", "'t"});
  CHECK(words_of("'sam 'S ''s !'s") == Words{"'s", "am", " '", "S", " ''", "s", " !'", "s"});
  CHECK(words_of("a  b") == Words{"a", " ", " b"});
  CHECK(words_of("a   b") == Words{"a", "  ", " b"});
  CHECK(words_of("a\n\n b") == Words{"a", "\n\n", " b"});
  CHECK(words_of("a\nb\n") == Words{"a", "\n", "b", "\n"});
  CHECK(words_of("a \n") == Words{"a", " \n"});
  CHECK(words_of(" ") == Words{" "});
  CHECK(words_of("   ") == Words{"   "});
  CHECK(words_of("") == Words{});
  CHECK(words_of("x1y22 33...?!z") == Words{"x", "1", "y", "22", " 33", "...?!", "z"});
}

TEST_CASE("words: letters, numbers and white space are Unicode's") {
  const std::string nbsp = utf8(0xa0), next_line = utf8(0x85), mark = utf8(0xfeff), acute = utf8(0x301),
                    half = utf8(0xbd);
  CHECK(words_of("a" + nbsp + "b") == Words{"a", nbsp, "b"});
  CHECK(words_of("a" + nbsp + nbsp + "b") == Words{"a", nbsp, nbsp, "b"});
  CHECK(words_of("a " + next_line + "b") == Words{"a", " ", next_line, "b"});
  CHECK(words_of("a" + mark + "b") == Words{"a", mark, "b"});
  CHECK(words_of(" " + mark) == Words{" " + mark});
  CHECK(words_of("e" + acute + "e") == Words{"e", acute, "e"});
  CHECK(words_of("1" + half + utf8(0x663)) == Words{"1" + half + utf8(0x663)});
  CHECK(words_of(utf8(0x1d7d8) + utf8(0x1d4b3)) == Words{utf8(0x1d7d8), utf8(0x1d4b3)});
}

TEST_CASE("words: Llama 3's pattern, and Qwen2's, which differs in its numbers") {
  const auto llama = [](const std::string& text) { return words_of(text, Cutting::llama3); };
  CHECK(llama("They'RE we'll I'M don't 'S") == Words{"They", "'RE", " we", "'ll", " I", "'M", " don", "'t", " '", "S"});
  CHECK(llama("it'" + utf8(0x17f)) == Words{"it", "'" + utf8(0x17f)});
  CHECK(llama("(a)'x\tb") == Words{"(a", ")'", "x", "\tb"});
  CHECK(llama("12345 67") == Words{"123", "45", " ", "67"});
  CHECK(llama("a!?\r\n\nb") == Words{"a", "!?\r\n\n", "b"});
  CHECK(llama("a \n \n  b") == Words{"a", " \n \n", " ", " b"});
  CHECK(llama("a\n\n b") == Words{"a", "\n\n", " b"});
  CHECK(llama("\na") == Words{"\n", "a"});
  CHECK(llama("a   b  ") == Words{"a", "  ", " b", "  "});
  CHECK(llama("  1") == Words{" ", " ", "1"});
  CHECK(llama("e" + utf8(0x301) + "e") == Words{"e", utf8(0x301) + "e"});
  CHECK(llama("a\xff\xfe") == Words{"a", "\xff\xfe"});
  CHECK(llama("\xff"
              "a") == Words{"\xff"
                            "a"});
  CHECK(llama("'") == Words{"'"});
  CHECK(llama(" ") == Words{" "});
  CHECK(words_of("12345 67a", Cutting::qwen2) == Words{"1", "2", "3", "4", "5", " ", "6", "7", "a"});
  CHECK(words_of("a!?\n'D", Cutting::qwen2) == Words{"a", "!?\n", "'D"});
  // To a number GPT-2's pattern ends the text, where digits stand apart.
  CHECK(words_of("a  12 3x", Cutting::digits_apart) == Words{"a", "  ", "1", "2", " ", "3", "x"});
  CHECK(words_of("a  b", Cutting::digits_apart) == Words{"a", " ", " b"});
}

TEST_CASE("words: bytes that are no UTF-8 are neither letter, number nor white space") {
  CHECK(words_of("a\xff\xfe"
                 "b") == Words{"a", "\xff\xfe", "b"});
  CHECK(words_of(" \xc3") == Words{" \xc3"});
  CHECK(words_of("\xc3\xa9\xc3") == Words{"\xc3\xa9", "\xc3"});
  CHECK(words_of("!\xed\xa0\x80 ") == Words{"!\xed\xa0\x80", " "});
}

}  // namespace whereabouts::test
