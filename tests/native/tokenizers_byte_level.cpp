// GPT-2's tokenizer against encoder.py's way (tests/golden/tokenizer), merges in any order, and files that are wrong.
#include <map>
#include <set>

#include "random.hpp"
#include "tokenizers_support.hpp"

namespace whereabouts::test {
namespace {

/// How many golden cases come out with other ids.
std::size_t differing(ByteLevelTokenizer& tokenizer) {
  std::size_t count = 0;
  for (const Json& expected : golden("tokenizer/cases.json")) {
    const std::string bytes = bytes_of(expected);
    const Ids ids = tokenizer.encode(bytes);
    count += ids != expected["ids"].get<Ids>();
    if (tokenizer.decode(ids) != bytes) FAIL("does not come back: " << expected.dump());
  }
  return count;
}

/// A vocabulary of the 256 bytes and what these merges make, in their order.
ByteLevelVocabulary made_of(const std::vector<std::pair<std::string, std::string>>& merges) {
  ByteLevelVocabulary vocabulary;
  for (int byte = 0; byte < 256; ++byte) vocabulary.tokens.emplace_back(1, char(byte));
  std::map<std::string, std::int32_t> ids;
  for (std::size_t id = 0; id < 256; ++id) ids[vocabulary.tokens[id]] = std::int32_t(id);
  for (const auto& [left, right] : merges)
    for (const std::string& token : {left, right, left + right})
      if (ids.emplace(token, std::int32_t(vocabulary.tokens.size())).second) vocabulary.tokens.push_back(token);
  for (const auto& [left, right] : merges) vocabulary.merges.push_back({ids[left], ids[right], ids[left + right]});
  return vocabulary;
}

enum class Order { rounds, one_at_a_time };

/// encoder.py's loop over strings, written out; or the lowest rank's leftmost place alone before looking again.
std::vector<std::string> merged(const std::string& word, const std::vector<std::pair<std::string, std::string>>& merges,
                                Order order) {
  std::vector<std::string> parts;
  for (const char byte : word) parts.emplace_back(1, byte);
  const auto rank_at = [&](std::size_t i) {
    return std::size_t(std::find(merges.begin(), merges.end(), std::pair(parts[i], parts[i + 1])) - merges.begin());
  };
  while (true) {
    std::size_t lowest = merges.size();
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) lowest = std::min(lowest, rank_at(i));
    if (lowest == merges.size()) return parts;
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
      if (rank_at(i) != lowest) continue;
      parts[i] += parts[i + 1];
      parts.erase(parts.begin() + std::ptrdiff_t(i) + 1);
      if (order == Order::one_at_a_time) break;
    }
  }
}

std::vector<std::string> pieces(ByteLevelTokenizer& tokenizer, const std::string& word) {
  std::vector<std::string> result;
  for (const std::int32_t id : tokenizer.encode(word)) result.push_back(tokenizer.decode(std::span(&id, 1)));
  return result;
}

}  // namespace

TEST_CASE(
    "byte-level tokenizer: 400 texts and byte sequences as encoder.py's rules have them, from both kinds of files") {
  ByteLevelTokenizer from_two = small();
  CHECK(differing(from_two) == 0);
  ByteLevelTokenizer from_one(read_tokenizer_json(golden("tokenizer/tokenizer.json")));
  CHECK(from_one.vocab_size() == from_two.vocab_size());
  // That file's added token is looked for first; nothing else changes.
  std::size_t with_added = 0;
  for (const Json& expected : golden("tokenizer/cases.json"))
    with_added += bytes_of(expected).find("<|endoftext|>") != std::string::npos;
  CHECK(with_added > 0);
  CHECK(differing(from_one) == with_added);
  const std::int32_t end = vocab()["<|endoftext|>"];
  CHECK(from_one.encode("<|endoftext|>") == Ids{end});
  CHECK(from_two.encode("<|endoftext|>").size() > 1);
  CHECK(from_two.decode(Ids{end}) == "<|endoftext|>");
}

TEST_CASE("byte-level tokenizer: every byte alone and every pair of bytes comes back") {
  ByteLevelTokenizer tokenizer = small();
  for (int first = 0; first < 256; ++first)
    for (int second = 0; second < 256; ++second) {
      const std::string bytes{char(first), char(second)};
      if (tokenizer.decode(tokenizer.encode(bytes)) != bytes) FAIL(first << " " << second);
    }
  CHECK(tokenizer.encode("").empty());
  CHECK(tokenizer.decode({}).empty());
}

