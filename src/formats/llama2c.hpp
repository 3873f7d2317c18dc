// Checkpoints of Karpathy's llama2.c in their legacy form (its export.py, version 0): a header of seven int32, then all
// weights in float32, little-endian, each kind for all layers together. The rotation is interleaved, RMSNorm's epsilon
// 1e-5, the base 10000: the file does not say so, the program that reads it does.
#pragma once

#include <cstddef>
#include <span>

#include "model/parameters.hpp"

namespace whereabouts {

/// The config of the model in the file. Errors: "unread_format" for one of the later versions ("ak42"), "malformed_file"
/// with "llama2c_size" where the file is not as long as its header makes it.
Config llama2c_config(std::span<const std::byte> file);

/// Sets every parameter of a model of that config from the file. Errors: "tensor_not_finite".
template <class Real>
void load_llama2c(std::span<const std::byte> file, Parameters<Real>& parameters);

}  // namespace whereabouts
