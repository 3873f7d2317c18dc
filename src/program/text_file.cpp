#include "program/text_file.hpp"

#include <stdexcept>

#include "program/model_file.hpp"
#include "tokenizers/utf8.hpp"

namespace whereabouts {

void require_utf8(const std::string& name, std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const Character character = first_character(text.substr(at));
    if (character.point == no_code_point)
      throw std::runtime_error(name + " is not in UTF-8: at byte " + std::to_string(at) +
                               ", counted from 0, no character begins");
    at += character.length;
  }
}

std::string read_text(const std::string& path) {
  std::string text = read_file(path);
  require_utf8(path, text);
  return text;
}

}  // namespace whereabouts
