#include "model/gradients.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/reduce.hpp"
#include "model/memory.hpp"

namespace whereabouts {
namespace {

// Squares are summed in Real over this many numbers, then in double: the rounding of a long sum of floats stays out.
constexpr std::size_t norm_part = 1024;

}  // namespace

template <class Real>
double Gradients<Real>::bytes_wanted(const Parameters<Real>& parameters) {
  return double(parameters.count()) * double(sizeof(Real));
}

template <class Real>
void Gradients<Real>::arrange(const Parameters<Real>& parameters) {
  with_memory(bytes_wanted(parameters), [&] {
    parts_.resize(parameters.size());
    if (memory_.size() < parameters.count()) memory_.resize(parameters.count());
  });
  std::size_t offset = 0;
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    const auto& parameter = parameters[index];
    parts_[index] = {offset, parameter.rows(), parameter.columns()};
    offset += parameter.size();
  }
}

template <class Real>
void Gradients<Real>::clear() {
  std::fill(memory_.begin(), memory_.end(), Real(0));
}

template <class Real>
double Gradients<Real>::norm() const {
  double squares = 0;
  for (std::size_t index = 0; index < size(); ++index) {
    const std::span<const Real> values = (*this)[index];
    for (std::size_t at = 0; at < values.size(); at += norm_part) {
      const auto part = values.subspan(at, std::min(norm_part, values.size() - at));
      squares += double(dot<Real>(part, part));
    }
  }
  return std::sqrt(squares);
}

template class Gradients<float>;
template class Gradients<double>;

}  // namespace whereabouts
