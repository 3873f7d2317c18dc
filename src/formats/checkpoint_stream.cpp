#include "formats/checkpoint_stream.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "error.hpp"

namespace whereabouts {
namespace {

/// Calls `read` and says of its errors which file they are about, where that has a name.
template <class Read>
void about(const std::string& file, Read&& read) {
  try {
    read();
  } catch (const Error& error) {
    Error::Fields fields = error.fields();
    const auto named =
        std::any_of(fields.begin(), fields.end(), [](const auto& field) { return field.first == "file"; });
    if (!named && !file.empty()) fields.emplace_back("file", file);
    throw Error(error.code(), error.key(), std::move(fields));
  }
}

}  // namespace

template <class Real>
CheckpointStream<Real>::CheckpointStream(Parameters<Real>& parameters, std::vector<CheckpointFile> files,
                                         const std::optional<CheckpointIndex>& index, std::size_t slice_size)
    : parameters_(parameters), files_(std::move(files)), index_(index), slice_size_(slice_size) {
  if (files_.empty()) throw Error(ErrorCode::invalid_argument, "empty", {{"argument", std::string("weights")}});
  std::vector<std::string> names;
  for (const auto& file : files_) names.push_back(file.name);
  if (index_) {
    order_ = shards_among(*index_, names);
  } else {
    order_.resize(files_.size());
    std::iota(order_.begin(), order_.end(), std::size_t(0));
  }
}

template <class Real>
CheckpointStream<Real>::CheckpointStream(Parameters<Real>& parameters, const std::vector<ParameterPlace>& places,
                                         CheckpointFile file, std::size_t slice_size)
    : parameters_(parameters), files_{std::move(file)}, slice_size_(slice_size) {
  about(files_[0].name, [&] { plan(places); });
}

template <class Real>
std::optional<CheckpointSlice> CheckpointStream<Real>::next() const {
  if (headers_.size() < order_.size()) {
    const std::size_t file = order_[headers_.size()];
    const std::uint64_t wanted = header_bytes_ ? *header_bytes_ : safetensors_start_bytes;
    return CheckpointSlice{file, 0, std::size_t(std::min(wanted, files_[file].size))};
  }
  if (at_ == wanted_.size()) return std::nullopt;
  return CheckpointSlice{wanted_[at_].file, place_, std::size_t(slice_end() - place_)};
}

/// Up to the end of the last whole element that a slice has room for; tensors that follow each other share one.
template <class Real>
std::uint64_t CheckpointStream<Real>::slice_end() const {
  std::uint64_t end = place_;
  for (std::size_t i = at_; i < wanted_.size(); ++i) {
    const Wanted& wanted = wanted_[i];
    if (i > at_ && (wanted.file != wanted_[at_].file || wanted.begin != end)) break;
    const std::uint64_t begin = std::max(place_, wanted.begin), most = place_ + slice_size_;
    if (wanted.end > most) {
      const std::uint64_t element = element_size(wanted.tensor.type);
      return std::max(end, begin + (most - begin) / element * element);
    }
    end = wanted.end;
  }
  return end;
}

template <class Real>
void CheckpointStream<Real>::take(std::span<const std::byte> bytes) {
  const auto slice = next();
  if (!slice) throw Error(ErrorCode::invalid_argument, "nothing_to_read");
  about(files_[slice->file].name, [&] {
    if (bytes.size() != slice->size)
      throw Error(
          ErrorCode::malformed_file, "file_truncated",
          {{"got", double(slice->begin) + double(bytes.size())}, {"expected", double(files_[slice->file].size)}});
    if (headers_.size() < order_.size())
      take_start(bytes);
    else
      take_weights(bytes);
  });
}

template <class Real>
void CheckpointStream<Real>::take_start(std::span<const std::byte> bytes) {
  const std::uint64_t size = files_[order_[headers_.size()]].size;
  if (!header_bytes_) {
    header_bytes_ = safetensors_header_bytes(bytes, size);
    if (*header_bytes_ > bytes.size()) return;
  }
  headers_.push_back(read_safetensors_header(bytes, size));
  header_bytes_.reset();
  if (headers_.size() == order_.size()) find_places();
}

template <class Real>
void CheckpointStream<Real>::find_places() {
  if (index_) require_index(*index_, headers_);
  auto places = parameter_places(parameters_, headers_);
  for (auto& [file, tensor] : places) {
    tensor.begin += headers_[file].data_begin;
    tensor.end += headers_[file].data_begin;
    file = order_[file];
  }
  headers_.assign(headers_.size(), SafetensorsHeader());  // a large model's take megabytes
  plan(places);
}

template <class Real>
void CheckpointStream<Real>::plan(const std::vector<ParameterPlace>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) {
    const auto& [file, tensor] = places[i];
    wanted_.push_back({file, i, tensor.begin, tensor.end, tensor});
    total_ += double(tensor.end - tensor.begin);
    to_hold_ += bytes_held(wanted_.back());
  }
  if (to_hold_ > largest_weights) fail_too_large(largest_weights);
  std::sort(wanted_.begin(), wanted_.end(),
            [](const Wanted& a, const Wanted& b) { return std::tie(a.file, a.begin) < std::tie(b.file, b.begin); });
  place_ = wanted_.empty() ? 0 : wanted_.front().begin;
}

template <class Real>
double CheckpointStream<Real>::bytes_held(const Wanted& wanted) const {
  const Storage storage = Parameters<Real>::held_as(storage_of(wanted.tensor));
  return double(parameters_[wanted.parameter].size()) * double(element_size(storage));
}

template <class Real>
void CheckpointStream<Real>::fail_too_large(double most) const {
  throw Error(ErrorCode::out_of_memory, "weights_too_large", {{"bytes", to_hold_}, {"maximum", most}});
}

/// A system may have less memory than could be held in all: it says so where a tensor finds no room.
template <class Real>
void CheckpointStream<Real>::make_room(const Wanted& wanted) {
  try {
    parameters_.make_room(wanted.parameter, storage_of(wanted.tensor));
  } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    fail_too_large(held_);
  }
  held_ += bytes_held(wanted);
}

template <class Real>
void CheckpointStream<Real>::take_weights(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const Wanted& wanted = wanted_[at_];
    const Storage storage = storage_of(wanted.tensor);
    const std::size_t first = std::size_t((place_ - wanted.begin) / element_size(storage));
    const auto piece = bytes.first(std::size_t(std::min<std::uint64_t>(bytes.size(), wanted.end - place_)));
    require_finite_weights(wanted.tensor, first, piece);
    if (first == 0) make_room(wanted);
    parameters_.put(wanted.parameter, storage, first, piece);
    bytes = bytes.subspan(piece.size());
    place_ += piece.size();
    done_ += double(piece.size());
    if (place_ < wanted.end) return;
    if (++at_ < wanted_.size()) place_ = wanted_[at_].begin;
  }
}

template class CheckpointStream<float>;
template class CheckpointStream<double>;

}  // namespace whereabouts
