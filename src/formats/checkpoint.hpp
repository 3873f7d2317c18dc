// A GPT-2 checkpoint as it stands on model hubs, to and from a model's parameters. Weights keep the precision they are
// stored in.
//
// Names are taken with or without the prefix "transformer.". Whatever the model does not ask for is left alone: the mask
// buffers "attn.bias" and "attn.masked_bias" of older files, "lm_head.weight" where the head is tied, the table of an encoding
// that is not in use. Conv1D weights stand as [in, out], which is how the model holds them too: nothing is transposed.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "formats/safetensors.hpp"
#include "model/parameters.hpp"

namespace whereabouts {

/// Fills every parameter from the file. Errors: those of Safetensors; "missing_tensor", "tensor_shape", "duplicate_tensor"
/// (a name both with and without the prefix), "unsupported_dtype" (only F32, F16, BF16 and F64 hold weights),
/// "tensor_not_finite" (NaN or infinity), each naming the tensor. Everything is checked before the first parameter changes.
template <class Real>
void load_checkpoint(const Safetensors& file, Parameters<Real>& parameters);

/// A safetensors file with every parameter under its own name, in the precision it is stored in; int8, which has no scales
/// there, as float32.
template <class Real>
std::vector<std::byte> save_checkpoint(const Parameters<Real>& parameters);

}  // namespace whereabouts
