// One call of the model for its output: logits, the loss, and whatever intermediates somebody wants to look at.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "model/transformer.hpp"

namespace whereabouts {

/// Which intermediates are copied out.
struct Capture {
  bool hidden_states = false;
  bool attentions = false;
  bool scores = false;
  bool queries = false;
  bool keys = false;
  bool values = false;

  /// Sets one by its name; "unknown_choice" for any other.
  void add(std::string_view name);
};

struct RunOptions {
  std::optional<std::span<const double>> positions = {};  // [T]; 0 .. T - 1 where not given
  std::optional<bool> causal = {};                        // the config's where not given
  std::optional<std::span<const std::uint8_t>> attention_mask =
      {};                                                     // [T]; 0 hides a key from every query (left padding)
  std::optional<std::span<const std::int32_t>> targets = {};  // [T] token ids, -1 where no loss is taken
  std::optional<std::size_t> layers = {};  // blocks to run, 0 .. n_layer, and no head; the whole model where not given
  Capture capture = {};
};

/// Everything is row-major. Reused from call to call of one size, nothing is allocated anew.
template <class Real>
struct RunResult {
  std::vector<double> positions;                 // [T], those given or 0 .. T - 1
  std::vector<Real> logits;                      // [T, vocab_size]; empty where `layers` was given
  std::optional<double> loss;                    // mean cross-entropy in nats over the targets taken
  std::vector<std::vector<Real>> hidden_states;  // n_layer + 1 of [T, n_embd]: what enters block 0 (token embedding and
                                                 // what the encoding adds) first, last after the final norm. With `layers`
                                                 // the first layers + 1 of these, and of all below as many as blocks ran
  std::vector<std::vector<Real>> attentions, scores;  // n_layer of [n_head, T, T]; scores are scaled and biased, before
                                                      // mask and softmax
  std::vector<std::vector<Real>> queries, keys,
      values;  // n_layer of [n_head, T, head_dim] ([n_kv_head, ...] of keys and values); the first two after the encoding

  void make_room(const Config& config, std::size_t length, const RunOptions& options);
};

/// Errors: those of Transformer::require_tokens and require_positions; "wrong_length" naming the option; "out_of_range"
/// for a target that is neither -1 nor a token, or more layers than there are; "no_targets" where all of them are -1;
/// "targets_without_logits" where both targets and layers are given; "out_of_memory".
template <class Real>
void run(Transformer<Real>& model, std::span<const std::int32_t> tokens, const RunOptions& options,
         RunResult<Real>& result);

}  // namespace whereabouts
