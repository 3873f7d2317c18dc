// Checkpoints of Karpathy's llama2.c in their legacy form (its export.py, version 0): a header of seven int32, then all
// weights in float32, little-endian, each kind for all layers together. The rotation is interleaved, RMSNorm's epsilon
// 1e-5, the base 10000: the file does not say so, the program that reads it does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "formats/checkpoint.hpp"

namespace whereabouts {

/// The config of a model whose file of `size` bytes begins with `start`, its header or more. Errors: "unread_format" for one of the
/// later versions ("ak42"), "malformed_file" with "llama2c_size" where the file is not as long as its header makes it.
Config llama2c_config(std::span<const std::byte> start, std::uint64_t size);

/// Where each parameter of a model of that config stands in its file, in bytes from the file's beginning.
template <class Real>
std::vector<ParameterPlace> llama2c_places(const Config& config, const Parameters<Real>& parameters);

}  // namespace whereabouts
