// Parameters made ready for computing: matrices packed for the product, vectors and tables in Real. Kept between passes
// and made anew only where a parameter has changed since.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/matmul.hpp"
#include "model/parameters.hpp"

namespace whereabouts {

/// A matrix in both its forms: many rows are multiplied with the packed one; a single row reads the matrix as stored,
/// in its own precision.
template <class Real>
struct Weight {
  const Packed<Real>* packed = nullptr;
  Stored stored;
  bool transposed = false;  // y = x * W^T instead of x * W
};

template <class Real>
class Weights {
 public:
  /// To be called before each pass. For a pass of many rows, `pack`, a matrix is packed when it is first asked for, so that one that
  /// ends early packs no more than it uses; decoding alone needs no packed copy. A large model's matrices are not kept packed either:
  /// each product packs its own anew, which costs little beside the product of many rows.
  void refresh(const Parameters<Real>& parameters, bool pack);
  /// How many bytes all packed matrices of a model may take together; what is packed already stays.
  void keep_packed(double most_bytes) { most_packed_ = most_bytes; }

  /// What follows is valid until a parameter changes.
  Weight<Real> matrix(std::size_t index) const;
  std::span<const Real> vector(std::size_t index) const { return prepared_[index].values; }
  /// Empty where there is none.
  std::span<const Real> vector(std::optional<std::size_t> index) const {
    return index ? vector(*index) : std::span<const Real>();
  }
  ConstRows<Real> table(std::size_t index) const;

 private:
  struct Prepared {
    Packed<Real> packed;
    std::vector<Real> wide;        // where the parameter is stored in another precision
    std::span<const Real> values;  // `wide`, or the parameter's own data
    std::uint64_t packed_version = 0, values_version = 0;
  };

  /// GPT-2 small's fit: 124 million numbers in float32. With a larger model's, its weights would stand in memory twice.
  static constexpr double default_most_packed = 640e6;

  bool is_packed(const Parameters<Real>& parameters, std::size_t index) const;
  double packed_bytes(const Parameters<Real>& parameters) const;

  const Parameters<Real>* parameters_ = nullptr;
  bool pack_ = false;
  mutable std::vector<Prepared> prepared_;  // packing is nothing that anyone sees
  double most_packed_ = default_most_packed;
};

/// y = x * W + bias; x is [n, in], y [n, out], the bias empty for none. With `accumulate` it is added to y.
template <class Real>
void linear(ConstRows<Real> x, const Weight<Real>& weight, std::span<const Real> bias, bool accumulate, Rows<Real> y,
            Workspace<Real>& workspace);

/// linear's backward pass, from d_y [n, out]: d_x = d_y * W^T, d_weight += x^T * d_y, d_bias += the sum of d_y's rows;
/// d_weight is [in, out], or [out, in] where the weight is transposed.
template <class Real>
void linear_backward(ConstRows<Real> x, const Weight<Real>& weight, ConstRows<Real> d_y, Rows<Real> d_x,
                     Rows<Real> d_weight, std::span<Real> d_bias, Workspace<Real>& workspace);

}  // namespace whereabouts