TEST_CASE("pitfall 39: merges.txt with and without its first line, with line breaks of any kind") {
  const std::string plain = merges();
  REQUIRE(plain.starts_with("#version"));
  const std::string bare = plain.substr(plain.find('\n') + 1);
  REQUIRE(bare.find("\n# #\n") != std::string::npos);  // a real merge that looks like a comment
  std::string crlf;
  for (const char c : plain) crlf += c == '\n' ? "\r\n" : std::string(1, c);
  for (const std::string& text : {bare, crlf, plain.substr(0, plain.size() - 1), plain + "\n\n"}) {
    ByteLevelTokenizer tokenizer(read_vocab_and_merges(vocab(), text));
    CHECK(differing(tokenizer) == 0);
    CHECK(tokenizer.encode("##").size() == 1);
  }
  // Bad twin: the first line taken for a header where it is a merge.
  ByteLevelTokenizer twin(read_vocab_and_merges(vocab(), bare.substr(bare.find('\n') + 1)));
  CHECK(differing(twin) > 10);
}

TEST_CASE(
    "byte-level tokenizer: all places of the lowest rank before another is looked for, whatever order merges stand "
    "in") {
  const std::vector<std::pair<std::string, std::string>> disordered{{"ab", "a"}, {"a", "b"}};
  ByteLevelTokenizer tokenizer(made_of(disordered));
  CHECK(pieces(tokenizer, "abab") == std::vector<std::string>{"ab", "ab"});
  CHECK(merged("abab", disordered, Order::one_at_a_time) == std::vector<std::string>{"aba", "b"});

  Random random(5);
  std::size_t different = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<std::string> tokens{"a", "b", "c"};
    std::vector<std::pair<std::string, std::string>> list;
    std::set<std::pair<std::string, std::string>> seen;
    while (list.size() < 12) {
      const std::pair pair(tokens[random.below(tokens.size())], tokens[random.below(tokens.size())]);
      if (!seen.insert(pair).second) continue;
      list.push_back(pair);
      tokens.push_back(pair.first + pair.second);
    }
    random.shuffle(std::span(list));
    ByteLevelVocabulary vocabulary = made_of(list);
    ByteLevelTokenizer random_one(vocabulary);
    vocabulary.in_rounds = false;  // as a tokenizer.json has it
    ByteLevelTokenizer one_by_one(vocabulary);
    for (int word = 0; word < 20; ++word) {
      std::string text;
      for (std::size_t left = 1 + random.below(90); left > 0; --left) text += "abc"[random.below(3)];
      const auto expected = merged(text, list, Order::rounds);
      const auto alone = merged(text, list, Order::one_at_a_time);
      if (pieces(random_one, text) != expected) FAIL(text);
      if (pieces(one_by_one, text) != alone) FAIL(text);
      different += alone != expected;
    }
  }
  CHECK(different > 20);
}

TEST_CASE("byte-level tokenizer: one word of half a megabyte, and more words than are remembered") {
  ByteLevelTokenizer tokenizer(made_of({{"a", "a"}, {"aa", "aa"}, {"aaaa", "aaaa"}}));
  const std::string long_word(1 << 19, 'a');
  const Ids ids = tokenizer.encode(long_word);
  CHECK(ids.size() == long_word.size() / 8);
  CHECK(std::set<std::int32_t>(ids.begin(), ids.end()).size() == 1);
  std::string many;
  for (int i = 0; i < 70000; ++i) many += "aa" + std::to_string(i) + "?";
  const Ids first = tokenizer.encode(many);
  CHECK(tokenizer.encode(many) == first);
  CHECK(tokenizer.decode(first) == many);
}

