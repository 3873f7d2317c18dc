// The product of two matrices, c = [c +] scale * op(a) * op(b), op being the matrix itself or its transpose.
//
// b is packed into panels that a micro-kernel can stream, whatever precision it is stored in; weights that stay the same
// can be packed once. A single row (decoding) takes a path that reads b once, unpacked.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/elementwise.hpp"
#include "kernels/rows.hpp"
#include "kernels/storage.hpp"
#include "kernels/workspace.hpp"

namespace whereabouts {

struct Product {
  bool transpose_a = false;
  bool transpose_b = false;
  bool accumulate = false;  // add to c instead of overwriting it
  double scale = 1;         // of the product, not of what c already holds
};

/// op(b), packed once and multiplied many times. Owns its memory and reuses it when packed anew.
template <class Real>
class Packed {
 public:
  /// Takes op(b) [k, n], converted to Real. Changes of b afterwards are not seen.
  void pack(const Stored& b, bool transpose = false);

  std::size_t rows() const { return rows_; }        // k
  std::size_t columns() const { return columns_; }  // n
  const Real* data() const { return data_; }        // panels, see panels.hpp

 private:
  Workspace<Real> memory_, scratch_;
  const Real* data_ = nullptr;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

/// c = [c +] scale * op(a) * op(b); op(a) is [m, k], op(b) [k, n], c [m, n]. c overlaps neither.
template <class Real>
void matmul(InputRows<Real> a, const Stored& b, Rows<Real> c, Workspace<Real>& workspace, const Product& how = {});

/// The same with b packed before (how.transpose_b was said to pack). op(a) may have fewer columns than b has rows, and c
/// fewer columns than b: then the leading ones count. Causal attention uses that to skip what the mask hides. `bias` is
/// added to every row of c, [n]; empty for none.
template <class Real>
void matmul(InputRows<Real> a, const Packed<Real>& b, Rows<Real> c, Workspace<Real>& workspace, const Product& how = {},
            Input<Real> bias = {});

}  // namespace whereabouts
