// Models: made from a config or a file, looked at and changed parameter by parameter, run.
#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "formats/config_json.hpp"
#include "model/config.hpp"
#include "model/run.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

/// config; options: seed, initialization. A handle.
Json create_model(SessionState& state, Options& arguments) {
  if (!arguments.has("config")) arguments.fail_missing("config");
  Options options(arguments.raw("options"));
  const double seed = options.whole("seed", 0, 0, largest_seed);
  const auto initialization = initialization_named(options.choice("initialization", "fan_in", {"fan_in", "gpt2"}));
  options.refuse_others();
  const Config config = read_config_json(plain(arguments.raw("config")));
  return hold_model(state, std::make_unique<Transformer<float>>(config, initialization, static_cast<std::uint64_t>(seed)));
}

/// model. Its jobs and trainers end with it.
Json dispose_model(SessionState& state, Options& arguments) {
  const auto handle = handle_of(arguments, "model");
  state.end_jobs_of(handle);
  std::erase_if(state.trainers, [&](const auto& entry) {
    if (entry.second.model != handle) return false;
    state.end_jobs_of(entry.first);
    return true;
  });
  state.models.erase(handle);
  return nullptr;
}

/// model. The config with every default filled in.
Json model_config(SessionState& state, Options& arguments) {
  return held_model(state, arguments).config().to_json();
}

/// model.
Json parameter_count(SessionState& state, Options& arguments) {
  return double(held_model(state, arguments).parameters().count());
}

/// model, position.
Json set_position(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  if (!arguments.has("position")) arguments.fail_missing("position");
  transformer.set_position(plain(arguments.raw("position")));
  return nullptr;
}

const char* storage_name(Storage storage) {
  switch (storage) {
    case Storage::float16: return "float16";
    case Storage::bfloat16: return "bfloat16";
    case Storage::int8: return "int8";
    default: return "float32";  // the engine computes in float32; only tests hold float64
  }
}

/// model. [{ name, shape, storage }].
Json parameters(SessionState& state, Options& arguments) {
  Json list = Json::array();
  for (const auto& parameter : held_model(state, arguments).parameters()) {
    Json shape = Json::array();
    for (const std::size_t size : parameter.shape) shape.push_back(double(size));
    list.push_back({{"name", parameter.name}, {"shape", shape}, {"storage", storage_name(parameter.storage)}});
  }
  return list;
}

/// model, name; options: rows, of a matrix, in any order; a vector is one row. Tensor of these, or of the whole parameter.
Json read_parameter(SessionState& state, Options& arguments) {
  const auto& parameters = held_model(state, arguments).parameters();
  const std::string name = text_of(arguments, "name");
  const auto& parameter = parameters[parameters.index_of(name)];
  Options options(arguments.raw("options"));
  options.allow("rows");
  options.refuse_others();
  if (!options.has("rows")) return tensor(binary(std::span<const float>(parameters.read(name))), parameter.shape);
  const auto rows = whole_numbers_of(options, "rows", 0, double(parameter.rows()) - 1);
  const std::size_t columns = parameter.columns();
  require_result_memory({double(rows.size()), double(columns)}, sizeof(float));
  std::vector<float> values(rows.size() * columns);
  for (std::size_t i = 0; i < rows.size(); ++i)
    read_row<float>(parameter.stored(), std::size_t(rows[i]), std::span(values).subspan(i * columns, columns));
  return tensor<float>(values, {rows.size(), columns});
}

/// model, name, values.
Json write_parameter(SessionState& state, Options& arguments) {
  auto& parameters = held_model(state, arguments).parameters();
  const std::string name = text_of(arguments, "name");
  const auto& parameter = parameters[parameters.index_of(name)];
  const auto values = floats_of(arguments, "values");
  require_length("values", values.size(), parameter.rows() * parameter.columns());
  parameters.write(name, std::span<const float>(values));
  return nullptr;
}

