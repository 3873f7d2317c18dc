#include "tokenizers/byte_level_tokenizer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "error.hpp"
#include "tokenizers/utf8.hpp"
#include "tokenizers/words.hpp"

namespace whereabouts {
namespace {

constexpr std::size_t longest_known = 64;     // bytes of a word that is worth remembering
constexpr std::size_t most_known = 1u << 16;  // words
constexpr std::int32_t merged = -1;           // at the place of a token that became part of the one before it
constexpr std::int32_t none = -1;             // of a byte that is no token

std::uint64_t key_of(std::int32_t left, std::int32_t right) {
  return std::uint64_t(std::uint32_t(left)) << 32 | std::uint32_t(right);
}

/// `begun`: where in the whole text this piece of it begins.
void require_below_combining_marks(std::string_view text, std::size_t begun) {
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, length] = first_character(text.substr(at));
    if (point >= 0x300 && point != no_code_point)
      throw Error(ErrorCode::unsupported, "not_in_nfc",
                  {{"argument", std::string("text")}, {"index", double(begun + at)}});
    at += length;
  }
}

}  // namespace

void AddedTokens::add(const AddedToken& token) {
  auto& list = by_first_[std::uint8_t(token.content[0])];
  const auto shorter = std::find_if(
      list.begin(), list.end(), [&](const AddedToken& other) { return other.content.size() < token.content.size(); });
  list.insert(shorter, token);
}

const AddedToken* AddedTokens::at_start_of(std::string_view text) const {
  for (const AddedToken& token : by_first_[std::uint8_t(text[0])])
    if (text.starts_with(token.content)) return &token;
  return nullptr;
}

template <class Plain, class Token>
void AddedTokens::each(std::string_view text, Plain plain, Token token) const {
  std::size_t begun = 0;
  for (std::size_t at = 0; at < text.size();) {
    const AddedToken* found = at_start_of(text.substr(at));
    if (!found) {
      ++at;
      continue;
    }
    plain(text.substr(begun, at - begun));
    token(*found);
    at += found->content.size();
    begun = at;
  }
  plain(text.substr(begun));
}

ByteLevelTokenizer::ByteLevelTokenizer(ByteLevelVocabulary vocabulary)
    : vocabulary_(std::move(vocabulary)), byte_ids_(256, none) {
  for (std::size_t id = vocabulary_.tokens.size(); id-- > 0;) {
    const std::string& token = vocabulary_.tokens[id];
    if (token.size() == 1) byte_ids_[std::uint8_t(token[0])] = std::int32_t(id);
  }
  for (std::size_t rank = 0; rank < vocabulary_.merges.size(); ++rank)
    pairs_.push_back({key_of(vocabulary_.merges[rank].left, vocabulary_.merges[rank].right), std::uint32_t(rank)});
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
  for (const AddedToken& token : vocabulary_.added) (token.raw ? raw_ : added_).add(token);
  lacks_bytes_ = std::find(byte_ids_.begin(), byte_ids_.end(), none) != byte_ids_.end();
  if (!vocabulary_.words_first) return;
  by_bytes_.resize(vocabulary_.tokens.size());
  std::iota(by_bytes_.begin(), by_bytes_.end(), 0);
  std::stable_sort(by_bytes_.begin(), by_bytes_.end(), [&](std::int32_t a, std::int32_t b) {
    return vocabulary_.tokens[std::size_t(a)] < vocabulary_.tokens[std::size_t(b)];
  });
}

std::vector<std::string> ByteLevelTokenizer::raw_tokens() const {
  std::vector<std::string> contents;
  for (const AddedToken& token : vocabulary_.added)
    if (token.raw) contents.push_back(token.content);
  return contents;
}

std::vector<std::int32_t> ByteLevelTokenizer::encode(std::string_view text, TextForm form, Normalize normalize) {
  std::vector<std::int32_t> ids;
  if (form == TextForm::composed) {
    encode_composed(text, ids);
    return ids;
  }
  const auto encode_raw = [&](std::string_view piece) {
    if (!vocabulary_.nfc) return encode_composed(piece, ids);
    if (normalize) return encode_composed(normalize(piece), ids);
    require_below_combining_marks(piece, std::size_t(piece.data() - text.data()));
    encode_composed(piece, ids);
  };
  raw_.each(text, encode_raw, [&](const AddedToken& token) { ids.push_back(token.id); });
  return ids;
}

/// A text in the form that is asked for, without tokens that are looked for before that.
void ByteLevelTokenizer::encode_composed(std::string_view text, std::vector<std::int32_t>& ids) {
  added_.each(
      text, [&](std::string_view piece) { encode_plain(piece, ids); },
      [&](const AddedToken& token) { ids.push_back(token.id); });
}

/// A text without added tokens.
void ByteLevelTokenizer::encode_plain(std::string_view text, std::vector<std::int32_t>& ids) {
  if (lacks_bytes_) require_every_byte(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = word_end(vocabulary_.cutting, text, at);
    encode_word(text.substr(at, end - at), ids);
    at = end;
  }
}

