// The loss of a batch and its gradient: a kept forward pass, cross-entropy, then every step of the pass in reverse
// (Rumelhart, Hinton and Williams 1986).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/batch.hpp"
#include "model/gradients.hpp"
#include "model/transformer.hpp"

namespace whereabouts {

/// "empty" without tokens, "wrong_length" where tokens or targets are not size * length, "out_of_range" for a token
/// outside the vocabulary or a target that is neither -1 nor a token, "no_targets" where all of them are -1, what the
/// encoding refuses of positions 0 .. length - 1. Nothing is computed then.
template <class Real>
void require_batch(const Transformer<Real>& model, const Batch& batch);

/// Works on one model, which must outlive it. Whoever else uses the model between two runs does no harm.
template <class Real>
class Backward {
 public:
  explicit Backward(Transformer<Real>& model) : model_(model) {}

  /// Returns the mean cross-entropy in nats over all taken targets and writes its gradient, replacing what `gradients`
  /// held. After the first batch of a size nothing is allocated. Errors: those of require_batch; "out_of_memory" with
  /// the bytes that bytes_wanted tells.
  double run(const Batch& batch, Gradients<Real>& gradients);

  /// What a run needs beside the parameters, in bytes, gradients included: with n = size * length rows, in numbers of
  /// Real,
  ///   every block's intermediates   n_layer * n * (8 n_embd + 2 n_inner + n_head * length + 4)
  ///   the gradients on their way    n * (7 n_embd + n_inner) + (2 + 2 n_head) * length^2
  ///   logits                        at most max(32 * vocab_size, 2^20), never more than n * vocab_size
  ///   packed weights and gradients  2 * (numbers in all parameters)
  static double bytes_wanted(const Transformer<Real>& model, std::size_t size, std::size_t length);

 private:
  Transformer<Real>& model_;
};

}  // namespace whereabouts
