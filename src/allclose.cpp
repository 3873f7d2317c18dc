#include "allclose.hpp"

#include <cmath>
#include <limits>

#include "error.hpp"

namespace whereabouts {
namespace {

// The larger of two errors, where NaN counts as largest of all.
double worse(double a, double b) { return std::isnan(a) || std::isnan(b) ? std::nan("") : std::fmax(a, b); }

}  // namespace

Comparison allclose(std::span<const double> a, std::span<const double> b, double rtol, double atol) {
  require_length("b", b.size(), a.size());
  require_range("rtol", rtol, 0, std::numeric_limits<double>::max());
  require_range("atol", atol, 0, std::numeric_limits<double>::max());
  Comparison result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;  // equal infinities too, whose difference is NaN
    const double error = std::fabs(a[i] - b[i]);
    // A finite number is no match for an infinity, although infinity <= atol + rtol * infinity.
    if (!(std::isfinite(error) && error <= atol + rtol * std::fabs(b[i]))) {
      result.passed = false;
      if (!result.first_mismatch) result.first_mismatch = i;
    }
    result.max_abs_error = worse(result.max_abs_error, error);
    // infinity / infinity would be NaN, which is kept for NaN
    result.max_rel_error = worse(result.max_rel_error, std::isinf(error) ? error : error / std::fabs(b[i]));
  }
  return result;
}

}  // namespace whereabouts
