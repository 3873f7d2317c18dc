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

/// Where a parameter stands: in which of a checkpoint's files, and where in it.
struct ParameterPlace {
  std::size_t file = 0;
  TensorInfo tensor;
};

/// One place for each parameter, all of them checked. Errors: "missing_tensor", "tensor_shape", "duplicate_tensor" (a name both with
/// and without the prefix, or in two files), "unsupported_dtype" (only F32, F16, BF16 and F64 hold weights), each naming the tensor.
template <class Real>
std::vector<ParameterPlace> parameter_places(const Parameters<Real>& parameters, std::span<const SafetensorsHeader> files);

/// The precision that a tensor's weights are stored in. Errors: "unsupported_dtype".
Storage storage_of(const TensorInfo& tensor);

/// One such weight would make every output NaN and say nothing of where it came from: "tensor_not_finite". `bytes` are elements of the
/// tensor from `first` on.
void require_finite_weights(const TensorInfo& tensor, std::size_t first, std::span<const std::byte> bytes);

/// Fills every parameter from the file. Errors: those of Safetensors and parameter_places; "tensor_not_finite" (NaN or infinity), naming the
/// tensor. Everything is checked before the first parameter changes.
template <class Real>
void load_checkpoint(const Safetensors& file, Parameters<Real>& parameters);

/// A safetensors file with every parameter under its own name, in the precision it is stored in; int8, which has no scales
/// there, as float32.
template <class Real>
std::vector<std::byte> save_checkpoint(const Parameters<Real>& parameters);

}  // namespace whereabouts
