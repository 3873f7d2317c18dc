// Text as token ids, one for each character. Nothing is kept between calls: such a tokenizer is no more than its characters, and
// putting its table together costs less than a handle that somebody must give back. GPT-2's stands in session_checkpoints.cpp.
#include "bindings/session_methods.hpp"
#include "tokenizers/character_tokenizer.hpp"

namespace whereabouts {
namespace {

/// options: characters. { vocab_size }.
Json create_tokenizer(SessionState&, Options& arguments) {
  Options options(arguments.raw("options"));
  const std::string characters = text_of(options, "characters");
  options.refuse_others();
  return record({{"vocab_size", double(CharacterTokenizer(characters).vocab_size())}});
}

/// characters, text. Int32Array.
Json encode_text(SessionState&, Options& arguments) {
  const CharacterTokenizer tokenizer(text_of(arguments, "characters"));
  const auto ids = tokenizer.encode(text_of(arguments, "text"));
  return binary(std::span<const std::int32_t>(ids));
}

/// characters, ids. The text in UTF-8, as bytes.
Json decode_tokens(SessionState&, Options& arguments) {
  const CharacterTokenizer tokenizer(text_of(arguments, "characters"));
  const std::string text = tokenizer.decode(whole_numbers_of(arguments, "ids", 0, double(tokenizer.vocab_size() - 1)));
  return binary(std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
}

constexpr Method methods[] = {
    {"createTokenizer", create_tokenizer},
    {"encodeText", encode_text},
    {"decodeTokens", decode_tokens},
};

}  // namespace

std::span<const Method> tokenizer_methods() { return methods; }

}  // namespace whereabouts
