// The loss of a batch and its gradient: a kept forward pass, cross-entropy, then every step of the pass in reverse
// (Rumelhart, Hinton and Williams 1986).
#pragma once

#include <cstddef>
#include <vector>

#include "model/attention_backward.hpp"
#include "model/batch.hpp"
#include "model/block_backward.hpp"
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
  /// Errors: "not_trained_here" for a model of another family than gpt2.
  explicit Backward(Transformer<Real>& model);

  /// Returns the mean cross-entropy in nats over all taken targets and writes its gradient, replacing what `gradients`
  /// held. After the first batch of a size nothing is allocated. Errors: those of require_batch; "out_of_memory" with
  /// the bytes that bytes_wanted tells.
  double run(const Batch& batch, Gradients<Real>& gradients);

  /// What a run needs beside the parameters, in bytes, gradients included. With n = size * length rows that is, in
  /// numbers of Real,
  ///   what every block keeps      n_layer * n * (8 n_embd + 2 n_inner + n_head * length + 4)
  ///   stream and final norm       n * (2 n_embd + 2)
  ///   gradients on their way      n * (2 n_embd + max(3 n_embd, n_inner)) + 2 n_head * length^2
  ///   logits                      vocab_size * min(n, max(32, 2^20 / vocab_size))
  ///   packed weights, gradients   2 * (numbers in all parameters)
  /// and some hundred kilobytes of scratch.
  static double bytes_wanted(const Transformer<Real>& model, std::size_t size, std::size_t length);

 private:
  void make_room(const Batch& batch);
  double head_backward(const Batch& batch, Gradients<Real>& gradients);
  void block_backward(const Batch& batch, std::size_t layer, Gradients<Real>& gradients);
  void embedding_backward(const Batch& batch, Gradients<Real>& gradients);

  Transformer<Real>& model_;
  std::vector<double> positions_;  // [length], 0 .. length - 1
  std::vector<Real> memory_;       // of flowing_
  FlowingGradients<Real> flowing_;
  std::vector<Real> logits_;  // those of some rows, then their gradient
  std::vector<Real> d_bias_;  // [n_head, length, length], summed over layers and sequences
  AttentionGradientScratch<Real> attention_;
  Workspace<Real> workspace_;
};

}  // namespace whereabouts
