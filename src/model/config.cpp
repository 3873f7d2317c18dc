#include "model/config.hpp"

#include <optional>
#include <string>

#include "encodings/registry.hpp"
#include "error.hpp"
#include "options.hpp"

namespace whereabouts {
namespace {

// Each bound alone keeps index arithmetic far from overflow; what a whole model may need is checked when it is made.
constexpr double max_layers = 1024;
constexpr double max_heads = 4096;
constexpr double max_width = 1 << 16;
constexpr double max_positions = 1 << 24;
constexpr double max_vocabulary = 1 << 24;
constexpr double max_inner = 1 << 18;
constexpr double min_epsilon = 1e-12;
constexpr double max_epsilon = 1;

// Settings that Hugging Face's GPT-2 has and that change what it computes: ignoring them would give wrong numbers
// silently.
void refuse_other_arithmetic(Options& options) {
  struct Setting {
    const char* name;
    bool supported;
  };
  for (const auto& [name, supported] :
       {Setting{"scale_attn_weights", true}, Setting{"scale_attn_by_inverse_layer_idx", false},
        Setting{"add_cross_attention", false}}) {
    if (options.boolean(name, supported) != supported)
      throw Error(ErrorCode::unsupported, "unsupported_setting",
                  {{"argument", options.path_of(name)}, {"allowed", std::string(supported ? "true" : "false")}});
  }
}

}  // namespace

std::string_view to_string(ActivationFunction function) {
  return function == ActivationFunction::gelu_new ? "gelu_new" : "gelu";
}

Config Config::from_json(const Json& json) {
  Options options(json, "config");
  const auto whole = [&](const char* name, double maximum, std::optional<double> otherwise = {}) {
    return std::size_t(options.whole(name, otherwise, 1, maximum));
  };
  // OPT and BART look alike but shift their tables by two rows; no family is guessed.
  const Json& model_type = options.raw("model_type");
  if (model_type.is_null()) options.fail_missing("model_type");
  if (!model_type.is_string()) fail_type(options.path_of("model_type"), type_name(model_type), "string");
  if (const auto& got = model_type.get_ref<const std::string&>(); got != "gpt2")
    throw Error(ErrorCode::unsupported, "unsupported_model_type",
                {{"argument", options.path_of("model_type")}, {"got", got}, {"choices", std::string("gpt2")}});
  refuse_other_arithmetic(options);

  Config config;
  config.n_layer = whole("n_layer", max_layers);
  config.n_head = whole("n_head", max_heads);
  config.n_embd = whole("n_embd", max_width);
  if (config.n_embd % config.n_head != 0)
    throw Error(ErrorCode::invalid_argument, "not_divisible",
                {{"argument", options.path_of("n_embd")},
                 {"got", double(config.n_embd)},
                 {"divisor", options.path_of("n_head")},
                 {"divisor_value", double(config.n_head)}});
  config.n_positions = whole("n_positions", max_positions);
  config.vocab_size = whole("vocab_size", max_vocabulary);
  config.n_inner = whole("n_inner", max_inner, 4.0 * double(config.n_embd));
  const std::string function = options.choice("activation_function", "gelu_new", {"gelu_new", "gelu"});
  config.activation_function = function == "gelu" ? ActivationFunction::gelu : ActivationFunction::gelu_new;
  config.layer_norm_epsilon = options.number("layer_norm_epsilon", config.layer_norm_epsilon, min_epsilon, max_epsilon);
  config.causal = options.boolean("causal", config.causal);
  config.tie_word_embeddings = options.boolean("tie_word_embeddings", config.tie_word_embeddings);
  if (options.has("position")) config.position = options.raw("position");
  config.position = position_json(make_encoding(config.position, config.shape()));
  return config;
}

Json Config::to_json() const {
  return {{"model_type", "gpt2"},
          {"n_layer", n_layer},
          {"n_head", n_head},
          {"n_embd", n_embd},
          {"n_positions", n_positions},
          {"vocab_size", vocab_size},
          {"n_inner", n_inner},
          {"activation_function", to_string(activation_function)},
          {"layer_norm_epsilon", layer_norm_epsilon},
          {"causal", causal},
          {"tie_word_embeddings", tie_word_embeddings},
          {"position", position}};
}

}  // namespace whereabouts
