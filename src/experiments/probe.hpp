// A linear probe: how well a row's position can be read off its hidden state by one weighted sum.
//
// Ridge regression from the hidden states after a block to the row's index, fitted on half of the sequences and scored
// on the other half (Alain and Bengio 2016, arXiv:1610.01644, probe representations this way).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/rows.hpp"
#include "model/batch.hpp"
#include "model/transformer.hpp"

namespace whereabouts {

struct ProbeOptions {
  std::size_t layer = 0;  // hidden_states[layer] of Transformer's run: 0 enters block 0, n is after block n (from 1),
                          // the last after the final norm too
  std::size_t samples = 64;  // sequences: the first half is fitted, the second scored
  std::size_t length = 64;   // rows of each
  std::uint64_t seed = 0;
  double ridge = 1e-6;   // see ridge_regression
  Batch sequences = {};  // where its size is not 0, these are taken (samples, length and seed are not used); else
                         // random tokens
};

struct ProbeResult {
  double r_squared =
      0;  // 1 - squared error / variance of the positions, on the scored half: 0 or below: nothing to read
  double mean_absolute_error = 0;   // in positions
  std::vector<double> by_position;  // [length] the mean recovered position of each row
};

class PositionProbe {
 public:
  /// `model` must outlive this. Errors: "out_of_range" naming layer (0 .. n_layer), samples (2 and up), length (2 and
  /// up) or ridge; those of the tokens and positions; "out_of_memory".
  PositionProbe(Transformer<float>& model, const ProbeOptions& options);

  bool done() const { return next_ == sequences_.size + 1; }
  /// One sequence through the model, or the fit. Not to be called when done.
  void step();
  std::size_t steps_done() const { return next_; }
  std::size_t steps() const { return sequences_.size + 1; }
  /// When done.
  const ProbeResult& result() const { return result_; }

 private:
  void fit();

  Transformer<float>& model_;
  std::size_t layer_;
  double ridge_;
  Batch sequences_;
  std::size_t next_ = 0;
  std::vector<double> positions_;
  std::vector<float> states_;  // [sequences * length, n_embd]
  ProbeResult result_;
};

/// weights [columns + 1], the last one the constant, which minimise the squared error plus a penalty on the squared
/// weights (Hoerl and Kennard 1970): `ridge` times the features' mean variance, times n. `features` [n, columns],
/// `targets` [n].
std::vector<double> ridge_regression(ConstRows<float> features, std::span<const double> targets, double ridge);

}  // namespace whereabouts
