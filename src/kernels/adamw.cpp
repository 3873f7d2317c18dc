#include "kernels/adamw.hpp"

#include "kernels/lanes.hpp"

namespace whereabouts {

using namespace lanes;

template <class Real>
void adamw(const AdamWFactors& factors, Input<Real> gradient, std::span<Real> first, std::span<Real> second,
           std::span<Real> x) {
  const Real scale = Real(factors.gradient_scale), keep = Real(factors.keep), step = Real(-factors.step_size);
  const Real beta1 = Real(factors.beta1), rest1 = Real(1 - factors.beta1);
  const Real beta2 = Real(factors.beta2), rest2 = Real(1 - factors.beta2);
  const Real root_scale = Real(factors.root_scale), eps = Real(factors.eps);
  for_lanes<Real>(x.size(), [&]<class V>(std::size_t i) {
    const V g = read<V>(&gradient[i]) * V(scale);
    const V m = multiply_add(V(beta1), read<V>(&first[i]), V(rest1) * g);
    const V v = multiply_add(V(beta2), read<V>(&second[i]), V(rest2) * g * g);
    write(&first[i], m);
    write(&second[i], v);
    const V update = m / multiply_add(V(root_scale), square_root(v), V(eps));
    write(&x[i], multiply_add(V(step), update, V(keep) * read<V>(&x[i])));
  });
}

template void adamw<float>(const AdamWFactors&, Input<float>, std::span<float>, std::span<float>, std::span<float>);
template void adamw<double>(const AdamWFactors&, Input<double>, std::span<double>, std::span<double>,
                            std::span<double>);

}  // namespace whereabouts