TEST_CASE("tokenizer files that are wrong are refused, and what is wrong is named") {
  const auto refused = [](const Json& vocabulary, const std::string& lines) {
    return failure([&] { read_vocab_and_merges(vocabulary, lines); });
  };
  const auto with = [](const char* token, const Json& id) {
    Json changed = vocab();
    changed[token] = id;
    return changed;
  };
  CHECK(refused(Json::array(), "") == "wrong_type (argument = vocab, got = array, expected = object)");
  CHECK(refused(with("zz", 1.5), merges()).starts_with("vocabulary_id (token = zz, got = 1.5"));
  CHECK(refused(with("zz", -1), merges()).starts_with("vocabulary_id (token = zz, got = -1"));
  CHECK(refused(with("zz", "7"), merges()).starts_with("vocabulary_id (token = zz, got = \"7\""));
  CHECK(refused(with("zz", 1e9), merges()).starts_with("vocabulary_id (token = zz"));
  CHECK(refused(with("zz", 7), merges()).starts_with("vocabulary_repeated (token = "));
  CHECK(refused(with("a b", int(vocab().size())), merges()) == "not_byte_level (token = a b)");
  Json hole = vocab();
  hole["!"] = int(vocab().size()) - 1;
  hole.erase("<|endoftext|>");
  CHECK(refused(hole, merges()).starts_with("vocabulary_"));
  CHECK(refused(Json::object(), "") == "missing_byte (got = 0)");
  CHECK(refused(vocab(), "#version: 0.2\nab\n") == "merge_line (line = 2, got = ab)");
  CHECK(refused(vocab(), "a  b\n") == "merge_line (line = 1, got = a  b)");
  CHECK(refused(vocab(), "\na b\n") == "merge_line (line = 1, got = )");
  CHECK(refused(vocab(), "q q\n") == "merge_unknown (line = 1, got = q q)");
  const std::string one =
      merges().substr(merges().find('\n') + 1, merges().find('\n', merges().find('\n') + 1) - merges().find('\n'));
  CHECK(refused(vocab(), one + one).starts_with("merge_repeated (left ="));

  const auto setting = [](const char* pointer, const Json& value) {
    Json file = golden("tokenizer/tokenizer.json");
    file[Json::json_pointer(pointer)] = value;
    return failure([&] { read_tokenizer_json(file); });
  };
  CHECK(
      setting("/normalizer", {{"type", "NFKC"}}) ==
      "unsupported_tokenizer (argument = normalizer, got = {\"type\":\"NFKC\"}, allowed = null or {\"type\":\"NFC\"})");
  CHECK(setting("/model/type", "WordPiece").starts_with("unsupported_tokenizer (argument = model.type"));
  CHECK(setting("/model/byte_fallback", true) == "unsupported_characters");
  CHECK(setting("/model/byte_fallback", 1).starts_with("unsupported_tokenizer (argument = byte_fallback"));
  CHECK(setting("/pre_tokenizer", nullptr) == "unsupported_cutting (got = null)");
  CHECK(setting("/pre_tokenizer/add_prefix_space", true).starts_with("unsupported_cutting (got = {"));
  CHECK(setting("/pre_tokenizer/use_regex", false).starts_with("unsupported_cutting (got = {"));
  CHECK(setting("/pre_tokenizer/use_regex", true) == "nothing thrown");
  CHECK(setting("/added_tokens/0/lstrip", true).starts_with("unsupported_tokenizer (argument = lstrip"));
  CHECK(setting("/added_tokens/0/content", "") != "nothing thrown");
  CHECK(setting("/added_tokens/0/id", 3).starts_with("vocabulary_repeated"));
  CHECK(setting("/model/vocab", nullptr).starts_with("wrong_type (argument = tokenizerJson.model.vocab"));
  // Without merges every text would become single bytes.
  const std::string merges_type = "wrong_type (argument = tokenizerJson.model.merges, got = ";
  CHECK(setting("/model/merges", nullptr) == merges_type + "null, expected = array)");
  CHECK(setting("/model/merges", Json::object()) == merges_type + "object, expected = array)");
  CHECK(setting("/model/merges", "a b") == merges_type + "string, expected = array)");
  CHECK(setting("/model/merges", Json::array()) == "nothing thrown");
  Json without = golden("tokenizer/tokenizer.json");
  without["model"].erase("merges");
  CHECK(failure([&] { read_tokenizer_json(without); }) == merges_type + "null, expected = array)");
  CHECK(setting("/model/merges", Json::array({Json::array({"a"})})).starts_with("merge_line (line = 1, got = [\"a\"])"));
  CHECK(setting("/model/merges", {"a"}) == "merge_line (line = 1, got = a)");
  CHECK(setting("/model/merges", {7}) == "merge_line (line = 1, got = 7)");

  const ByteLevelTokenizer tokenizer = small();
  CHECK(failure([&] { tokenizer.decode(Ids{0, -1}); }).starts_with("out_of_range (argument = ids[1]"));
  CHECK(failure([&] {
          tokenizer.decode(Ids{std::int32_t(tokenizer.vocab_size())});
        }).starts_with("out_of_range (argument = ids[0]"));
}

}  // namespace whereabouts::test
