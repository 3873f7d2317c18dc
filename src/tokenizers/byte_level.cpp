#include "tokenizers/byte_level.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "error.hpp"
#include "tokenizers/tokenizer_settings.hpp"
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

void require_bytes(const TokenIndex& index, unsigned first, unsigned last) {
  for (unsigned byte = first; byte <= last; ++byte)
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
  require_bytes(index, 0, 255);
  MergeReader reader(index, vocabulary);
  read_merge_lines(merges, reader);
  require_different(vocabulary.merges, vocabulary.tokens);
  return vocabulary;
}

bool is_plainly_in_form_c(std::string_view text) {
  // Up to the first combining mark; Cyrillic without its marks; punctuation; arrows to dingbats; kana without their
  // marks; CJK ideographs; syllables of Hangul; fullwidth forms; emoji.
  constexpr char32_t runs[][2] = {{0, 0x2ff},         {0x400, 0x482},     {0x48a, 0x52f},   {0x2010, 0x2027},
                                  {0x2190, 0x2328},   {0x2400, 0x27bf},   {0x3041, 0x3096}, {0x30a0, 0x30ff},
                                  {0x3400, 0x9fff},   {0xac00, 0xd7a3},   {0xff01, 0xff9d}, {0x1f300, 0x1faff}};
  while (!text.empty()) {
    const auto [point, length] = first_character(text);
    const bool plain = std::any_of(std::begin(runs), std::end(runs),
                                   [point = point](const auto& run) { return run[0] <= point && point <= run[1]; });
    if (!plain) return false;
    text.remove_prefix(length);
  }
  return true;
}

ByteLevelVocabulary read_tokenizer_json(const Json& file, Normalize normalize) {
  object_of(file, "tokenizerJson");
  const Json &model = entry(file, "model"), &vocab = entry(model, "vocab");
  if (vocab.is_null() && entry(model, "type").is_null()) object_of(vocab, "tokenizerJson.model.vocab");  // no tokenizer
  const TokenizerSettings settings = read_settings(file);
  const auto& entries = object_of(vocab, "tokenizerJson.model.vocab");
  const Json& added = entry(file, "added_tokens");

  ByteLevelVocabulary vocabulary;
  vocabulary.nfc = settings.nfc;
  vocabulary.cutting = settings.cutting;
  vocabulary.words_first = settings.words_first;
  vocabulary.in_rounds = false;
  TokenList list(entries.size() + added.size());
  std::set<std::string> contents;
  for (const Json& token : added) {
    const Json &content = entry(token, "content"), &id = entry(token, "id");
    if (!content.is_string() || content == "") fail("added_token", {{"got", token.dump(-1, ' ', true).substr(0, 80)}});
    for (const char* name : {"single_word", "lstrip", "rstrip"})
      require_setting(entry(token, name), name, entry(token, name).is_null() || entry(token, name) == false, "false");
    const auto& text = content.get_ref<const std::string&>();
    list.add(text, id, text);
    contents.insert(text);
    const Json& normalized = entry(token, "normalized");
    const bool raw = normalized.is_null() ? entry(token, "special") == true : normalized == false;
    const bool in_form_c = settings.nfc && !raw;
    if (in_form_c && !normalize && !is_plainly_in_form_c(text))
      throw Error(ErrorCode::unsupported, "token_not_in_nfc", {{"token", text}});
    vocabulary.added.push_back({in_form_c && normalize ? normalize(text) : text, id.get<std::int32_t>(), raw});
  }
  for (const auto& [token, id] : entries) list.add(token, id, contents.contains(token) ? token : spelled_bytes(token));
  vocabulary.tokens = std::move(list).whole();

  const TokenIndex index(vocabulary.tokens);
  require_bytes(index, ' ', '~');
  MergeReader reader(index, vocabulary);
  const Json& merges = entry(model, "merges");
  if (!merges.is_array()) fail_type("tokenizerJson.model.merges", type_name(merges), "array");
  double number = 0;
  for (const Json& merge : merges) {
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
