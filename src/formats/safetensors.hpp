// The safetensors file format: 8 bytes header length (little-endian), a JSON header, then the tensors' bytes.
// Accepts what the official reader accepts and nothing else: huggingface/safetensors, README "Format".
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace whereabouts {

/// The element types of the format, by their names in a header.
enum class ElementType { BOOL, U8, I8, F8_E5M2, F8_E4M3, I16, U16, F16, BF16, I32, U32, F32, F64, I64, U64 };

std::string_view to_string(ElementType type);
/// Bytes of one element.
std::size_t element_size(ElementType type);

/// One tensor, its bytes in row-major order wherever they are held. They may stand at any address: copy, do not cast.
struct TensorView {
  std::string name;
  ElementType type = ElementType::F32;
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;

  /// Product of the shape; 1 for a scalar.
  std::size_t size() const;
};

/// One tensor as a file's header describes it: bytes begin .. end of what follows the header.
struct TensorInfo {
  std::string name;
  ElementType type = ElementType::F32;
  std::vector<std::size_t> shape;
  std::uint64_t begin = 0, end = 0;
};

struct SafetensorsHeader {
  std::vector<TensorInfo> tensors;  // in the order of their bytes, which follow each other without a gap
  std::map<std::string, std::string> metadata;
  std::uint64_t data_begin = 0;  // in the file

  const TensorInfo* find(std::string_view name) const;
};

/// How many of a file's first bytes tell what kind of file it is and how long its header.
inline constexpr std::size_t safetensors_start_bytes = 64;

/// How many of its first bytes hold all of the header, from `start`, the first 64 (fewer where the file has no more), and the size of
/// the whole file. Errors: those of read_safetensors_header about the kind of file and the header's length.
std::size_t safetensors_header_bytes(std::span<const std::byte> start, std::uint64_t file_size);

/// Checks all of the header, from so many bytes. Errors, all "malformed_file", say what was found: another kind of file ("file_is_html",
/// "file_is_git_lfs_pointer", ...), "file_truncated", "header_too_large", "header_not_json", "tensor_field", "unknown_dtype",
/// "tensor_offsets" (holes, overlaps), "tensor_bytes", "trailing_bytes".
SafetensorsHeader read_safetensors_header(std::span<const std::byte> start, std::uint64_t file_size);

/// The elements, converted. Exact for every floating type up to Real's own precision and for integers it can hold.
/// Errors: "unsupported_dtype" for the 8-bit floating types.
template <class Real>
std::vector<Real> values(const TensorView& tensor);

class Safetensors {
 public:
  /// `file`, a whole one, must outlive the object. Errors: those of read_safetensors_header.
  explicit Safetensors(std::span<const std::byte> file);

  /// In the order of their bytes in the file.
  const std::vector<TensorView>& tensors() const { return tensors_; }
  const TensorView* find(std::string_view name) const;
  const SafetensorsHeader& header() const { return header_; }
  /// The header's "__metadata__".
  const std::map<std::string, std::string>& metadata() const { return header_.metadata; }

 private:
  SafetensorsHeader header_;
  std::vector<TensorView> tensors_;
};

/// A file with these tensors, as the official writer lays it out: larger element types first, then by name; no gaps; the
/// header padded with spaces to a multiple of 8 bytes, so that every tensor is aligned. Names must be different.
std::vector<std::byte> write_safetensors(std::vector<TensorView> tensors,
                                         const std::map<std::string, std::string>& metadata = {{"format", "pt"}});

}  // namespace whereabouts
