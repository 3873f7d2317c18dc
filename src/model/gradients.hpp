// The gradient of the loss with respect to every parameter.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/rows.hpp"
#include "model/parameters.hpp"

namespace whereabouts {

/// One gradient per parameter, in the order of Parameters and of the same shapes, in one piece of memory.
template <class Real>
class Gradients {
 public:
  Gradients() = default;
  explicit Gradients(const Parameters<Real>& parameters) { arrange(parameters); }

  /// Makes room for these parameters; what was held is undefined then. Allocates only where more is needed than ever
  /// before. Errors: "out_of_memory".
  void arrange(const Parameters<Real>& parameters);
  /// Bytes that `arrange` needs at most.
  static double bytes_wanted(const Parameters<Real>& parameters);

  std::size_t size() const { return parts_.size(); }
  std::span<Real> operator[](std::size_t index) { return part(index, memory_.data()); }
  std::span<const Real> operator[](std::size_t index) const { return part(index, memory_.data()); }
  /// The same as a matrix [rows, columns]; a vector is one row.
  Rows<Real> matrix(std::size_t index) {
    return {memory_.data() + parts_[index].offset, parts_[index].rows, parts_[index].columns};
  }

  /// Sets all of them to 0.
  void clear();
  /// The Euclidean length of all of them together, as torch.nn.utils.clip_grad_norm_ returns it. Sums in double.
  double norm() const;

 private:
  struct Part {
    std::size_t offset = 0, rows = 0, columns = 0;
  };
  template <class T>
  std::span<T> part(std::size_t index, T* memory) const {
    return {memory + parts_[index].offset, parts_[index].rows * parts_[index].columns};
  }

  std::vector<Part> parts_;
  std::vector<Real> memory_;
};

}  // namespace whereabouts
