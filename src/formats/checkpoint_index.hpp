// model.safetensors.index.json: which file of a sharded checkpoint holds which tensor.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "formats/safetensors.hpp"
#include "options.hpp"

namespace whereabouts {

struct CheckpointIndex {
  std::vector<std::string> files;              // each once, sorted
  std::map<std::string, std::size_t> file_of;  // tensor to its place in `files`
};

/// From the file, parsed. Errors, all "malformed_file": "index_field" (no weight_map, or an entry that is no text),
/// "index_file_name" (a shard with a path in its name: shards lie beside the index).
CheckpointIndex read_checkpoint_index(const Json& json);

/// For each file of the index its place among `given`. Errors, "malformed_file": "missing_shard" names the first that
/// is not given, and those that are.
std::vector<std::size_t> shards_among(const CheckpointIndex& index, std::span<const std::string> given);

/// "shard_without_tensor" where a file lacks a tensor that the index says it has. `headers` in the order of the index's
/// files.
void require_index(const CheckpointIndex& index, std::span<const SafetensorsHeader> headers);

}  // namespace whereabouts
