// Encodings on their own, without a model: tables, frequencies, rotations, biases, and the comparison of arrays.
#include <algorithm>
#include <limits>

#include "allclose.hpp"
#include "bindings/session_methods.hpp"
#include "encodings/alibi.hpp"
#include "encodings/positions.hpp"
#include "encodings/registry.hpp"
#include "encodings/rope.hpp"
#include "encodings/rope_scaling.hpp"
#include "encodings/sinusoidal.hpp"
#include "encodings/t5_bias.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

constexpr double largest_width = 1048576;
constexpr double largest_head_count = 65536;
constexpr double largest_base = 1e12;
constexpr double any = std::numeric_limits<double>::max();  // the encoding itself knows the range, and refuses what is outside

/// options: kind, width, positions, base, layout. Tensor [positions, width].
Json position_table(SessionState&, Options& arguments) {
  Options options(arguments.raw("options"));
  options.choice("kind", std::nullopt, {"sinusoidal"});
  const double width = options.whole("width", std::nullopt, 1, largest_width);
  const auto positions = numbers_of(options, "positions");
  const double base = options.number("base", 10000, 1, largest_base);
  const auto layout = sinusoidal_layout(options.choice("layout", "interleaved", sinusoidal_layout_names()));
  options.refuse_others();
  require_result_memory({double(positions.size()), width}, sizeof(float));
  const auto columns = static_cast<std::size_t>(width);
  std::vector<float> table(positions.size() * columns);
  whereabouts::position_table<float>(positions, base, layout, {table.data(), positions.size(), columns});
  return tensor<float>(table, {positions.size(), columns});
}

/// The encodings of the registry, for menus and sliders; titles stand in the message catalogue.
Json encodings(SessionState&, Options&) { return encoding_listing(); }

/// options with its rope parameters as plain arrays: short_factor and long_factor may come as typed ones.
Json rope_options(Options& arguments) {
  Json options = arguments.raw("options");
  if (options.is_object())
    for (const std::string& name : RopeParameters::names())
      if (options.contains(name)) options[name] = plain(options[name]);
  return options;
}

struct Head {
  std::size_t head_dim, rotary_dim;
  double rope_theta;
  RopeScaling scaling;

  explicit Head(Options& options) {
    const double width = options.number("head_dim", std::nullopt, -any, any);
    const auto parameters = RopeParameters::from_json(options);
    rope_theta = parameters.rope_theta;
    rotary_dim = rotary_dim_of(width, parameters.partial_rotary_factor);
    head_dim = static_cast<std::size_t>(width);
    scaling = RopeScaling::from_json(parameters.rope_scaling, rotary_dim);
  }
  RopeFrequencies frequencies(double sequence_length) const {
    return rope_frequencies(rotary_dim, rope_theta, scaling, sequence_length);
  }
};

/// options: head_dim, rope_theta, partial_rotary_factor, rope_scaling, sequence_length.
Json rope_frequencies_of(SessionState&, Options& arguments) {
  const Json object = rope_options(arguments);
  Options options(object);
  const Head head(options);
  const double sequence_length = options.number("sequence_length", 0, 0, largest_position);
  options.refuse_others();
  const auto frequencies = head.frequencies(sequence_length);
  Json result = Json::object();
  result["inverse_frequencies"] = binary(std::span<const double>(frequencies.inverse_frequencies));
  result["attention_factor"] = frequencies.attention_factor;
  result["rotary_dim"] = double(frequencies.rotary_dim);
  return result;
}

/// options: vectors, positions, layout, and those of rope_frequencies. Tensor of the shape of vectors.
Json rotate_vectors(SessionState&, Options& arguments) {
  const Json object = rope_options(arguments);
  Options options(object);
  const Head head(options);
  const auto layout = rope_layout(options.choice("layout", "half", rope_layout_names()));
  const auto positions = numbers_of(options, "positions");
  std::vector<float> vectors = floats_of(options, "vectors");
  auto shape = shape_of(object["vectors"], "vectors");
  require_real_positions(positions);
  const double length = options.number("sequence_length", std::max(length_of(positions), 0.0), 0, largest_position + 1);
  options.refuse_others();
  require_length("vectors", vectors.size(), positions.size() * head.head_dim);
  if (shape.empty()) shape = {positions.size(), head.head_dim};
  require_length("vectors.shape", shape.back(), head.head_dim);
  rotate<float>({vectors.data(), positions.size(), head.head_dim}, positions, head.frequencies(length), layout);
  return tensor(binary(std::span<const float>(vectors)), shape);
}

