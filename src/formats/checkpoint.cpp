#include "formats/checkpoint.hpp"

#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

std::string shown(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t extent : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

/// The first element whose exponent is all ones: NaN or infinite.
template <class Bits>
std::optional<std::size_t> first_not_finite(std::span<const std::byte> bytes, Bits exponent) {
  for (std::size_t i = 0; i * sizeof(Bits) < bytes.size(); ++i) {
    Bits bits;
    std::memcpy(&bits, bytes.data() + i * sizeof(Bits), sizeof(Bits));
    if ((bits & exponent) == exponent) return i;
  }
  return {};
}

/// A model saved without its head has no prefix in the llama and GPT-NeoX families, and often one in GPT-2's and GPT-J's.
std::string other_name(const std::string& name) {
  for (const std::string_view prefix : {"model.", "gpt_neox."})
    if (name.starts_with(prefix)) return name.substr(prefix.size());
  return "transformer." + name;
}

TensorInfo find(std::span<const SafetensorsHeader> files, const std::string& name, const std::vector<std::size_t>& shape,
                std::size_t& file) {
  const std::string other = other_name(name);
  const TensorInfo* found = nullptr;
  for (std::size_t i = 0; i < files.size(); ++i)
    for (const TensorInfo* tensor : {files[i].find(name), files[i].find(other)}) {
      if (!tensor) continue;
      if (found) throw Error(ErrorCode::malformed_file, "duplicate_tensor", {{"tensor", found->name}, {"other", tensor->name}});
      found = tensor;
      file = i;
    }
  if (!found) throw Error(ErrorCode::malformed_file, "missing_tensor", {{"tensor", name}});
  if (found->shape != shape)
    throw Error(ErrorCode::malformed_file, "tensor_shape",
                {{"tensor", found->name}, {"got", shown(found->shape)}, {"expected", shown(shape)}});
  return *found;
}

ElementType type_of(Storage storage) {
  switch (storage) {
    case Storage::float16: return ElementType::F16;
    case Storage::bfloat16: return ElementType::BF16;
    case Storage::float64: return ElementType::F64;
    case Storage::float32:
    case Storage::int8: break;
  }
  return ElementType::F32;
}

}  // namespace

Storage storage_of(const TensorInfo& tensor) {
  switch (tensor.type) {
    case ElementType::F32: return Storage::float32;
    case ElementType::F16: return Storage::float16;
    case ElementType::BF16: return Storage::bfloat16;
    case ElementType::F64: return Storage::float64;
    default:
      throw Error(ErrorCode::unsupported, "unsupported_dtype",
                  {{"tensor", tensor.name}, {"got", std::string(to_string(tensor.type))}});
  }
}

void require_finite_weights(const TensorInfo& tensor, std::size_t first, std::span<const std::byte> bytes) {
  const auto found = [&]() -> std::optional<std::size_t> {
    switch (storage_of(tensor)) {
      case Storage::float16: return first_not_finite<std::uint16_t>(bytes, 0x7c00);
      case Storage::bfloat16: return first_not_finite<std::uint16_t>(bytes, 0x7f80);
      case Storage::float64: return first_not_finite<std::uint64_t>(bytes, 0x7ff0000000000000u);
      default: return first_not_finite<std::uint32_t>(bytes, 0x7f800000u);
    }
  }();
  if (found)
    throw Error(ErrorCode::malformed_file, "tensor_not_finite", {{"tensor", tensor.name}, {"index", double(first + *found)}});
}

template <class Real>
std::vector<ParameterPlace> parameter_places(const Parameters<Real>& parameters, std::span<const SafetensorsHeader> files) {
  std::vector<ParameterPlace> places(parameters.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].tensor = find(files, parameters[i].name, parameters[i].shape, places[i].file);
    storage_of(places[i].tensor);
  }
  return places;
}

template <class Real>
void load_checkpoint(const Safetensors& file, Parameters<Real>& parameters) {
  const auto places = parameter_places(parameters, std::span(&file.header(), 1));
  const auto bytes_of = [&](const TensorInfo& tensor) { return file.find(tensor.name)->bytes; };
  for (const auto& place : places) require_finite_weights(place.tensor, 0, bytes_of(place.tensor));
  for (std::size_t i = 0; i < places.size(); ++i)
    parameters.assign(i, storage_of(places[i].tensor), bytes_of(places[i].tensor), {});
}

template <class Real>
std::vector<std::byte> save_checkpoint(const Parameters<Real>& parameters) {
  std::vector<TensorView> tensors;
  std::list<std::vector<float>> widened;  // must live until the file is written
  for (const auto& parameter : parameters) {
    std::span<const std::byte> bytes = parameter.data;
    if (parameter.storage == Storage::int8) {
      const std::vector<Real> values = parameters.read(parameter.name);
      bytes = std::as_bytes(std::span(widened.emplace_back(values.begin(), values.end())));
    }
    tensors.push_back({parameter.name, type_of(parameter.storage), parameter.shape, bytes});
  }
  return write_safetensors(std::move(tensors));
}

template std::vector<ParameterPlace> parameter_places(const Parameters<float>&, std::span<const SafetensorsHeader>);
template std::vector<ParameterPlace> parameter_places(const Parameters<double>&, std::span<const SafetensorsHeader>);
template void load_checkpoint<float>(const Safetensors&, Parameters<float>&);
template void load_checkpoint<double>(const Safetensors&, Parameters<double>&);
template std::vector<std::byte> save_checkpoint<float>(const Parameters<float>&);
template std::vector<std::byte> save_checkpoint<double>(const Parameters<double>&);

}  // namespace whereabouts
