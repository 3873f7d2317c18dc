// Texts as the commands take them: in UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace whereabouts {

/// Errors: std::runtime_error that calls the text `name` and says at which byte, counted from 0, no character begins:
/// cut off, overlong, a surrogate. A tokenizer of bytes would take it, and the numbers would be those of another text.
void require_utf8(const std::string& name, std::string_view text);

/// The whole file. Errors: std::runtime_error naming the path, where it cannot be read or is not in UTF-8.
std::string read_text(const std::string& path);

}  // namespace whereabouts
