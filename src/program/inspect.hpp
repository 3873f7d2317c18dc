// What a checkpoint's file holds, from its header alone, however large it is.
#pragma once

#include <ostream>
#include <string>

namespace whereabouts {

/// A safetensors file: its tensors with type, shape and bytes. model.safetensors.index.json: its files and how many
/// tensors each holds, and whether each lies beside it. A file of llama2.c: its config. Errors: those of the formats,
/// std::runtime_error where it cannot be read.
void inspect_file(const std::string& path, std::ostream& out);

}  // namespace whereabouts
