// What a model is, in the words of a Hugging Face GPT-2 config.json, plus `causal` and `position`.
#pragma once

#include <cstddef>
#include <string_view>

#include "encodings/encoding.hpp"

namespace whereabouts {

/// "gelu_new" is GPT-2's tanh form, "gelu" the exact one with erf (Hendrycks and Gimpel 2016, arXiv:1606.08415, section
/// 2). They differ by up to 5e-4 in one value, which is 4e-3 in the logits of a small GPT-2: never guess one for the
/// other.
enum class ActivationFunction { gelu_new, gelu };

std::string_view to_string(ActivationFunction function);

struct Config {
  std::size_t n_layer = 0;
  std::size_t n_head = 0;
  std::size_t n_embd = 0;
  std::size_t n_positions = 0;  // rows of a learned table; limits no other encoding
  std::size_t vocab_size = 0;
  std::size_t n_inner = 0;  // width of the hidden layer of the MLP
  ActivationFunction activation_function = ActivationFunction::gelu_new;
  double layer_norm_epsilon = 1e-5;
  bool causal = true;
  bool tie_word_embeddings = true;
  Json position = {{"kind", "learned"}};  // every default of the encoding filled in by from_json

  std::size_t head_dim() const { return n_embd / n_head; }
  ModelShape shape() const { return {n_embd, n_head, head_dim(), n_positions, causal}; }

  /// Reads and checks a config object: model_type (only "gpt2"), n_layer, n_head, n_embd, n_positions and vocab_size
  /// are required, the rest has the defaults above (n_inner: 4 * n_embd). Other keys of a real config.json are ignored,
  /// except those that would make the numbers different: they are refused by name.
  static Config from_json(const Json& json);
  /// The same object with every default filled in; from_json(to_json()) is the same config.
  Json to_json() const;
};

}  // namespace whereabouts
