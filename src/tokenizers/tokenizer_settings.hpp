// What a tokenizer.json asks for beside its vocabulary.
#pragma once

#include "options.hpp"
#include "tokenizers/words.hpp"

namespace whereabouts {

struct TokenizerSettings {
  bool nfc = false;  // texts in Normalization Form C
  Cutting cutting = Cutting::gpt2;
  bool words_first = false;  // its name there: ignore_merges
};

/// Of a byte-level tokenizer's file, parsed. What would make a text other tokens than the ways that are known here do
/// is "unsupported_tokenizer", which names the setting, or "unsupported_cutting", which names the pattern.
/// A vocabulary of characters, as SentencePiece makes them, is "unsupported_characters".
TokenizerSettings read_settings(const Json& file);

/// An entry of an object; null where there is none.
const Json& entry(const Json& object, const char* name);

/// "unsupported_tokenizer" with the setting's name, what stands there and what is allowed, unless it is `as_needed`.
void require_setting(const Json& got, const char* name, bool as_needed, const char* allowed);

}  // namespace whereabouts
