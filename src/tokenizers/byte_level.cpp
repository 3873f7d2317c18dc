#include "tokenizers/byte_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "error.hpp"
#include "tokenizers/utf8.hpp"

namespace whereabouts {
namespace {

[[noreturn]] void fail(const char* key, Error::Fields fields) {
  throw Error(ErrorCode::malformed_file, key, std::move(fields));
}

/// Whether a byte is spelled as the character with its own number.
constexpr bool is_printable(unsigned byte) {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
}

constexpr char32_t first_stand_in = 0x100;

/// The bytes that are not printable, in order: they are spelled U+0100, U+0101 ...
constexpr std::array<std::uint8_t, 68> hidden_bytes = [] {
  std::array<std::uint8_t, 68> list{};
  std::size_t count = 0;
  for (unsigned byte = 0; byte < 256; ++byte)
    if (!is_printable(byte)) list[count++] = std::uint8_t(byte);
  return list;
}();

/// Ids by the bytes that they stand for.
class TokenIndex {
 public:
  explicit TokenIndex(const std::vector<std::string>& tokens) {
    for (std::size_t id = 0; id < tokens.size(); ++id) order_.emplace_back(tokens[id], std::int32_t(id));
    std::sort(order_.begin(), order_.end());
  }
  std::optional<std::int32_t> find(std::string_view token) const {
    const auto found = std::lower_bound(order_.begin(), order_.end(), std::pair(token, std::int32_t(0)));
    if (found == order_.end() || found->first != token) return std::nullopt;
    return found->second;
  }

 private:
  std::vector<std::pair<std::string_view, std::int32_t>> order_;
};

/// Collects what ids stand for, each once.
class TokenList {
 public:
  explicit TokenList(std::size_t most) : most_(most) {}

  void add(const std::string& shown, const Json& id, std::string token) {
    const double number = id.is_number() ? id.get<double>() : -1;
    if (!(number >= 0 && number < double(most_)) || number != std::floor(number))
      fail("vocabulary_id", {{"token", shown}, {"got", id.dump(-1, ' ', true)}, {"maximum", double(most_) - 1}});
    const std::size_t at = std::size_t(number);
    if (at >= tokens_.size()) {
      tokens_.resize(at + 1);
      given_.resize(at + 1);
    }
    // An added token may stand in the vocabulary too.
    if (given_[at] && tokens_[at] != token) fail("vocabulary_repeated", {{"token", shown}, {"got", number}});
    given_[at] = true;
    tokens_[at] = std::move(token);
  }
  std::vector<std::string> whole() && {
    const auto hole = std::find(given_.begin(), given_.end(), false);
    if (hole != given_.end()) fail("vocabulary_hole", {{"got", double(hole - given_.begin())}});
    return std::move(tokens_);
  }

 private:
  std::size_t most_;
  std::vector<std::string> tokens_;
  std::vector<bool> given_;
};

void require_every_byte(const TokenIndex& index) {
  for (unsigned byte = 0; byte < 256; ++byte)
    if (!index.find(std::string(1, char(byte)))) fail("missing_byte", {{"got", double(byte)}});
}

/// Reads one merge after the other; `number` is how people count them in the file.
class MergeReader {
 public:
  MergeReader(const TokenIndex& index, ByteLevelVocabulary& vocabulary) : index_(index), vocabulary_(vocabulary) {}

  void read(std::string_view line, double number) {
    const std::size_t space = line.find(' ');
    if (space == line.npos || space == 0 || space + 1 == line.size() || line.find(' ', space + 1) != line.npos)
      fail("merge_line", {{"line", number}, {"got", std::string(line)}});
    read(line.substr(0, space), line.substr(space + 1), number);
  }
  void read(std::string_view left, std::string_view right, double number) {
    const auto first = unspelled(left), second = unspelled(right);
    const auto find = [&](const auto& token) { return token ? index_.find(*token) : std::nullopt; };
    const auto left_id = find(first), right_id = find(second);
    const auto result = first && second ? index_.find(*first + *second) : std::nullopt;
    if (!left_id || !right_id || !result)
      fail("merge_unknown", {{"line", number}, {"got", std::string(left) + " " + std::string(right)}});
    vocabulary_.merges.push_back({*left_id, *right_id, *result});
  }

 private:
  const TokenIndex& index_;
  ByteLevelVocabulary& vocabulary_;
};

void require_different(const std::vector<Merge>& merges, const std::vector<std::string>& tokens) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (const Merge& merge : merges) pairs.emplace_back(merge.left, merge.right);
  std::sort(pairs.begin(), pairs.end());
  const auto twice = std::adjacent_find(pairs.begin(), pairs.end());
  if (twice != pairs.end())
    fail("merge_repeated",
         {{"left", tokens[std::size_t(twice->first)]}, {"right", tokens[std::size_t(twice->second)]}});
}

const Json::object_t& object_of(const Json& value, const char* name) {
  if (!value.is_object()) fail_type(name, type_name(value), "object");
  return value.get_ref<const Json::object_t&>();
}

std::string spelled_bytes(const std::string& token) {
  auto bytes = unspelled(token);
  if (!bytes) fail("not_byte_level", {{"token", token}});
  return *std::move(bytes);
}

/// Lines as text editors count them; the last may end in a line break or not.
void read_merge_lines(std::string_view text, MergeReader& reader) {
  double number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    // Eight of GPT-2's merges begin with '#': only this first line says something else. Some copies have none.
    if (number == 1 && line.starts_with("#version")) continue;
    if (line.empty() && text.find_first_not_of("\r\n") == text.npos) break;
    reader.read(line, number);
  }
}

