// A pass cut into slices of one block, for long work between whose slices others may use the same model.
#pragma once

#include <cstdint>

#include "model/transformer.hpp"

namespace whereabouts {

template <class Real>
class SlicedPass {
 public:
  /// What step will run; the input's spans must stay valid until it is done.
  void start(const PassInput<Real>& input) {
    input_ = input;
    running_ = true;
    pass_ = 0;
  }
  bool running() const { return running_; }
  /// Gives up what is not done, and what is.
  void stop() {
    running_ = false;
    pass_ = 0;
  }
  /// Whether it is done and its rows are in the model still.
  bool complete(const Transformer<Real>& model) const { return !running_ && pass_ != 0 && pass_ == model.pass_number(); }

  /// The embedding or one block. True when the pass is complete, with its rows in the model until somebody else uses
  /// it. Where somebody has since the last slice, the pass is begun again.
  bool step(Transformer<Real>& model) {
    if (pass_ == 0 || pass_ != model.pass_number()) {
      model.begin(input_);
      pass_ = model.pass_number();
      layer_ = 0;
      return false;
    }
    model.block(layer_++);
    if (layer_ < model.config().n_layer) return false;
    model.end();
    running_ = false;
    return true;
  }

 private:
  PassInput<Real> input_;
  bool running_ = false;
  std::uint64_t pass_ = 0;  // the model's number of the pass under way; 0: not begun
  std::size_t layer_ = 0;
};

}  // namespace whereabouts
