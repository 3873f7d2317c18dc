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

/// The elements, converted. Exact for every floating type up to Real's own precision and for integers it can hold.
/// Errors: "unsupported_dtype" for the 8-bit floating types.
template <class Real>
std::vector<Real> values(const TensorView& tensor);

class Safetensors {
 public:
  /// Checks all of the header; `file` must outlive the object. Errors, all "malformed_file", say what was found: another
  /// kind of file ("file_is_html", "file_is_git_lfs_pointer", ...), "file_truncated", "header_too_large", "header_not_json",
  /// "tensor_field", "unknown_dtype", "tensor_offsets" (holes, overlaps), "tensor_bytes", "trailing_bytes".
  explicit Safetensors(std::span<const std::byte> file);

  /// In the order of their bytes in the file.
  const std::vector<TensorView>& tensors() const { return tensors_; }
  const TensorView* find(std::string_view name) const;
  /// The header's "__metadata__".
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  std::vector<TensorView> tensors_;
  std::map<std::string, std::string> metadata_;
};

/// A file with these tensors, as the official writer lays it out: larger element types first, then by name; no gaps; the
/// header padded with spaces to a multiple of 8 bytes, so that every tensor is aligned. Names must be different.
std::vector<std::byte> write_safetensors(std::vector<TensorView> tensors,
                                         const std::map<std::string, std::string>& metadata = {{"format", "pt"}});

}  // namespace whereabouts
