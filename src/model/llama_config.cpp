// The config of the llama family, in Hugging Face's names for it.
#include "encodings/rope.hpp"
#include "error.hpp"
#include "model/config.hpp"

namespace whereabouts {
namespace {

constexpr double default_rms_norm_eps = 1e-6;  // LlamaConfig, MistralConfig, Qwen2Config
constexpr double default_positions = 2048;     // LlamaConfig

/// Attention over a window of the last keys only is another arithmetic. Qwen2 names the window and says beside it that
/// it is not used; Mistral's window changes nothing where the model may not see more positions than it holds.
void refuse_sliding_window(Options& options, const std::string& model_type, double positions) {
  const Json& window = options.raw("sliding_window");
  const bool used = options.boolean("use_sliding_window", model_type != "qwen2");
  if (window.is_null() || !used || options.whole("sliding_window", 0, 0, 1e9) >= positions) return;
  throw Error(ErrorCode::unsupported, "unsupported_setting",
              {{"argument", options.path_of("sliding_window")}, {"allowed", std::string("null")}});
}

}  // namespace

Config llama_config_from_json(ConfigReader reader, const std::string& model_type) {
  Options& options = reader.options;
  Config config;
  config.model_type = model_type;
  config.n_layer = reader.whole("num_hidden_layers", ConfigReader::max_layers);
  config.n_head = reader.whole("num_attention_heads", ConfigReader::max_heads);
  config.n_embd = reader.whole("hidden_size", ConfigReader::max_width);
  if (options.has("head_dim")) {
    config.explicit_head_dim = reader.whole("head_dim", ConfigReader::max_width);
  } else {
    reader.require_multiple("hidden_size", config.n_embd, "num_attention_heads", config.n_head);
    config.explicit_head_dim = config.n_embd / config.n_head;
  }
  config.n_kv_head = reader.whole("num_key_value_heads", ConfigReader::max_heads, double(config.n_head));
  reader.require_multiple("num_attention_heads", config.n_head, "num_key_value_heads", config.n_kv_head);
  config.n_positions = reader.whole("max_position_embeddings", ConfigReader::max_positions, default_positions);
  config.vocab_size = reader.whole("vocab_size", ConfigReader::max_vocabulary);
  config.n_inner = reader.whole("intermediate_size", ConfigReader::max_inner);
  config.layer_norm_epsilon = reader.epsilon("rms_norm_eps", default_rms_norm_eps);
  config.causal = options.boolean("causal", true);
  config.tie_word_embeddings = options.boolean("tie_word_embeddings", false);
  options.choice("hidden_act", "silu", {"silu"});
  // Qwen2's config has no word for its biases.
  config.output_bias = options.boolean("attention_bias", false);
  config.qkv_bias = config.output_bias || model_type == "qwen2";
  reader.require_setting("mlp_bias", false);
  refuse_sliding_window(options, model_type, double(config.n_positions));
  config.position = options.has("position") ? options.raw("position") : Json{{"kind", Rope::kind}};
  return config;
}

Json llama_config_to_json(const Config& config) {
  return {{"model_type", config.model_type},
          {"num_hidden_layers", config.n_layer},
          {"num_attention_heads", config.n_head},
          {"num_key_value_heads", config.kv_heads()},
          {"hidden_size", config.n_embd},
          {"head_dim", config.head_dim()},
          {"max_position_embeddings", config.n_positions},
          {"vocab_size", config.vocab_size},
          {"intermediate_size", config.n_inner},
          {"hidden_act", "silu"},
          {"attention_bias", config.output_bias},
          {"rms_norm_eps", config.layer_norm_epsilon},
          {"causal", config.causal},
          {"tie_word_embeddings", config.tie_word_embeddings},
          {"position", config.position}};
}

}  // namespace whereabouts
