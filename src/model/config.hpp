// What a model is, in the words of a Hugging Face config.json, plus `causal` and `position`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "encodings/encoding.hpp"
#include "options.hpp"

namespace whereabouts {

/// "gelu_new" is GPT-2's tanh form, "gelu" the exact one with erf (Hendrycks and Gimpel 2016, arXiv:1606.08415, section
/// 2). They differ by up to 5e-4 in one value, which is 4e-3 in the logits of a small GPT-2: never guess one for the
/// other.
enum class ActivationFunction { gelu_new, gelu };

std::string_view to_string(ActivationFunction function);

/// Which arithmetic a block does. gpt2: LayerNorm, biases everywhere, GELU. llama: RMSNorm, a SwiGLU of three matrices,
/// fewer key and value heads than query heads, no biases unless the config says so; Mistral and Qwen2 are of this shape. neox: GPT-NeoX
/// and GPT-J (neox_family.hpp).
enum class Family { gpt2, llama, neox };

struct Config {
  std::string model_type = "gpt2";  // of model_types()
  std::size_t n_layer = 0;
  std::size_t n_head = 0;
  std::size_t n_embd = 0;
  std::size_t n_positions = 0;  // rows of a learned table; limits no other encoding
  std::size_t vocab_size = 0;
  std::size_t n_inner = 0;  // width of the hidden layer of the MLP
  ActivationFunction activation_function = ActivationFunction::gelu_new;
  double layer_norm_epsilon = 1e-5;  // rms_norm_eps in the llama family
  bool causal = true;
  bool tie_word_embeddings = true;
  Json position = {{"kind", "learned"}};  // every default of the encoding filled in by from_json

  // The llama family alone; in the other, what GPT-2 has.
  std::size_t n_kv_head = 0;        // 0: n_head. Consecutive query heads share one key and value head
  std::size_t explicit_head_dim = 0;  // 0: n_embd / n_head
  bool qkv_bias = false;            // on queries, keys and values
  bool output_bias = false;         // on attention's output

  // The neox family alone.
  bool parallel_residual = false;  // attention and MLP read the same stream
  bool shared_norm = false;        // and the same norm of it
  bool fused_qkv = false;          // queries, keys and values from one matrix, its rows head by head
  bool head_bias = false;

  Family family() const {
    if (model_type == "gpt2") return Family::gpt2;
    return model_type == "gpt_neox" || model_type == "gptj" ? Family::neox : Family::llama;
  }
  std::size_t head_dim() const { return explicit_head_dim ? explicit_head_dim : n_embd / n_head; }
  std::size_t kv_heads() const { return n_kv_head ? n_kv_head : n_head; }
  /// Columns of all queries, and of all keys or all values.
  std::size_t query_width() const { return n_head * head_dim(); }
  std::size_t kv_width() const { return kv_heads() * head_dim(); }
  ModelShape shape() const { return {n_embd, n_head, head_dim(), n_positions, causal}; }

  /// Every model_type that is read.
  static const std::vector<std::string>& model_types();
  /// Reads and checks a config object in its own family's names. "gpt2": n_layer, n_head, n_embd, n_positions and
  /// vocab_size are required, the rest has the defaults above (n_inner: 4 * n_embd). "llama", "mistral" and "qwen2":
  /// hidden_size, intermediate_size, num_hidden_layers, num_attention_heads and vocab_size are required; "gpt_neox" and
  /// "gptj": see neox_family.hpp. Other keys of a real config.json are ignored, except those that would make the numbers different: they are refused by name.
  static Config from_json(const Json& json);
  /// The same object with every default filled in; from_json(to_json()) is the same config.
  Json to_json() const;
};

/// The bounds that a config's sizes keep to, and a whole number read within them.
struct ConfigReader {
  Options& options;

  // Each bound alone keeps index arithmetic far from overflow; what a whole model may need is checked when it is made.
  static constexpr double max_layers = 1024;
  static constexpr double max_heads = 4096;
  static constexpr double max_width = 1 << 16;
  static constexpr double max_positions = 1 << 24;
  static constexpr double max_vocabulary = 1 << 24;
  static constexpr double max_inner = 1 << 18;

  std::size_t whole(const char* name, double maximum, std::optional<double> otherwise = {}) {
    return std::size_t(options.whole(name, otherwise, 1, maximum));
  }
  double epsilon(const char* name, double otherwise) { return options.number(name, otherwise, 1e-12, 1); }
  /// "not_divisible" where `got`, read as `name`, is no multiple of the size `divisor`.
  void require_multiple(const char* name, std::size_t got, const char* divisor, std::size_t divisor_value) const;
  /// "unsupported_setting" where a setting is other than `supported`, which is its default too.
  void require_setting(const char* name, bool supported);
};

/// Of the llama family; the caller has read model_type.
Config llama_config_from_json(ConfigReader reader, const std::string& model_type);
Json llama_config_to_json(const Config& config);

}  // namespace whereabouts
