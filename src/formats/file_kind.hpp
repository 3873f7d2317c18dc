// Telling by its first bytes what a file is that was taken for a checkpoint. A download that went wrong is mostly a web
// page or a git-lfs pointer, and the message should say so.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace whereabouts {

/// The error key of the kind recognised: "file_is_empty", "file_is_html", "file_is_git_lfs_pointer", "file_is_json",
/// "file_is_pytorch", "file_is_gguf"; nothing where it may be a safetensors file.
std::optional<std::string_view> foreign_file_kind(std::span<const std::byte> file);

/// Throws "malformed_file" with that key.
void refuse_foreign_file(std::span<const std::byte> file);

}  // namespace whereabouts
