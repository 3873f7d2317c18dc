// How rotary frequencies are stretched so that a model reads further than it was trained: the "rope_scaling" object of a
// Hugging Face config.json.
//   default   no change
//   linear    every frequency / factor (Chen et al. 2023, position interpolation)
//   ntk       a larger base: rope_theta * factor^(d / (d - 2)) ("NTK-aware", static)
//   dynamic   the same with a factor that grows with the sequence, once it is longer than the original context
//   yarn      fast pairs kept, slow ones / factor, a ramp between (Peng et al. 2023)
//   llama3    the same idea by wavelength (Llama 3.1)
//   longrope  one searched divisor a pair, a list for short sequences and one for long (Ding et al. 2024)
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "options.hpp"

namespace whereabouts {

enum class RopeType { plain, linear, ntk, dynamic, yarn, llama3, longrope };  // plain is called "default"

struct RopeScaling {
  RopeType type = RopeType::plain;
  double factor = 1;                            // not used by longrope, where attention_factor has what follows from it
  double original_max_position_embeddings = 0;  // the context of training: dynamic, yarn, llama3, longrope
  double beta_fast = 32, beta_slow = 1;         // yarn: turns within the original context that bound the ramp
  bool truncate = true;                         // yarn: the ramp's ends rounded outwards to whole pairs
  double low_freq_factor = 1, high_freq_factor = 4;  // llama3
  std::vector<double> short_factor, long_factor;     // longrope, one divisor a pair
  double attention_factor = 1;  // multiplies cos and sin of queries and keys, so that scores get its square
  Json given;                   // the object it was read from, as to_json gives it back

  /// Reads a rope_scaling object (null: default). `type` is read where there is no `rope_type`; unknown keys are ignored,
  /// as real checkpoints carry many. `max_position_embeddings` is the model's own context where one is known: the original
  /// context of files that name none, and, over the original one, the factor of files that give none (an explicit factor
  /// always counts). Errors name the field: "missing", "wrong_type", "out_of_range", "unknown_choice".
  static RopeScaling from_json(const Json& json, std::size_t rotary_dim,
                               std::optional<double> max_position_embeddings = std::nullopt);

  /// The inverse frequencies, fastest pair first, for sequences of `sequence_length`; out is [rotary_dim / 2].
  void inverse_frequencies(double rope_theta, double sequence_length, std::span<double> out) const;

  /// Whether inverse_frequencies differ between the two lengths.
  bool depends_on_length(double length, double other_length) const;
};

/// The base that "ntk" puts in the place of rope_theta: the slowest pair turns `factor` times slower, the fastest as before.
double ntk_base(double rope_theta, double factor, std::size_t rotary_dim);

const std::vector<std::string>& rope_type_names();

}  // namespace whereabouts
