// Comparing two lists of numbers as torch.allclose does.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace whereabouts {

struct Comparison {
  bool passed = true;
  double max_abs_error = 0;                   // NaN where a NaN stands on either side
  double max_rel_error = 0;                   // |a - b| / |b|; infinite where only b is 0
  std::optional<std::size_t> first_mismatch;  // index
};

/// |a - b| <= atol + rtol * |b| for every pair. NaN never matches; an infinity matches itself only.
/// Errors: "wrong_length"; "out_of_range" for a negative tolerance.
Comparison allclose(std::span<const double> a, std::span<const double> b, double rtol = 1e-5, double atol = 1e-8);

}  // namespace whereabouts
