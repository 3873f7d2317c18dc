// The files of a checkpoint on a disk, read a slice at a time.
#pragma once

#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "formats/checkpoint_stream.hpp"

namespace whereabouts {

class SlicedFiles {
 public:
  /// Opens them. Errors, "malformed_file": "file_unreadable" names the one that cannot be read.
  explicit SlicedFiles(const std::vector<std::string>& paths);

  /// By name without a folder, as an index calls them.
  const std::vector<CheckpointFile>& files() const { return files_; }
  /// Fewer bytes than were asked for where the file ends earlier; valid until the next read.
  std::span<const std::byte> read(const CheckpointSlice& slice);
  /// Where a file begins, as much as tells by itself of what kind it is; valid until the next read.
  std::span<const std::byte> start(std::size_t file) { return read({file, 0, safetensors_start_bytes}); }
  /// "file_changed" where one was written to since it was opened: its slices may be of two checkpoints.
  void require_unchanged() const;

 private:
  std::vector<std::filesystem::path> paths_;
  std::vector<std::filesystem::file_time_type> written_;
  std::vector<std::ifstream> open_;
  std::vector<CheckpointFile> files_;
  std::vector<std::byte> bytes_;
};

}  // namespace whereabouts
