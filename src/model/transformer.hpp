// The model: a pre-norm GPT-2 (Radford et al. 2019), or one of the llama family (Touvron et al. 2023) or the neox family, exactly as
// Hugging Face computes it, with an exchangeable position encoding. One pass is begin, every block in turn, end; long passes can stop between any two of them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "encodings/registry.hpp"
#include "model/activations.hpp"
#include "model/config.hpp"
#include "model/initialization.hpp"
#include "model/parameters.hpp"
#include "model/weights.hpp"

namespace whereabouts {

/// Keys and values of all layers for rows that later passes attend to; each [capacity, kv_width].
template <class Real>
struct CachedRows {
  std::vector<std::vector<Real>> keys, values;  // one a layer

  void make_room(const Config& config, std::size_t capacity);
};

/// What goes into a pass. All spans must stay valid until its end.
template <class Real>
struct PassInput {
  std::span<const std::int32_t> tokens;  // [batch * T], sequence after sequence
  std::size_t batch = 1;
  std::span<const double> query_positions;  // [T], shared by the sequences
  std::span<const double> key_positions;    // [nk]: the rows held in `cache`, then the query rows
  std::span<const std::uint8_t> visible;    // [nk], 0 hides a key from every query; empty: all are seen
  bool causal = true;                       // by row, whatever the positions
  bool keep = false;                        // every block's intermediates, for a backward pass
  CachedRows<Real>* cache = nullptr;        // one sequence's rows before and, from now on, including these
};

template <class Real>
class Transformer {
 public:
  /// Freshly drawn weights; they depend on config and seed only. Errors: "out_of_memory".
  Transformer(const Config& config, Initialization initialization, std::uint64_t seed);
  /// To be filled by the caller, from a checkpoint for example. Errors: "out_of_memory".
  explicit Transformer(const Config& config, Contents contents = Contents::zeros);
  Transformer(const Transformer&) = delete;
  Transformer& operator=(const Transformer&) = delete;

  const Config& config() const { return config_; }
  const AnyEncoding& encoding() const { return encoding_; }
  Parameters<Real>& parameters() { return parameters_; }
  const Parameters<Real>& parameters() const { return parameters_; }

  /// Another encoding, or other parameters of the same one, on the same weights. Errors: those of the encoding;
  /// "missing_table" where it needs a table that these weights do not have. Nothing is changed then.
  void set_position(const Json& position);

  /// Grows with every change to a parameter or to the encoding: what was computed at another version is stale.
  std::uint64_t version() const { return parameters_.version() + position_version_; }
  /// Whether rows computed for one sequence length are worthless for another.
  bool depends_on_length(double length, double other) const;

  /// "empty" without tokens; "out_of_range" for a token outside the vocabulary.
  void require_tokens(std::span<const std::int32_t> tokens) const;
  /// What the encoding refuses: "out_of_range" where a table has no such row, "not_whole", "not_finite".
  void require_positions(std::span<const double> positions) const;

  /// Embeds the tokens and prepares what the encoding needs in every layer. The input must have been checked by the two
  /// functions above. Errors: "out_of_memory".
  void begin(const PassInput<Real>& input);
  /// Counts the calls of begin: who works in slices sees by it that somebody else has used the model in between.
  std::uint64_t pass_number() const { return pass_number_; }
  /// One block; `capture` is for a batch of one.
  void block(std::size_t layer, const AttentionCapture<Real>& capture = {});
  /// The final norm.
  void end();
  /// begin, every block, end.
  void pass(const PassInput<Real>& input);

  /// What the last pass has computed; valid until the next begin.
  const Activations<Real>& activations() const { return activations_; }
  /// What the last pass computed with; valid until a parameter changes.
  const Weights<Real>& weights() const { return weights_; }
  /// Logits of rows first .. of the last pass; [rows of out, vocab_size].
  void head(std::size_t first, Rows<Real> out);

 private:
  void attend_in(std::size_t layer, const AttentionCapture<Real>& capture);
  void turn(Rows<Real> rows) const;

  Config config_;
  AnyEncoding encoding_;
  Parameters<Real> parameters_;
  std::uint64_t position_version_ = 0;
  Weights<Real> weights_;
  Activations<Real> activations_;
  PassInput<Real> input_;
  std::uint64_t pass_number_ = 0;
};

}  // namespace whereabouts
