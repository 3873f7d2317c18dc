// A checkpoint as it lies in a folder: config.json, its weights in one file or several, the files of its tokenizer.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "formats/sliced_files.hpp"
#include "model/transformer.hpp"
#include "tokenizers/byte_level_tokenizer.hpp"
#include "tokenizers/llama2c_tokenizer.hpp"

namespace whereabouts {

/// The index of a sharded checkpoint in `folder`, where there is one.
std::optional<CheckpointIndex> index_in(const std::string& folder);

/// The paths of a folder's weights: model.safetensors, or what the index names. Errors: std::runtime_error where there
/// are none, "missing_shard".
std::vector<std::string> weights_in(const std::string& folder, const std::optional<CheckpointIndex>& index);

/// The model of a folder, or of a file of llama2.c, as its config or its header says: what it takes can be asked before
/// its weights, gigabytes maybe, are read. Errors: those of the files, std::runtime_error where one is not there.
std::unique_ptr<Transformer<float>> model_without_weights(const std::string& path);

/// Reads them, from the same path. Shows how far it is. Errors: as above.
void read_weights(Transformer<float>& model, const std::string& path);

using AnyTokenizer = std::variant<ByteLevelTokenizer, Llama2cTokenizer>;

std::vector<std::int32_t> encode(AnyTokenizer& tokenizer, std::string_view text);
std::string decode(const AnyTokenizer& tokenizer, std::span<const std::int32_t> ids);

/// A folder's: tokenizer.json, which says how texts are cut, and a way that is not known is refused; or vocab.json and
/// merges.txt, which do not say it and are read by GPT-2's rules. A file: llama2.c's tokenizer.bin. `model_type` is that
/// of the model that the tokenizer is for, where the folder has no config.json that says so. Errors: std::runtime_error
/// where that model does not go by GPT-2's rules, or where a file is not there.
AnyTokenizer load_tokenizer_from(const std::string& path, std::string model_type = "gpt2");

/// A parsed file. Errors: std::runtime_error naming it, where it is no JSON or nested more than 32 levels deep.
Json read_json(const std::string& path);

}  // namespace whereabouts
