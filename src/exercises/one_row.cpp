#include "exercises/one_row.hpp"

#include <cmath>
#include <numeric>

namespace whereabouts::exercises {

double base_without_doubling(double base) { return std::sqrt(base); }

std::vector<double> sinusoidal_row(double position, std::size_t width, double base, SinusoidalLayout layout) {
  std::vector<double> row(width);
  position_table<double>({&position, 1}, base, layout, Rows<double>(row.data(), 1, width));
  return row;
}

std::vector<double> rotary_frequencies(std::size_t width, double base) {
  return rope_frequencies(width, base, RopeScaling{}).inverse_frequencies;
}

std::vector<double> rotated(std::vector<double> vector, double position, double base, RopeLayout layout) {
  rotate<double>(Rows<double>(vector.data(), 1, vector.size()), {&position, 1},
                 rope_frequencies(vector.size(), base, RopeScaling{}), layout);
  return vector;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> sum(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += b[i];
  return a;
}

std::vector<double> scaled(std::vector<double> a, double factor) {
  for (double& entry : a) entry *= factor;
  return a;
}

}  // namespace whereabouts::exercises
