// What a tokenizer.json asks for beside GPT-2's rules: digits apart, Normalization Form C, added tokens.
#include "tokenizers/normalization.hpp"
#include "tokenizers_support.hpp"

namespace whereabouts::test {

TEST_CASE("tokenizer.json: numbers apart before words are cut, as SmolLM's asks") {
  Json file = golden("tokenizer/tokenizer.json");
  const Json byte_level = file["pre_tokenizer"];
  file["pre_tokenizer"] = {{"type", "Sequence"},
                           {"pretokenizers", {{{"type", "Digits"}, {"individual_digits", true}}, byte_level}}};
  file["added_tokens"] = Json::array();
  ByteLevelTokenizer tokenizer(read_tokenizer_json(file));
  std::size_t count = 0, other = 0;
  for (const Json& expected : golden("tokenizer/cases.json")) {
    if (!expected.contains("ids_digits_apart")) continue;
    const Ids ids = tokenizer.encode(bytes_of(expected));
    if (ids != expected["ids_digits_apart"].get<Ids>()) FAIL(expected.dump());
    ++count;
    other += expected["ids_digits_apart"] != expected["ids"];
  }
  CHECK(count > 40);
  CHECK(other > 10);
  file["pre_tokenizer"]["pretokenizers"][0]["individual_digits"] = false;
  CHECK(failure([&] { read_tokenizer_json(file); }).starts_with("unsupported_cutting (got = {"));
}

TEST_CASE("tokenizer.json: texts that must be in Normalization Form C, as GPT-NeoX's asks") {
  Json file = golden("tokenizer/tokenizer.json");
  file["normalizer"] = {{"type", "NFC"}};
  ByteLevelTokenizer tokenizer(read_tokenizer_json(file)),
      plain(read_tokenizer_json(golden("tokenizer/tokenizer.json")));
  REQUIRE(tokenizer.wants_nfc());
  REQUIRE(!plain.wants_nfc());
  // Below the first combining mark every text is in that form.
  const std::string latin = "Ça va? ½ ñ " + utf8(0x2ff), combining = "e" + utf8(0x301);
  CHECK(tokenizer.encode(latin) == plain.encode(latin));
  CHECK(failure([&] { tokenizer.encode(combining); }) == "not_in_nfc (argument = text, index = 1)");
  CHECK(tokenizer.encode(combining, TextForm::composed) == plain.encode(combining));
  CHECK(tokenizer.encode(combining, TextForm::any, in_form_c) == plain.encode(utf8(0xe9)));
  CHECK_NOTHROW(plain.encode(combining));
}

TEST_CASE("tokenizer.json: tokens that are not to be normalized are looked for before, the others after") {
  Json file = golden("tokenizer/tokenizer.json");
  const std::int32_t size = std::int32_t(vocab().size());
  const std::string accented = utf8(0xe9) + "!", slash = utf8(0x338);
  file["normalizer"] = {{"type", "NFC"}};
  file["added_tokens"].push_back({{"id", size}, {"content", "<e>"}, {"normalized", false}});
  file["added_tokens"].push_back({{"id", size + 1}, {"content", accented}, {"normalized", true}});
  file["added_tokens"].push_back({{"id", size + 2}, {"content", "ab<e"}, {"normalized", true}});
  ByteLevelTokenizer tokenizer(read_tokenizer_json(file)), plain = small();
  CHECK(tokenizer.raw_tokens() == std::vector<std::string>{"<e>"});
  const auto ids = [&](const std::string& text) { return tokenizer.encode(text, TextForm::any, in_form_c); };
  CHECK(ids("e" + utf8(0x301) + "!") == Ids{size + 1});
  // The mark would go into the bracket that closes the token, which then is none.
  CHECK(in_form_c(">" + slash) == utf8(0x226f));
  Ids with_mark = plain.encode(slash);
  with_mark.insert(with_mark.begin(), size);
  CHECK(ids("<e>" + slash) == with_mark);
  Ids before = plain.encode("ab");
  before.push_back(size);
  CHECK(ids("ab<e>") == before);
  CHECK(ids("ab<e") == Ids{size + 2});
  CHECK(failure([&] { tokenizer.encode("<e>" + slash); }) == "not_in_nfc (argument = text, index = 3)");
}

TEST_CASE("tokenizer.json: an added token that is looked for in Form C is brought into it, or must be seen to be in it") {
  std::size_t plain = 0;
  for (char32_t point = 0; point < 0x20000; ++point) {
    if ((point >= 0xd800 && point < 0xe000) || !is_plainly_in_form_c(utf8(point))) continue;
    ++plain;
    // Alone, and after what something else could make one character of with it.
    for (const char32_t before : {char32_t('a'), char32_t(0x418), char32_t(0x304b), char32_t(0x1100), char32_t(0xac00)})
      if (const std::string both = utf8(before) + utf8(point); in_form_c(both) != both) FAIL(std::size_t(point));
  }
  CHECK(plain > 40000);
  for (const char32_t point : {0x301, 0x483, 0x1161, 0x11a8, 0x2126, 0x212b, 0x2329, 0x2adc, 0x3099, 0xf900, 0xfb1d})
    CHECK(!is_plainly_in_form_c("a" + utf8(point)));
  Json file = golden("tokenizer/tokenizer.json");
  file["normalizer"] = {{"type", "NFC"}};
  const std::string apart = "e" + utf8(0x301), whole = utf8(0xe9);
  const Json token{{"id", int(vocab().size())}, {"content", apart}, {"normalized", true}};
  file["added_tokens"].push_back(token);
  CHECK(failure([&] { read_tokenizer_json(file); }) == "token_not_in_nfc (token = " + apart + ")");
  CHECK(read_tokenizer_json(file, in_form_c).added.back().content == whole);
  file["added_tokens"].back()["normalized"] = false;
  CHECK(read_tokenizer_json(file).added.back().content == apart);
  CHECK(read_tokenizer_json(file, in_form_c).added.back().content == apart);
}

TEST_CASE("tokenizer.json: the longest added token at the leftmost place, merges as pairs") {
  Json file = golden("tokenizer/tokenizer.json");
  const std::int32_t size = std::int32_t(vocab().size());
  for (const char* content : {"<|", "  ", "    "})
    file["added_tokens"].push_back(
        {{"id", size + std::int32_t(file["added_tokens"].size()) - 1}, {"content", content}});
  for (Json& merge : file["model"]["merges"]) {
    const std::string line = merge;
    merge = {line.substr(0, line.find(' ')), line.substr(line.find(' ') + 1)};
  }
  ByteLevelTokenizer tokenizer(read_tokenizer_json(file));
  CHECK(tokenizer.vocab_size() == std::size_t(size) + 3);
  const Ids a = tokenizer.encode("a");
  REQUIRE(a.size() == 1);
  CHECK(tokenizer.encode("<|endoftext|>a<|a     a") ==
        Ids{vocab()["<|endoftext|>"], a[0], size, a[0], size + 2, tokenizer.encode(" a")[0]});
  CHECK(tokenizer.decode(Ids{size + 2, size}) == "    <|");
}

TEST_CASE("tokenizer.json: a pattern that is not read is shown from its beginning, in whole characters") {
  Json file = golden("tokenizer/tokenizer.json");
  const std::string ascii(199, 'x'), letter = utf8(0xe9), sign = utf8(0x1f30d);
  for (const auto& [pattern, got] : {std::pair{ascii + letter, ascii}, {ascii + sign, ascii}, {ascii + "y" + letter, ascii + "y"},
                                     {ascii.substr(1) + letter + letter, ascii.substr(1) + letter}, {letter, letter}}) {
    const Json split{{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}};
    const Json bytes{{"type", "ByteLevel"}, {"add_prefix_space", false}, {"use_regex", false}};
    file["pre_tokenizer"] = {{"type", "Sequence"}, {"pretokenizers", Json::array({split, bytes})}};
    CHECK(failure([&] { read_tokenizer_json(file); }) == "unsupported_cutting (got = " + got + ")");
  }
}

TEST_CASE("merges are taken one at a time from tokenizer.json, and in rounds from merges.txt") {
  // "ab a" stands before the merge that makes its "ab". Hugging Face's tokenizers looks again after each merge, GPT-2's encoder.py
  // after all places of one.
  Json tokens = vocab();
  for (const char* token : {"ab", "aba"})
    if (!tokens.contains(token)) tokens[token] = int(tokens.size());
  Json file = golden("tokenizer/tokenizer.json");
  file["model"]["vocab"] = tokens;
  file["added_tokens"] = Json::array();
  for (const Json& merges : {Json::array({"ab a", "a b"}), Json::array({Json::array({"ab", "a"}), Json::array({"a", "b"})})}) {
    file["model"]["merges"] = merges;
    CHECK(ByteLevelTokenizer(read_tokenizer_json(file)).encode("abab") == Ids{tokens["aba"], tokens["b"]});
  }
  CHECK(ByteLevelTokenizer(read_vocab_and_merges(tokens, "ab a\na b\n")).encode("abab") == Ids{tokens["ab"], tokens["ab"]});
}

}  // namespace whereabouts::test
