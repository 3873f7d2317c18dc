#include "model/config.hpp"

#include <algorithm>
#include <string>

#include "encodings/registry.hpp"
#include "error.hpp"
#include "model/neox_family.hpp"

namespace whereabouts {
namespace {

/// "unsupported_model_type" where it is none of those that are read.
std::string read_model_type(Options& options) {
  // OPT and BART look like GPT-2 but shift their tables by two rows; no family is guessed.
  const Json& given = options.raw("model_type");
  if (given.is_null()) options.fail_missing("model_type");
  if (!given.is_string()) fail_type(options.path_of("model_type"), type_name(given), "string");
  const auto& got = given.get_ref<const std::string&>();
  const auto& types = Config::model_types();
  if (std::ranges::find(types, got) != types.end()) return got;
  std::string choices;
  for (const auto& type : types) choices += (choices.empty() ? "" : ", ") + type;
  throw Error(ErrorCode::unsupported, "unsupported_model_type",
              {{"argument", options.path_of("model_type")}, {"got", got}, {"choices", choices}});
}

Config gpt2_config_from_json(ConfigReader reader) {
  Options& options = reader.options;
  // Settings that Hugging Face's GPT-2 has and that change what it computes: ignoring them would give wrong numbers
  // silently.
  reader.require_setting("scale_attn_weights", true);
  reader.require_setting("scale_attn_by_inverse_layer_idx", false);
  reader.require_setting("add_cross_attention", false);

  Config config;
  config.n_layer = reader.whole("n_layer", ConfigReader::max_layers);
  config.n_head = reader.whole("n_head", ConfigReader::max_heads);
  config.n_embd = reader.whole("n_embd", ConfigReader::max_width);
  reader.require_multiple("n_embd", config.n_embd, "n_head", config.n_head);
  config.n_positions = reader.whole("n_positions", ConfigReader::max_positions);
  config.vocab_size = reader.whole("vocab_size", ConfigReader::max_vocabulary);
  config.n_inner = reader.whole("n_inner", ConfigReader::max_inner, 4.0 * double(config.n_embd));
  const std::string function = options.choice("activation_function", "gelu_new", {"gelu_new", "gelu"});
  config.activation_function = function == "gelu" ? ActivationFunction::gelu : ActivationFunction::gelu_new;
  config.layer_norm_epsilon = reader.epsilon("layer_norm_epsilon", config.layer_norm_epsilon);
  config.causal = options.boolean("causal", config.causal);
  config.tie_word_embeddings = options.boolean("tie_word_embeddings", config.tie_word_embeddings);
  if (options.has("position")) config.position = options.raw("position");
  return config;
}

}  // namespace

std::string_view to_string(ActivationFunction function) {
  return function == ActivationFunction::gelu_new ? "gelu_new" : "gelu";
}

void ConfigReader::require_multiple(const char* name, std::size_t got, const char* divisor,
                                    std::size_t divisor_value) const {
  if (got % divisor_value == 0) return;
  throw Error(ErrorCode::invalid_argument, "not_divisible",
              {{"argument", options.path_of(name)},
               {"got", double(got)},
               {"divisor", options.path_of(divisor)},
               {"divisor_value", double(divisor_value)}});
}

void ConfigReader::require_setting(const char* name, bool supported) {
  if (options.boolean(name, supported) == supported) return;
  throw Error(ErrorCode::unsupported, "unsupported_setting",
              {{"argument", options.path_of(name)}, {"allowed", std::string(supported ? "true" : "false")}});
}

const std::vector<std::string>& Config::model_types() {
  static const std::vector<std::string> types = [] {
    std::vector<std::string> list{"gpt2", "llama", "mistral", "qwen2"};
    list.insert(list.end(), neox::model_types().begin(), neox::model_types().end());
    return list;
  }();
  return types;
}

Config Config::from_json(const Json& json) {
  Options options(json, "config");
  const std::string model_type = read_model_type(options);
  ConfigReader reader{options};
  Config config = model_type == "gpt2"               ? gpt2_config_from_json(reader)
                  : neox::is_model_type(model_type) ? neox::config_from_json(reader, model_type)
                                                    : llama_config_from_json(reader, model_type);
  config.position = position_json(make_encoding(config.position, config.shape()));
  return config;
}

Json Config::to_json() const {
  if (family() == Family::llama) return llama_config_to_json(*this);
  if (family() == Family::neox) return neox::config_to_json(*this);
  return {{"model_type", model_type},
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
