// The config of the neox family in the names of its files, and where each of its parameters stands.
#include <algorithm>
#include <cmath>
#include <utility>

#include "encodings/rope.hpp"
#include "error.hpp"
#include "model/neox_family.hpp"

namespace whereabouts::neox {
namespace {

constexpr const char* types[] = {"gpt_neox", "gptj"};
constexpr double default_positions = 2048;
constexpr double default_rotary_pct = 0.25;  // GPTNeoXConfig
constexpr double default_rotary_dim = 64;    // GPTJConfig

ActivationFunction activation_of(Options& options, const char* name, const char* otherwise) {
  // "gelu_fast" is gelu_new's formula with the root of 2 / pi cut off after ten digits.
  const std::string function = options.choice(name, otherwise, {"gelu", "gelu_new", "gelu_fast"});
  return function == "gelu" ? ActivationFunction::gelu : ActivationFunction::gelu_new;
}

Config gpt_neox(ConfigReader reader) {
  Options& options = reader.options;
  Config config;
  config.n_layer = reader.whole("num_hidden_layers", ConfigReader::max_layers);
  config.n_head = reader.whole("num_attention_heads", ConfigReader::max_heads);
  config.n_embd = reader.whole("hidden_size", ConfigReader::max_width);
  reader.require_multiple("hidden_size", config.n_embd, "num_attention_heads", config.n_head);
  config.n_positions = reader.whole("max_position_embeddings", ConfigReader::max_positions, default_positions);
  config.n_inner = reader.whole("intermediate_size", ConfigReader::max_inner);
  config.layer_norm_epsilon = reader.epsilon("layer_norm_eps", config.layer_norm_epsilon);
  config.activation_function = activation_of(options, "hidden_act", "gelu");
  config.qkv_bias = config.output_bias = options.boolean("attention_bias", true);
  config.parallel_residual = options.boolean("use_parallel_residual", true);
  config.fused_qkv = true;
  return config;
}

Config gptj(ConfigReader reader) {
  Options& options = reader.options;
  Config config;
  config.n_layer = reader.whole("n_layer", ConfigReader::max_layers);
  config.n_head = reader.whole("n_head", ConfigReader::max_heads);
  config.n_embd = reader.whole("n_embd", ConfigReader::max_width);
  reader.require_multiple("n_embd", config.n_embd, "n_head", config.n_head);
  config.n_positions = reader.whole("n_positions", ConfigReader::max_positions, default_positions);
  config.n_inner = reader.whole("n_inner", ConfigReader::max_inner, 4.0 * double(config.n_embd));
  config.layer_norm_epsilon = reader.epsilon("layer_norm_epsilon", config.layer_norm_epsilon);
  config.activation_function = activation_of(options, "activation_function", "gelu_new");
  config.parallel_residual = config.shared_norm = config.head_bias = true;
  return config;
}

/// A number of a file, where it is one.
double number_of(const Json& file, const char* name, double otherwise) {
  const auto found = file.find(name);
  return found != file.end() && found->is_number() ? found->get<double>() : otherwise;
}

/// The share of a head that makes int(head_dim * share) the rotary width, as RoPE computes it. Null is not left out here: with it
/// Hugging Face's GPTJAttention makes angles for all of n_embd, which fit a head only where it is the one there is, and
/// turns that whole.
double share_of(const Json& file) {
  const double n_head = number_of(file, "n_head", 1), head_dim = number_of(file, "n_embd", 0) / n_head;
  const double widest = head_dim >= 2 ? std::floor(head_dim) : 2;
  if (const auto found = file.find("rotary_dim"); found != file.end() && found->is_null()) {
    if (n_head > 1)
      throw Error(ErrorCode::invalid_argument, "null_rotary_dim",
                  {{"argument", std::string("config.rotary_dim")}, {"minimum", 2.0}, {"maximum", widest}});
    return 1;
  }
  const double rotary_dim = number_of(file, "rotary_dim", default_rotary_dim);
  require_whole("config.rotary_dim", rotary_dim, 2, widest);
  const double share = rotary_dim / head_dim;
  return std::floor(head_dim * share) < rotary_dim ? std::nextafter(share, 2.0) : share;
}

}  // namespace

std::span<const char* const> model_types() { return types; }

bool is_model_type(const std::string& model_type) { return std::ranges::find(types, model_type) != std::end(types); }

Json position_of(const std::string& model_type) {
  return {{"kind", Rope::kind}, {"layout", model_type == "gptj" ? "interleaved" : "half"}};
}

Json with_rope_names(Json file) {
  const auto has = [&](const Json& object, const char* name) {
    return object.contains(name) && !object[name].is_null();
  };
  if (has(file, "position")) return file;
  Json& rope = has(file, "rope_parameters") && file["rope_parameters"].is_object() ? file["rope_parameters"] : file;
  if (!has(rope, "partial_rotary_factor"))
    rope["partial_rotary_factor"] =
        file["model_type"] == "gptj" ? share_of(file) : number_of(file, "rotary_pct", default_rotary_pct);
  if (!has(rope, "rope_theta") && has(file, "rotary_emb_base")) rope["rope_theta"] = file["rotary_emb_base"];
  return file;
}

Config config_from_json(ConfigReader reader, const std::string& model_type) {
  Options& options = reader.options;
  Config config = model_type == "gptj" ? gptj(reader) : gpt_neox(reader);
  config.model_type = model_type;
  config.vocab_size = reader.whole("vocab_size", ConfigReader::max_vocabulary);
  config.causal = options.boolean("causal", true);
  config.tie_word_embeddings = options.boolean("tie_word_embeddings", false);
  config.position = options.has("position") ? options.raw("position") : position_of(model_type);
  return config;
}

Json config_to_json(const Config& config) {
  Json json{{"model_type", config.model_type},
            {"vocab_size", config.vocab_size},
            {"causal", config.causal},
            {"tie_word_embeddings", config.tie_word_embeddings},
            {"position", config.position}};
  const Json sizes = config.model_type == "gptj" ? Json{{"n_layer", config.n_layer},
                                                        {"n_head", config.n_head},
                                                        {"n_embd", config.n_embd},
                                                        {"n_positions", config.n_positions},
                                                        {"n_inner", config.n_inner},
                                                        {"activation_function", to_string(config.activation_function)},
                                                        {"layer_norm_epsilon", config.layer_norm_epsilon}}
                                                 : Json{{"num_hidden_layers", config.n_layer},
                                                        {"num_attention_heads", config.n_head},
                                                        {"hidden_size", config.n_embd},
                                                        {"max_position_embeddings", config.n_positions},
                                                        {"intermediate_size", config.n_inner},
                                                        {"hidden_act", to_string(config.activation_function)},
                                                        {"layer_norm_eps", config.layer_norm_epsilon},
                                                        {"attention_bias", config.output_bias},
                                                        {"use_parallel_residual", config.parallel_residual}};
  json.update(sizes);
  return json;
}

ParameterLayout lay_out_parameters(const Config& config, const AddParameter& add) {
  const bool j = config.model_type == "gptj";
  const std::size_t width = config.n_embd, inner = config.n_inner;
  const auto add_if = [&](bool there, const std::string& name, std::vector<std::size_t> shape, Role role) {
    return there ? std::optional(add(name, std::move(shape), role)) : std::nullopt;
  };
  ParameterLayout layout;
  layout.wte = add(j ? "wte.weight" : "gpt_neox.embed_in.weight", {config.vocab_size, width}, Role::embedding);
  for (std::size_t layer = 0; layer < config.n_layer; ++layer) {
    const std::string at = (j ? "h." : "gpt_neox.layers.") + std::to_string(layer) + ".";
    const std::string norm = at + (j ? "ln_1" : "input_layernorm"), attention = at + (j ? "attn." : "attention.");
    const std::string dense = attention + (j ? "out_proj" : "dense");
    const std::string first = at + (j ? "mlp.fc_in" : "mlp.dense_h_to_4h"),
                      second = at + (j ? "mlp.fc_out" : "mlp.dense_4h_to_h");
    ParameterLayout::NeoxBlock block{};
    block.ln_1_weight = add(norm + ".weight", {width}, Role::norm_weight);
    block.ln_1_bias = add(norm + ".bias", {width}, Role::bias);
    block.ln_2_weight = add_if(!config.shared_norm, at + "post_attention_layernorm.weight", {width}, Role::norm_weight);
    block.ln_2_bias = add_if(!config.shared_norm, at + "post_attention_layernorm.bias", {width}, Role::bias);
    block.qkv = add_if(config.fused_qkv, attention + "query_key_value.weight", {3 * width, width}, Role::linear_out_in);
    block.qkv_bias =
        add_if(config.fused_qkv && config.qkv_bias, attention + "query_key_value.bias", {3 * width}, Role::bias);
    block.q_proj = add_if(!config.fused_qkv, attention + "q_proj.weight", {width, width}, Role::linear_out_in);
    block.k_proj = add_if(!config.fused_qkv, attention + "k_proj.weight", {width, width}, Role::linear_out_in);
    block.v_proj = add_if(!config.fused_qkv, attention + "v_proj.weight", {width, width}, Role::linear_out_in);
    block.dense = add(dense + ".weight", {width, width}, Role::residual_linear_out_in);
    block.dense_bias = add_if(config.output_bias, dense + ".bias", {width}, Role::bias);
    block.fc_in = add(first + ".weight", {inner, width}, Role::linear_out_in);
    block.fc_in_bias = add(first + ".bias", {inner}, Role::bias);
    block.fc_out = add(second + ".weight", {width, inner}, Role::residual_linear_out_in);
    block.fc_out_bias = add(second + ".bias", {width}, Role::bias);
    layout.neox_blocks.push_back(block);
  }
  const std::string last = j ? "ln_f" : "gpt_neox.final_layer_norm";
  layout.ln_f_weight = add(last + ".weight", {width}, Role::norm_weight);
  layout.ln_f_bias = add(last + ".bias", {width}, Role::bias);
  layout.head = config.tie_word_embeddings
                    ? layout.wte
                    : add(j ? "lm_head.weight" : "embed_out.weight", {config.vocab_size, width}, Role::head);
  layout.head_bias = add_if(config.head_bias, "lm_head.bias", {config.vocab_size}, Role::bias);
  return layout;
}

}  // namespace whereabouts::neox
