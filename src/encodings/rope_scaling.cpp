#include "encodings/rope_scaling.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "encodings/position_options.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double largest_context = 2147483648.0;  // 2^31, as for positions
constexpr double largest_factor = 1e6;

double yarn_magnitude(double factor, double scale = 1) { return factor <= 1 ? 1 : 0.1 * scale * std::log(factor) + 1; }

struct Ramp {
  double low, high;
};

// The pairs between which YaRN goes over from keeping to stretching: those that turn beta_fast and beta_slow times within
// the original context (equation 23 of the paper, solved for the pair).
Ramp yarn_ramp(const RopeScaling& scaling, std::size_t rotary_dim, double theta) {
  const auto pair_that_turns = [&](double turns) {
    return double(rotary_dim) * std::log(scaling.original_max_position_embeddings / (turns * 2 * pi)) /
           (2 * std::log(theta));
  };
  Ramp ramp{pair_that_turns(scaling.beta_fast), pair_that_turns(scaling.beta_slow)};
  if (scaling.truncate) ramp = {std::floor(ramp.low), std::ceil(ramp.high)};
  ramp = {std::max(ramp.low, 0.0), std::min(ramp.high, double(rotary_dim) - 1)};
  if (ramp.low == ramp.high) ramp.high += 0.001;  // a step, not a division by zero
  return ramp;
}

double read_attention_factor(Options& options, RopeType type, double factor, double original) {
  if (options.has("attention_factor")) return options.number("attention_factor", {}, 1e-3, 1e3);
  if (type == RopeType::longrope) return factor <= 1 ? 1 : std::sqrt(1 + std::log(factor) / std::log(original));
  if (type != RopeType::yarn) return 1;
  const double mscale = options.number("mscale", 0, 0, 1e3);
  const double mscale_all_dim = options.number("mscale_all_dim", 0, 0, 1e3);
  if (mscale > 0 && mscale_all_dim > 0) return yarn_magnitude(factor, mscale) / yarn_magnitude(factor, mscale_all_dim);
  return yarn_magnitude(factor);  // one of the two alone has no say
}

}  // namespace

double ntk_base(double theta, double factor, std::size_t rotary_dim) {
  // A single pair is its own fastest: base^0 for any base, so nothing is left to stretch (and d / (d - 2) would divide
  // by zero).
  if (rotary_dim == 2) return theta;
  const double d = double(rotary_dim);
  return theta * std::pow(factor, d / (d - 2));
}

const std::vector<std::string>& rope_type_names() {
  static const std::vector<std::string> names{"default", "linear", "ntk", "dynamic", "yarn", "llama3", "longrope"};
  return names;
}

RopeScaling RopeScaling::from_json(const Json& json, std::size_t rotary_dim, std::optional<double> max_position_embeddings) {
  RopeScaling scaling;
  scaling.given = json;
  Options options(json, "rope_scaling");
  if (json.is_null()) return scaling;
  const auto& names = rope_type_names();
  const char* argument = options.has("rope_type") ? "rope_type" : "type";
  scaling.type = RopeType(index_of_choice(argument, options.choice(argument, {}, names), names));
  const RopeType type = scaling.type;
  if (type == RopeType::plain) return scaling;

  if (options.has("max_position_embeddings"))
    max_position_embeddings = options.whole("max_position_embeddings", {}, 1, largest_context);
  const bool needs_original = type != RopeType::linear && type != RopeType::ntk;
  double& original = scaling.original_max_position_embeddings;
  if (needs_original) original = options.whole("original_max_position_embeddings", max_position_embeddings, 1, largest_context);

  std::optional<double> factor_from_contexts;
  if ((type == RopeType::yarn || type == RopeType::longrope) && max_position_embeddings)
    factor_from_contexts = std::max(1.0, *max_position_embeddings / original);
  // longrope needs the factor for its attention factor only.
  if (type != RopeType::longrope || !options.has("attention_factor"))
    scaling.factor = options.number("factor", factor_from_contexts, 1, largest_factor);

  if (type == RopeType::yarn) {
    scaling.beta_fast = options.number("beta_fast", 32, 1e-3, largest_factor);
    scaling.beta_slow = options.number("beta_slow", 1, 1e-3, scaling.beta_fast);
    scaling.truncate = options.boolean("truncate", true);
  }
  if (type == RopeType::llama3) {
    scaling.low_freq_factor = options.number("low_freq_factor", {}, 1e-3, largest_factor);
    scaling.high_freq_factor = options.number("high_freq_factor", {}, 1e-3, largest_factor);
    if (!(scaling.high_freq_factor > scaling.low_freq_factor))
      throw Error(ErrorCode::invalid_argument, "not_larger",
                  {{"argument", options.path_of("high_freq_factor")}, {"got", scaling.high_freq_factor},
                   {"other", options.path_of("low_freq_factor")}, {"minimum", scaling.low_freq_factor}});
  }
  if (type == RopeType::longrope) {
    require_range(options.path_of("original_max_position_embeddings"), original, 2, largest_context);
    scaling.short_factor = options.numbers("short_factor", 1e-6, largest_factor);
    scaling.long_factor = options.numbers("long_factor", 1e-6, largest_factor);
    require_length(options.path_of("short_factor"), scaling.short_factor.size(), rotary_dim / 2);
    require_length(options.path_of("long_factor"), scaling.long_factor.size(), rotary_dim / 2);
  }
  scaling.attention_factor = read_attention_factor(options, type, scaling.factor, original);
  return scaling;
}

void RopeScaling::inverse_frequencies(double theta, double sequence_length, std::span<double> frequencies) const {
  const std::size_t rotary_dim = 2 * frequencies.size();
  if (type == RopeType::ntk) theta = ntk_base(theta, factor, rotary_dim);
  if (type == RopeType::dynamic) {
    const double length = std::max(sequence_length, original_max_position_embeddings);
    theta = ntk_base(theta, factor * length / original_max_position_embeddings - (factor - 1), rotary_dim);
  }
  for (std::size_t i = 0; i < frequencies.size(); ++i)
    frequencies[i] = 1 / std::pow(theta, 2 * double(i) / double(rotary_dim));

  if (type == RopeType::linear)
    for (double& f : frequencies) f /= factor;
  if (type == RopeType::yarn) {
    const Ramp ramp = yarn_ramp(*this, rotary_dim, theta);
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const double stretched = std::clamp((double(i) - ramp.low) / (ramp.high - ramp.low), 0.0, 1.0);
      frequencies[i] = frequencies[i] / factor * stretched + frequencies[i] * (1 - stretched);
    }
  }
  if (type == RopeType::llama3)
    for (double& f : frequencies) {
      // Turns within the original context: few are stretched, many kept, between them a straight mixture.
      const double turns = original_max_position_embeddings * f / (2 * pi);
      const double kept = std::clamp((turns - low_freq_factor) / (high_freq_factor - low_freq_factor), 0.0, 1.0);
      f = (1 - kept) * f / factor + kept * f;
    }
  if (type == RopeType::longrope) {
    const auto& divisors = sequence_length > original_max_position_embeddings ? long_factor : short_factor;
    for (std::size_t i = 0; i < frequencies.size(); ++i) frequencies[i] /= divisors[i];
  }
}

bool RopeScaling::depends_on_length(double length, double other_length) const {
  const double original = original_max_position_embeddings;
  if (type == RopeType::dynamic) return std::max(length, original) != std::max(other_length, original);
  if (type == RopeType::longrope) return (length > original) != (other_length > original);
  return false;
}

}  // namespace whereabouts
