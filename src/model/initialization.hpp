// Initial weights, the same bits for a seed on every platform and in every build.
#pragma once

#include <cstdint>
#include <string>

#include "model/parameters.hpp"

namespace whereabouts {

/// Biases start at 0 and norm weights at 1 in both; n = n_layer. "Residual" are attn.c_proj and mlp.c_proj.
///   fan_in  linear weights N(0, 1 / fan_in), residual ones times 1 / sqrt(2 n); embeddings and tables added to them
///           N(0, 1 / n_embd); a table of score biases 0. For the small widths of the lessons.
///   gpt2    everything N(0, 0.02^2), residual weights times 1 / sqrt(2 n) (Radford et al. 2019, section 2.3).
enum class Initialization { fan_in, gpt2 };

/// "unknown_choice" for any other name.
Initialization initialization_named(const std::string& name);

/// Draws every parameter. Each has a generator of its own, made of the seed and its name, so that models which differ
/// in their position encoding only start from the same weights.
template <class Real>
void initialize(Parameters<Real>& parameters, const Config& config, Initialization initialization, std::uint64_t seed);

}  // namespace whereabouts
