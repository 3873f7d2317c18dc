// A checkpoint's files, one or several, read in slices: each tensor goes straight into its parameter, in the precision
// that it is stored in, so that beside the weights there is never more than a slice in memory. Nobody here opens a
// file: whoever holds them reads the bytes that are asked for and hands them over.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "formats/checkpoint.hpp"
#include "formats/checkpoint_index.hpp"

namespace whereabouts {

struct CheckpointFile {
  std::string name;
  std::uint64_t size = 0;  // bytes
};

/// Bytes begin .. begin + size of one of the files.
struct CheckpointSlice {
  std::size_t file = 0;  // as they were given
  std::uint64_t begin = 0;
  std::size_t size = 0;
};

/// What goes beyond this is refused before anything is read: in WebAssembly's 4 GiB a pass needs some room too.
inline constexpr double largest_weights = sizeof(void*) == 4 ? 3.5 * (1ull << 30) : 60.0 * (1ull << 30);
inline constexpr std::size_t largest_slice = 4u << 20;

template <class Real>
class CheckpointStream {
 public:
  /// Fills `parameters`, which are to hold nothing yet and must outlive this. With an index, files that it does not
  /// name are left alone. Slices of weights are slice_size bytes or less, at least 8. Errors: "missing_shard"; "empty"
  /// where there is no file.
  CheckpointStream(Parameters<Real>& parameters, std::vector<CheckpointFile> files,
                   const std::optional<CheckpointIndex>& index, std::size_t slice_size = largest_slice);
  /// The same of a file whose tensors stand at `places`, one for each parameter, in bytes from its beginning: nothing else of it is
  /// read. Errors: "weights_too_large".
  CheckpointStream(Parameters<Real>& parameters, const std::vector<ParameterPlace>& places, CheckpointFile file,
                   std::size_t slice_size = largest_slice);

  /// What is to be read next; nothing when the parameters are whole. The same until it is taken.
  std::optional<CheckpointSlice> next() const;
  /// Takes the bytes of next(). Errors name the file in "file": "file_truncated" where there are fewer of them, those
  /// of read_safetensors_header, parameter_places, require_index; "tensor_not_finite"; "weights_too_large",
  /// out_of_memory, with the largest that can be held, or that found room where the system has less. After an error the
  /// stream is of no use, and neither are the parameters.
  void take(std::span<const std::byte> bytes);

  /// Bytes of weights taken and to take; both 0 until every header has been read.
  double done() const { return done_; }
  double total() const { return total_; }

 private:
  struct Wanted {
    std::size_t file, parameter;
    std::uint64_t begin, end;  // in the file
    TensorInfo tensor;
  };

  void take_start(std::span<const std::byte> bytes);
  void find_places();
  void plan(const std::vector<ParameterPlace>& places);
  void take_weights(std::span<const std::byte> bytes);
  std::uint64_t slice_end() const;
  double bytes_held(const Wanted& wanted) const;
  [[noreturn]] void fail_too_large(double most) const;
  void make_room(const Wanted& wanted);

  Parameters<Real>& parameters_;
  std::vector<CheckpointFile> files_;
  std::vector<std::size_t> order_;  // which of them are read, and in which order
  std::optional<CheckpointIndex> index_;
  std::size_t slice_size_;
  std::vector<SafetensorsHeader> headers_;   // of those, as far as they are read
  std::optional<std::size_t> header_bytes_;  // of the next one, once its start has been read
  std::vector<Wanted> wanted_;               // in the order of their bytes
  std::size_t at_ = 0;                       // of wanted_
  std::uint64_t place_ = 0;                  // in its file
  double done_ = 0, total_ = 0;
  double held_ = 0, to_hold_ = 0;  // bytes in memory
};

}  // namespace whereabouts