void ByteLevelTokenizer::require_every_byte(std::string_view text) const {
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, length] = first_character(text.substr(at));
    const std::string_view character = text.substr(at, length);
    const std::string_view shown = point == no_code_point ? "\xef\xbf\xbd" : character;
    for (const char byte : character)
      if (byte_ids_[std::uint8_t(byte)] == none)
        throw Error(ErrorCode::unsupported, "byte_without_token",
                    {{"got", double(std::uint8_t(byte))}, {"character", std::string(shown)}});
    at += length;
  }
}

void ByteLevelTokenizer::encode_word(std::string_view word, std::vector<std::int32_t>& ids) {
  if (const auto found = known_.find(word); found != known_.end()) {
    ids.insert(ids.end(), found->second.begin(), found->second.end());
    return;
  }
  const std::size_t before = ids.size();
  if (const auto whole = whole_token(word))
    ids.push_back(*whole);
  else
    merge_word(word, ids);
  if (word.size() > longest_known) return;
  if (known_.size() >= most_known) known_.clear();  // a text of nothing but new words must not fill the memory
  known_.emplace(word, std::vector<std::int32_t>(ids.begin() + std::ptrdiff_t(before), ids.end()));
}

/// The token that a word is, where words are looked for before merges are.
std::optional<std::int32_t> ByteLevelTokenizer::whole_token(std::string_view word) const {
  const auto found = std::lower_bound(by_bytes_.begin(), by_bytes_.end(), word, [&](std::int32_t id, auto wanted) {
    return vocabulary_.tokens[std::size_t(id)] < wanted;
  });
  if (found == by_bytes_.end() || vocabulary_.tokens[std::size_t(*found)] != word) return std::nullopt;
  return *found;
}

/// Adds the merge of the token at `left` with the one after it, where there is one.
void ByteLevelTokenizer::consider(std::uint32_t left) {
  const std::uint32_t right = next_[left];
  if (right == token_at_.size()) return;
  const std::uint64_t key = key_of(token_at_[left], token_at_[right]);
  const auto found = std::lower_bound(pairs_.begin(), pairs_.end(), key,
                                      [](const Pair& pair, std::uint64_t k) { return pair.key < k; });
  if (found == pairs_.end() || found->key != key) return;
  possible_.push_back(std::uint64_t(found->rank) << 32 | left);
  std::push_heap(possible_.begin(), possible_.end(), std::greater<>());
}

/// Whether that merge can still be made at this place: its tokens may have become parts of others.
bool ByteLevelTokenizer::is_there(const Merge& merge, std::uint32_t left) const {
  return token_at_[left] == merge.left && next_[left] < token_at_.size() && token_at_[next_[left]] == merge.right;
}

void ByteLevelTokenizer::merge_word(std::string_view word, std::vector<std::int32_t>& ids) {
  const std::size_t size = word.size();
  token_at_.resize(size);
  next_.resize(size);
  before_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    token_at_[i] = byte_ids_[std::uint8_t(word[i])];
    next_[i] = std::uint32_t(i + 1);
    before_[i] = std::uint32_t(i - 1);
  }
  for (std::size_t i = 0; i + 1 < size; ++i) consider(std::uint32_t(i));

  // GPT-2's encoder takes the lowest rank there is and merges all its places from left to right before it looks again.
  // What a merge makes possible waits for the next round even where its rank is lower: merges need not stand in an
  // order that rules this out. Hugging Face's tokenizers takes the leftmost place alone and looks again.
  while (!possible_.empty()) {
    const std::uint64_t rank = possible_.front() >> 32;
    round_.clear();
    do {
      round_.push_back(std::uint32_t(possible_.front()));
      std::pop_heap(possible_.begin(), possible_.end(), std::greater<>());
      possible_.pop_back();
    } while (vocabulary_.in_rounds && !possible_.empty() && possible_.front() >> 32 == rank);
    const Merge& merge = vocabulary_.merges[rank];
    for (const std::uint32_t left : round_) {
      if (!is_there(merge, left)) continue;
      const std::uint32_t right = next_[left];
      token_at_[left] = merge.result;
      token_at_[right] = merged;
      next_[left] = next_[right];
      if (next_[left] < size) before_[next_[left]] = left;
      if (left > 0) consider(before_[left]);
      consider(left);
    }
  }
  for (std::size_t i = 0; i < size; i = next_[i]) ids.push_back(token_at_[i]);
}

std::string ByteLevelTokenizer::decode(std::span<const std::int32_t> ids) const {
  std::string bytes;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    require_whole("ids[" + std::to_string(i) + "]", ids[i], 0, double(vocab_size()) - 1);
    bytes += vocabulary_.tokens[std::size_t(ids[i])];
  }
  return bytes;
}

}  // namespace whereabouts
