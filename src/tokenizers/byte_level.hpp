// The vocabulary of a byte-level tokenizer (GPT-2: Radford et al. 2019, section 2.2), as its files spell it and as it
// is used.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "options.hpp"
#include "tokenizers/words.hpp"

namespace whereabouts {

/// Two tokens that become one. Its place in the list is its rank: the lowest is merged first.
struct Merge {
  std::int32_t left, right, result;  // ids
};

/// A token that is looked for in a text before words are cut, and taken whole.
struct AddedToken {
  std::string content;  // as it is looked for: normalized where texts are by then
  std::int32_t id;
  bool raw = false;  // looked for before the text is normalized
};

struct ByteLevelVocabulary {
  std::vector<std::string> tokens;  // the bytes that each id stands for
  std::vector<Merge> merges;
  std::vector<AddedToken> added;
  bool nfc = false;  // texts are to be in Normalization Form C first
  Cutting cutting = Cutting::gpt2;
  bool words_first = false;  // a word that is a token becomes that one, whatever merges would make of it
  bool in_rounds = true;     // all places of a merge before the next is looked for, as GPT-2's encoder does it
};

using Normalize = std::string (*)(std::string_view);

/// The files spell a byte as a character that can be seen: printable Latin-1 as itself, the others from U+0100 on, a
/// space as U+0120. The bytes of a token so spelled; nothing where it has a character that stands for no byte.
std::optional<std::string> unspelled(std::string_view token);

/// From vocab.json, parsed, and the text of merges.txt, whose first line may be "#version: ..." and whose lines hold
/// two tokens each. No token is looked for in a text first: GPT-2's own encoder reads "<|endoftext|>" as the characters
/// that it is made of. Errors, all "malformed_file": "vocabulary_id", "vocabulary_repeated", "vocabulary_hole" (ids are
/// 0 .. n - 1, each once), "not_byte_level", "missing_byte", "merge_line", "merge_unknown", "merge_repeated".
ByteLevelVocabulary read_vocab_and_merges(const Json& vocab, std::string_view merges);

/// From tokenizer.json, parsed; its added tokens are looked for in a text first, the leftmost and of those the longest,
/// and one merge is made at a time, as Hugging Face's tokenizers does. A byte beyond printable ASCII may be no token.
/// `normalize` brings texts into Normalization Form C, and added tokens that are looked for in such texts too; without
/// it these must be seen to be in that form. Errors: those above, those of read_settings, "added_token",
/// "token_not_in_nfc".
ByteLevelVocabulary read_tokenizer_json(const Json& file, Normalize normalize = nullptr);

/// Whether a text can be seen to be in Normalization Form C without tables: all its characters are from before the first
/// combining mark, or from scripts none of whose characters changes alone or after another one of these.
bool is_plainly_in_form_c(std::string_view text);

}  // namespace whereabouts