Capture capture_of(Options& options) {
  Capture capture;
  const Json& names = options.raw("capture");
  if (names.is_null()) return capture;
  if (!names.is_array()) fail_type("capture", type_name(names), "array");
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].is_string()) fail_type("capture[" + std::to_string(i) + "]", type_name(names[i]), "string");
    capture.add(names[i].get_ref<const std::string&>());
  }
  return capture;
}

Json tensors(const std::vector<std::vector<float>>& layers, std::initializer_list<std::size_t> shape) {
  Json list = Json::array();
  for (const auto& layer : layers) list.push_back(tensor<float>(layer, shape));
  return list;
}

/// model, tokens; options: positions, causal, attention_mask, targets, layers, capture.
Json run_model(SessionState& state, Options& arguments) {
  auto& transformer = held_model(state, arguments);
  const auto tokens = whole_numbers_of(arguments, "tokens", 0, INT32_MAX);
  Options options(arguments.raw("options"));
  RunOptions run_options;
  std::vector<double> positions;
  std::vector<std::uint8_t> mask;
  std::vector<std::int32_t> targets;
  if (options.has("positions")) run_options.positions = positions = numbers_of(options, "positions");
  if (options.has("causal")) run_options.causal = options.boolean("causal", std::nullopt);
  if (options.has("attention_mask")) {
    for (const std::int32_t entry : whole_numbers_of(options, "attention_mask", 0, 1))
      mask.push_back(static_cast<std::uint8_t>(entry));
    run_options.attention_mask = mask;
  }
  if (options.has("targets")) run_options.targets = targets = whole_numbers_of(options, "targets", -1, INT32_MAX);
  const double n_layer = double(transformer.config().n_layer);
  if (options.has("layers")) run_options.layers = static_cast<std::size_t>(options.whole("layers", std::nullopt, 0, n_layer));
  run_options.capture = capture_of(options);
  for (const char* name : {"positions", "causal", "attention_mask", "targets", "layers"}) options.allow(name);
  options.refuse_others();

  RunResult<float> result;  // not kept: the attentions of a long pass take more than the model
  run(transformer, tokens, run_options, result);

  const Config& config = transformer.config();
  const std::size_t length = tokens.size(), heads = config.n_head, kv_heads = config.kv_heads();
  Json answer = Json::object();
  answer["logits"] = tensor<float>(result.logits, {run_options.layers ? 0 : length, config.vocab_size});
  if (result.loss) answer["loss"] = *result.loss;
  const Capture& capture = run_options.capture;
  if (capture.hidden_states) answer["hidden_states"] = tensors(result.hidden_states, {length, config.n_embd});
  if (capture.attentions) answer["attentions"] = tensors(result.attentions, {heads, length, length});
  if (capture.scores) answer["scores"] = tensors(result.scores, {heads, length, length});
  if (capture.queries) answer["queries"] = tensors(result.queries, {heads, length, config.head_dim()});
  if (capture.keys) answer["keys"] = tensors(result.keys, {kv_heads, length, config.head_dim()});
  if (capture.values) answer["values"] = tensors(result.values, {kv_heads, length, config.head_dim()});
  return answer;
}

constexpr Method methods[] = {
    {"createModel", create_model},       {"disposeModel", dispose_model},   {"modelConfig", model_config},
    {"parameterCount", parameter_count}, {"setPosition", set_position},     {"parameters", parameters},
    {"readParameter", read_parameter},   {"writeParameter", write_parameter}, {"run", run_model},
};

}  // namespace

Transformer<float>& held_model(SessionState& state, Options& arguments) {
  const auto found = state.models.find(handle_of(arguments, "model"));
  if (found == state.models.end()) throw Error(ErrorCode::disposed, "model_disposed");
  return *found->second;
}

Json hold_model(SessionState& state, HeldModel transformer) {
  const Handle handle = state.next_handle++;
  state.models.emplace(handle, std::move(transformer));
  return double(handle);
}

std::span<const Method> model_methods() { return methods; }

}  // namespace whereabouts
