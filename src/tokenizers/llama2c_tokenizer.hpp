// The tokenizer.bin of Karpathy's llama2.c (its tokenizer.py's export, run.c's encode and decode): Llama's
// SentencePiece vocabulary with a score for each token. Neighbouring tokens become one where that is a token, the best
// score first; a character that is none is spelled in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

class Llama2cTokenizer {
 public:
  static constexpr std::int32_t begin_token = 1, end_token = 2;

  /// The whole file. Errors, "malformed_file": "tokenizer_bin" where it is none, or ends early.
  explicit Llama2cTokenizer(std::span<const std::byte> file);

  std::size_t vocab_size() const { return tokens_.size(); }

  /// The ids of a text, without begin or end token; as run.c, with a space in front of it.
  std::vector<std::int32_t> encode(std::string_view text) const;

  /// The bytes that the ids stand for. Begin and end stand for none; the space that encode put in front goes again.
  /// "out_of_range" names the first id that there is none of.
  std::string decode(std::span<const std::int32_t> ids) const;

 private:
  std::optional<std::int32_t> find(std::string_view token) const;

  std::vector<std::string> tokens_;
  std::vector<float> scores_;
  std::vector<std::int32_t> order_;  // ids by their tokens' bytes
};

}  // namespace whereabouts