Json alibi_slopes_of(SessionState&, Options& arguments) {
  const double n_head = arguments.whole("n_head", std::nullopt, 1, largest_head_count);
  return binary(std::span<const double>(alibi_slopes(static_cast<std::size_t>(n_head))));
}

/// options: kind, n_head, query_positions, key_positions; t5_bias also num_buckets, max_distance, bidirectional and its
/// table [num_buckets, n_head]. Tensor [n_head, query_positions, key_positions].
Json attention_bias(SessionState&, Options& arguments) {
  Options options(arguments.raw("options"));
  const bool alibi = options.choice("kind", std::nullopt, {"alibi", "t5_bias"}) == "alibi";
  const auto heads = static_cast<std::size_t>(options.whole("n_head", std::nullopt, 1, largest_head_count));
  const auto queries = numbers_of(options, "query_positions");
  const auto keys = numbers_of(options, "key_positions");
  require_result_memory({double(heads), double(queries.size()), double(keys.size())}, sizeof(float));
  std::vector<float> bias(heads * queries.size() * keys.size());
  if (alibi) {
    options.refuse_others();
    require_real_positions(queries, "query_positions");
    require_real_positions(keys, "key_positions");
    alibi_bias<float>(alibi_slopes(heads), queries, keys, bias);
  } else {
    const T5Buckets buckets(options.number("num_buckets", 32, -any, any), options.number("max_distance", 128, -any, any),
                            options.boolean("bidirectional", false));
    const auto table = floats_of(options, "table");
    options.refuse_others();
    require_length("table", table.size(), buckets.num_buckets() * heads);
    require_whole_positions(queries, "query_positions");
    require_whole_positions(keys, "key_positions");
    t5_bias<float>(buckets, {table.data(), buckets.num_buckets(), heads}, queries, keys, bias);
  }
  return tensor<float>(bias, {heads, queries.size(), keys.size()});
}

/// options: relative_positions (key minus query), num_buckets, max_distance, bidirectional. Int32Array.
Json t5_buckets_of(SessionState&, Options& arguments) {
  Options options(arguments.raw("options"));
  const auto relative_positions = numbers_of(options, "relative_positions");
  const double num_buckets = options.number("num_buckets", 32, -any, any);
  const double max_distance = options.number("max_distance", 128, -any, any);
  const bool bidirectional = options.boolean("bidirectional", false);
  options.refuse_others();
  const auto buckets = t5_buckets(relative_positions, num_buckets, max_distance, bidirectional);
  return binary(std::span<const std::int32_t>(buckets));
}

/// a, b; options: rtol, atol.
Json allclose_of(SessionState&, Options& arguments) {
  const auto a = numbers_of(arguments, "a");
  const auto b = numbers_of(arguments, "b");
  Options options(arguments.raw("options"));
  const double rtol = options.number("rtol", 1e-5, 0, any);
  const double atol = options.number("atol", 1e-8, 0, any);
  options.refuse_others();
  const Comparison comparison = allclose(a, b, rtol, atol);
  Json result = Json::object();
  result["passed"] = comparison.passed;
  result["max_abs_error"] = comparison.max_abs_error;
  result["max_rel_error"] = comparison.max_rel_error;
  result["first_mismatch"] = nullptr;
  if (comparison.first_mismatch) result["first_mismatch"] = double(*comparison.first_mismatch);
  return result;
}

constexpr Method methods[] = {
    {"encodings", encodings},      {"positionTable", position_table}, {"ropeFrequencies", rope_frequencies_of},
    {"rotate", rotate_vectors},    {"alibiSlopes", alibi_slopes_of},  {"attentionBias", attention_bias},
    {"t5Buckets", t5_buckets_of},  {"allclose", allclose_of},
};

}  // namespace

std::span<const Method> encoding_methods() { return methods; }

}  // namespace whereabouts
