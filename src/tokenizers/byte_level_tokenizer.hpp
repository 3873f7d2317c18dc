// Byte-level tokenizers, GPT-2's and those that came after: a text is cut into words (words.hpp), and in each word
// neighbouring tokens, bytes at first, become one by the vocabulary's merges. Any sequence of bytes goes through and
// comes back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tokenizers/byte_level.hpp"

namespace whereabouts {

/// Added tokens by their first byte; of one byte's, the longest first.
class AddedTokens {
 public:
  void add(const AddedToken& token);
  /// The longest that a text begins with; null where there is none.
  const AddedToken* at_start_of(std::string_view text) const;
  /// The leftmost in a text, and of those the longest, one after the other: calls `plain` with what stands between them
  /// and `token` with each.
  template <class Plain, class Token>
  void each(std::string_view text, Plain plain, Token token) const;

 private:
  std::array<std::vector<AddedToken>, 256> by_first_;
};

/// `composed`: in Normalization Form C, and without tokens that are looked for before that.
enum class TextForm { any, composed };

class ByteLevelTokenizer {
 public:
  explicit ByteLevelTokenizer(ByteLevelVocabulary vocabulary);

  std::size_t vocab_size() const { return vocabulary_.tokens.size(); }

  /// Whether texts are to be in Normalization Form C. Bringing them there needs tables that every browser has: it is
  /// the caller's part.
  bool wants_nfc() const { return vocabulary_.nfc; }

  /// Tokens that are looked for before a text is normalized.
  std::vector<std::string> raw_tokens() const;

  /// The ids of a text in UTF-8, or of any bytes. Words that were met before are remembered. Where the text is to be in
  /// Normalization Form C, `normalize` brings it there. Without it and without the caller's word that the text is
  /// composed, "not_in_nfc" names the first byte of what might not be: from U+0300, the first combining mark, on.
  /// "byte_without_token" where the vocabulary lacks a byte of the text.
  std::vector<std::int32_t> encode(std::string_view text, TextForm form = TextForm::any, Normalize normalize = nullptr);

  /// The bytes that the ids stand for. "out_of_range" names the first id that there is none of.
  std::string decode(std::span<const std::int32_t> ids) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view word) const { return std::hash<std::string_view>()(word); }
  };
  struct Pair {
    std::uint64_t key;  // left and right
    std::uint32_t rank;
  };

  void encode_composed(std::string_view text, std::vector<std::int32_t>& ids);
  void encode_plain(std::string_view text, std::vector<std::int32_t>& ids);
  void require_every_byte(std::string_view text) const;
  void encode_word(std::string_view word, std::vector<std::int32_t>& ids);
  std::optional<std::int32_t> whole_token(std::string_view word) const;
  void merge_word(std::string_view word, std::vector<std::int32_t>& ids);
  void consider(std::uint32_t left);
  bool is_there(const Merge& merge, std::uint32_t left) const;

  ByteLevelVocabulary vocabulary_;
  AddedTokens raw_, added_;
  std::vector<std::int32_t> byte_ids_;  // [256]
  std::vector<std::int32_t> by_bytes_;  // ids by their tokens' bytes, where words are looked for whole
  bool lacks_bytes_ = false;
  std::vector<Pair> pairs_;  // by key
  std::unordered_map<std::string, std::vector<std::int32_t>, Hash, std::equal_to<>> known_;

  // Of the word under way: a list of tokens, each at the place of its first byte, and the merges that are possible.
  std::vector<std::int32_t> token_at_;
  std::vector<std::uint32_t> next_, before_;
  std::vector<std::uint64_t> possible_;  // a heap, least first: rank, then place
  std::vector<std::uint32_t> round_;
};

}  // namespace whereabouts