void require_setting(const Json& got, const char* name, bool as_needed, const char* allowed) {
  if (as_needed) return;
  throw Error(ErrorCode::unsupported, "unsupported_tokenizer",
              {{"argument", std::string(name)},
               {"got", got.dump(-1, ' ', true).substr(0, 80)},
               {"allowed", std::string(allowed)}});
}

/// An entry of an object; null where there is none.
const Json& entry(const Json& object, const char* name) {
  static const Json none;
  if (!object.is_object()) return none;
  const auto found = object.find(name);
  return found == object.end() ? none : *found;
}

bool is_off(const Json& value) { return value.is_null() || value == false || value == "" || value == 0; }

/// What would make a text other tokens than GPT-2's rules make of it is refused.
void require_gpt2_rules(const Json& file) {
  const Json& model = entry(file, "model");
  require_setting(entry(model, "type"), "model.type", entry(model, "type").is_null() || entry(model, "type") == "BPE",
                  "\"BPE\"");
  for (const char* name :
       {"dropout", "continuing_subword_prefix", "end_of_word_suffix", "byte_fallback", "ignore_merges"})
    require_setting(entry(model, name), name, is_off(entry(model, name)), "null");
  const Json& normalizer = entry(file, "normalizer");
  require_setting(normalizer, "normalizer", normalizer.is_null() || entry(normalizer, "type") == "NFC", "null");
}

bool is_byte_level(const Json& step) {
  const bool by_pattern = entry(step, "use_regex").is_null() || entry(step, "use_regex") == true;
  return entry(step, "type") == "ByteLevel" && by_pattern && is_off(entry(step, "add_prefix_space"));
}

/// Whether numbers stand apart; any other way of cutting than GPT-2's, or that before it, is refused.
bool read_digits_apart(const Json& file) {
  const Json& cut = entry(file, "pre_tokenizer");
  if (is_byte_level(cut)) return false;
  const Json& steps = entry(cut, "pretokenizers");
  const bool apart = entry(cut, "type") == "Sequence" && steps.size() == 2 && entry(steps[0], "type") == "Digits" &&
                     entry(steps[0], "individual_digits") == true && is_byte_level(steps[1]);
  require_setting(cut, "pre_tokenizer", apart, "{\"type\": \"ByteLevel\", \"add_prefix_space\": false}");
  return true;
}

}  // namespace

std::optional<std::string> unspelled(std::string_view token) {
  std::string bytes;
  while (!token.empty()) {
    const auto [point, length] = first_character(token);
    token.remove_prefix(length);
    if (point < first_stand_in && is_printable(point))
      bytes += char(point);
    else if (point >= first_stand_in && point - first_stand_in < hidden_bytes.size())
      bytes += char(hidden_bytes[point - first_stand_in]);
    else
      return std::nullopt;
  }
  return bytes;
}

ByteLevelVocabulary read_vocab_and_merges(const Json& vocab, std::string_view merges) {
  const auto& entries = object_of(vocab, "vocab");
  TokenList list(entries.size());
  for (const auto& [token, id] : entries) list.add(token, id, spelled_bytes(token));
  ByteLevelVocabulary vocabulary;
  vocabulary.tokens = std::move(list).whole();
  const TokenIndex index(vocabulary.tokens);
  require_every_byte(index);
  MergeReader reader(index, vocabulary);
  read_merge_lines(merges, reader);
  require_different(vocabulary.merges, vocabulary.tokens);
  return vocabulary;
}

ByteLevelVocabulary read_tokenizer_json(const Json& file) {
  object_of(file, "tokenizerJson");
  require_gpt2_rules(file);
  const Json& model = entry(file, "model");
  const auto& entries = object_of(entry(model, "vocab"), "tokenizerJson.model.vocab");
  const Json& added = entry(file, "added_tokens");

  ByteLevelVocabulary vocabulary;
  vocabulary.nfc = !entry(file, "normalizer").is_null();
  vocabulary.digits_apart = read_digits_apart(file);
  TokenList list(entries.size() + added.size());
  for (const Json& token : added) {
    const Json &content = entry(token, "content"), &id = entry(token, "id");
    if (!content.is_string() || content == "") fail("added_token", {{"got", token.dump(-1, ' ', true).substr(0, 80)}});
    for (const char* name : {"single_word", "lstrip", "rstrip"})
      require_setting(entry(token, name), name, entry(token, name).is_null() || entry(token, name) == false, "false");
    const auto& text = content.get_ref<const std::string&>();
    list.add(text, id, text);
    const Json& normalized = entry(token, "normalized");
    const bool raw = normalized.is_null() ? entry(token, "special") == true : normalized == false;
    vocabulary.added.push_back({text, id.get<std::int32_t>(), raw});
  }
  const auto is_added = [&](const std::string& token) {
    return std::any_of(vocabulary.added.begin(), vocabulary.added.end(),
                       [&](const auto& a) { return a.content == token; });
  };
  for (const auto& [token, id] : entries) list.add(token, id, is_added(token) ? token : spelled_bytes(token));
  vocabulary.tokens = std::move(list).whole();

  const TokenIndex index(vocabulary.tokens);
  require_every_byte(index);
  MergeReader reader(index, vocabulary);
  double number = 0;
  for (const Json& merge : entry(model, "merges")) {
    ++number;
    if (merge.is_string())
      reader.read(merge.get_ref<const std::string&>(), number);
    else if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
      reader.read(merge[0].get_ref<const std::string&>(), merge[1].get_ref<const std::string&>(), number);
    else
      fail("merge_line", {{"line", number}, {"got", merge.dump(-1, ' ', true)}});
  }
  require_different(vocabulary.merges, vocabulary.tokens);
  return vocabulary;
}

}  // namespace whereabouts
