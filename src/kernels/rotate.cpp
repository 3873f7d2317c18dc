#include "kernels/rotate.hpp"

#include "kernels/reference.hpp"

namespace whereabouts {

template <class Real>
void rotate(const Turns<Real>& turns, Rows<Real> x) {
  return reference::rotate<Real>(turns, x);
}

template <class Real>
void rotate_transpose(const Turns<Real>& turns, Rows<Real> x) {
  return reference::rotate_transpose<Real>(turns, x);
}

template void rotate<float>(const Turns<float>& turns, Rows<float> x);
template void rotate<double>(const Turns<double>& turns, Rows<double> x);
template void rotate_transpose<float>(const Turns<float>& turns, Rows<float> x);
template void rotate_transpose<double>(const Turns<double>& turns, Rows<double> x);

}  // namespace whereabouts
