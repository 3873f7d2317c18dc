#include "formats/sliced_files.hpp"

#include <system_error>

#include "error.hpp"

namespace whereabouts {

namespace fs = std::filesystem;

SlicedFiles::SlicedFiles(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code failed, too;
    const std::uint64_t size = fs::file_size(path, failed);
    paths_.emplace_back(path);
    written_.push_back(fs::last_write_time(path, too));
    open_.emplace_back(path, std::ios::binary);
    if (failed || too || !open_.back()) throw Error(ErrorCode::malformed_file, "file_unreadable", {{"file", path}});
    files_.push_back({fs::path(path).filename().string(), size});
  }
}

std::span<const std::byte> SlicedFiles::read(const CheckpointSlice& slice) {
  std::ifstream& file = open_[slice.file];
  bytes_.resize(slice.size);
  file.clear();  // an earlier slice may have met the file's end
  file.seekg(std::streamoff(slice.begin));
  file.read(reinterpret_cast<char*>(bytes_.data()), std::streamsize(slice.size));
  return std::span(bytes_).first(std::size_t(file.gcount()));
}

void SlicedFiles::require_unchanged() const {
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    std::error_code gone;
    const bool same = fs::last_write_time(paths_[i], gone) == written_[i] && !gone &&
                      fs::file_size(paths_[i], gone) == files_[i].size;
    if (!same || gone) throw Error(ErrorCode::malformed_file, "file_changed", {{"file", files_[i].name}});
  }
}

}  // namespace whereabouts
