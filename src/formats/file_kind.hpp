// Telling by its first bytes what a file is that was taken for a checkpoint. A download that went wrong is mostly a web
// page or a git-lfs pointer, and the message should say so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace whereabouts {

/// The error key of the kind recognised: "file_is_empty", "file_is_html", "file_is_git_lfs_pointer", "file_is_json",
/// "file_is_pytorch", "file_is_gguf"; nothing where it may be a safetensors file.
std::optional<std::string_view> foreign_file_kind(std::span<const std::byte> file);

/// Whether it begins as a checkpoint of Karpathy's llama2.c (export.py): its legacy header of seven int32, little-endian (dim,
/// hidden_dim, n_layers, n_heads, n_kv_heads, vocab_size, seq_len; a vocab_size below zero says that the head is not tied)
/// with sizes that a model can have, or the magic number "ak42" of its later versions. Never true of a safetensors file.
bool is_llama2c(std::span<const std::byte> file);

/// Throws "malformed_file" with the key of foreign_file_kind; `start` is where the file begins, `size` what it has in all.
void refuse_foreign_file(std::span<const std::byte> start, std::uint64_t size);

}  // namespace whereabouts
