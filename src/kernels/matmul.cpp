#include "kernels/matmul.hpp"

#include "kernels/reference.hpp"

namespace whereabouts {

template <class Real>
void Packed<Real>::pack(const Stored& b, bool transpose) {
  rows_ = transpose ? b.columns : b.rows;
  columns_ = transpose ? b.rows : b.columns;
  Real* out = memory_.take(rows_ * columns_);
  for (std::size_t k = 0; k < rows_; ++k)
    for (std::size_t j = 0; j < columns_; ++j) out[k * columns_ + j] = Real(transpose ? b.at(j, k) : b.at(k, j));
  data_ = out;
}

template <class Real>
void matmul(InputRows<Real> a, const Stored& b, Rows<Real> c, Workspace<Real>&, const Product& how) {
  reference::matmul<Real>(a, b, c, how);
}

template <class Real>
void matmul(InputRows<Real> a, const Packed<Real>& b, Rows<Real> c, Workspace<Real>&, const Product& how) {
  Product plain = how;
  plain.transpose_b = false;
  reference::matmul<Real>(a, Stored(ConstRows<Real>(b.data(), b.rows(), b.columns())), c, plain);
}

template class Packed<float>;
template class Packed<double>;
template void matmul<float>(InputRows<float>, const Stored&, Rows<float>, Workspace<float>&, const Product&);
template void matmul<double>(InputRows<double>, const Stored&, Rows<double>, Workspace<double>&, const Product&);
template void matmul<float>(InputRows<float>, const Packed<float>&, Rows<float>, Workspace<float>&, const Product&);
template void matmul<double>(InputRows<double>, const Packed<double>&, Rows<double>, Workspace<double>&, const Product&);

}  // namespace whereabouts
