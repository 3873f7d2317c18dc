// The trainable tensors of a model, under the names that Hugging Face gives them in its family, each in the precision it is stored in.
//
// The table of the position encoding stands last, so that another encoding leaves every other index as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/storage.hpp"
#include "model/config.hpp"
#include "model/parameter_layout.hpp"

namespace whereabouts {

/// What a new parameter holds.
enum class Contents {
  zeros,
  nothing,  // no memory either, until it is assigned: a checkpoint in half precision never needs the size of a full one
};

/// A weight matrix is [rows, columns] as its shape says, a vector is one row.
template <class Real>
struct Parameter {
  std::string name;
  std::vector<std::size_t> shape;
  Role role = Role::linear;
  Storage storage = Storage::float32;  // float64 where Real is double, until something else is loaded
  std::vector<std::byte> data;         // row-major, in `storage`
  std::vector<float> row_scales;       // int8 only
  std::uint64_t version = 0;           // counts writes: what was packed or cached from an older one is stale

  std::size_t size() const;
  std::size_t rows() const { return shape.size() == 2 ? shape[0] : 1; }
  std::size_t columns() const { return shape.back(); }
  Stored stored() const;
  /// Whether the data stands in Real itself, so that `values` may be called.
  bool full_precision() const {
    return storage == (sizeof(Real) == sizeof(double) ? Storage::float64 : Storage::float32);
  }
  std::span<Real> values() { return {reinterpret_cast<Real*>(data.data()), size()}; }
  std::span<const Real> values() const { return {reinterpret_cast<const Real*>(data.data()), size()}; }
  /// Makes the data full precision, its values kept.
  void widen();
};

template <class Real>
class Parameters {
 public:
  /// `table` is what the position encoding owns. Errors: "out_of_memory" where the contents are zeros.
  Parameters(const Config& config, const std::optional<TableShape>& table, Role table_role, Contents contents);

  /// What zeros take, in bytes; a double, so that it cannot wrap.
  static double bytes_wanted(const Config& config, const std::optional<TableShape>& table);

  const ParameterLayout& layout() const { return layout_; }
  std::size_t size() const { return list_.size(); }
  Parameter<Real>& operator[](std::size_t index) { return list_[index]; }
  const Parameter<Real>& operator[](std::size_t index) const { return list_[index]; }
  auto begin() const { return list_.begin(); }
  auto end() const { return list_.end(); }
  /// Numbers in all of them together; a tied head is the embedding and counts once.
  std::size_t count() const;

  /// "unknown_parameter": the message lists the names.
  std::size_t index_of(std::string_view name) const;
  /// The values of a parameter in row-major order, converted from its storage.
  std::vector<Real> read(std::string_view name) const;
  /// Replaces the values; the storage becomes full precision, so that what was written is what is read.
  /// Errors: "unknown_parameter", "wrong_length", "not_finite"; nothing is changed then.
  template <class T>
  void write(std::string_view name, std::span<const T> values);
  /// Takes over `data` in `storage`, converting nothing (float32 is widened where Real is double).
  void assign(std::size_t index, Storage storage, std::span<const std::byte> data, std::span<const float> row_scales);
  /// The precision that weights of a file are held in: float32 and float64 are full precision of one Real or the other,
  /// never a way to save memory.
  static constexpr Storage held_as(Storage storage) {
    const bool full = storage == Storage::float32 || storage == Storage::float64;
    return !full ? storage : sizeof(Real) == sizeof(double) ? Storage::float64 : Storage::float32;
  }
  /// The same in pieces: room first, then elements from `first` on, each piece in `storage`. Errors: "out_of_memory".
  void make_room(std::size_t index, Storage storage);
  void put(std::size_t index, Storage storage, std::size_t first, std::span<const std::byte> piece);

  /// Another position encoding: its table takes the place of the present one, which is kept aside, so that going back
  /// finds it again. "missing_table" where these weights have no such table, or one of another shape; nothing is
  /// changed then.
  void exchange_table(const std::optional<TableShape>& table);

  /// Grows with every change to any of them.
  std::uint64_t version() const { return version_; }
  /// To be called after writing through operator[].
  void touch(std::size_t index);

 private:
  std::vector<Parameter<Real>> list_;
  std::vector<Parameter<Real>> aside_;  // tables of encodings that are not in use
  ParameterLayout layout_;
  std::uint64_t version_ = 1;
};

}  // namespace whereabouts
