#include "formats/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "error.hpp"

namespace whereabouts {

std::optional<std::string_view> foreign_file_kind(std::span<const std::byte> file) {
  if (file.empty()) return "file_is_empty";
  // A header length below 2^32 ends in four zero bytes; what else is recognised here never has them there.
  if (file.size() >= 8 && std::all_of(file.begin() + 4, file.begin() + 8, [](std::byte b) { return b == std::byte(0); }))
    return std::nullopt;
  constexpr std::size_t enough = 64;
  const std::string_view start(reinterpret_cast<const char*>(file.data()), std::min(file.size(), enough));
  if (start.starts_with("version https://git-lfs")) return "file_is_git_lfs_pointer";
  if (start.starts_with("GGUF")) return "file_is_gguf";
  // A zip archive, which is what torch.save writes, or a bare pickle.
  if (start.starts_with("PK\x03\x04") || start.starts_with("\x80\x02")) return "file_is_pytorch";
  std::string text;
  for (const char c : start)
    if (!text.empty() || !std::isspace(static_cast<unsigned char>(c))) text += char(std::tolower(static_cast<unsigned char>(c)));
  if (text.starts_with("\xef\xbb\xbf")) text.erase(0, 3);  // byte order mark
  if (text.starts_with("<!doctype") || text.starts_with("<html") || text.starts_with("<?xml")) return "file_is_html";
  if (text.starts_with("{")) return "file_is_json";
  return std::nullopt;
}

bool is_llama2c(std::span<const std::byte> file) {
  std::array<std::int64_t, 7> header{};
  if (file.size() < header.size() * 4) return false;
  for (std::size_t i = 0; i < header.size(); ++i) {
    std::uint32_t bits = 0;
    for (std::size_t byte = 4; byte-- > 0;) bits = bits << 8 | std::uint32_t(file[4 * i + byte]);
    header[i] = static_cast<std::int32_t>(bits);
  }
  if (header[0] == 0x616b3432) return true;
  header[5] = std::abs(header[5]);
  const std::int64_t dim = header[0], n_layers = header[2], n_heads = header[3], n_kv_heads = header[4];
  // Wider than any model there is, and smaller than any four letters.
  const auto plausible = [](std::int64_t size) { return size > 0 && size < 1 << 24; };
  return std::all_of(header.begin(), header.end(), plausible) && n_layers < 1 << 12 && dim % n_heads == 0 &&
         n_heads % n_kv_heads == 0;
}

void refuse_foreign_file(std::span<const std::byte> start, std::uint64_t size) {
  if (const auto kind = foreign_file_kind(start))
    throw Error(ErrorCode::malformed_file, std::string(*kind), {{"bytes", double(size)}});
}

}  // namespace whereabouts
