#include "formats/checkpoint.hpp"

#include <cstdint>
#include <cstring>
#include <list>
#include <optional>
#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

Storage storage_of(const TensorView& tensor) {
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

/// One such weight would make every output NaN and say nothing of where it came from.
void require_finite_weights(const TensorView& tensor) {
  const auto found = [&]() -> std::optional<std::size_t> {
    switch (storage_of(tensor)) {
      case Storage::float16: return first_not_finite<std::uint16_t>(tensor.bytes, 0x7c00);
      case Storage::bfloat16: return first_not_finite<std::uint16_t>(tensor.bytes, 0x7f80);
      case Storage::float64: return first_not_finite<std::uint64_t>(tensor.bytes, 0x7ff0000000000000u);
      default: return first_not_finite<std::uint32_t>(tensor.bytes, 0x7f800000u);
    }
  }();
  if (found) throw Error(ErrorCode::malformed_file, "tensor_not_finite", {{"tensor", tensor.name}, {"index", double(*found)}});
}

const TensorView& find(const Safetensors& file, const std::string& name, const std::vector<std::size_t>& shape) {
  const TensorView* plain = file.find(name);
  // A model saved without its head has no prefix in the llama family, and often one in GPT-2's.
  const std::string other = name.starts_with("model.") ? name.substr(6) : "transformer." + name;
  const TensorView* prefixed = file.find(other);
  if (plain && prefixed) throw Error(ErrorCode::malformed_file, "duplicate_tensor", {{"tensor", name}, {"other", prefixed->name}});
  const TensorView* tensor = plain ? plain : prefixed;
  if (!tensor) throw Error(ErrorCode::malformed_file, "missing_tensor", {{"tensor", name}});
  if (tensor->shape != shape)
    throw Error(ErrorCode::malformed_file, "tensor_shape",
                {{"tensor", tensor->name}, {"got", shown(tensor->shape)}, {"expected", shown(shape)}});
  require_finite_weights(*tensor);
  return *tensor;
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

template <class Real>
void load_checkpoint(const Safetensors& file, Parameters<Real>& parameters) {
  std::vector<const TensorView*> tensors;
  for (const auto& parameter : parameters) tensors.push_back(&find(file, parameter.name, parameter.shape));
  for (std::size_t i = 0; i < tensors.size(); ++i) parameters.assign(i, storage_of(*tensors[i]), tensors[i]->bytes, {});
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

template void load_checkpoint<float>(const Safetensors&, Parameters<float>&);
template void load_checkpoint<double>(const Safetensors&, Parameters<double>&);
template std::vector<std::byte> save_checkpoint<float>(const Parameters<float>&);
template std::vector<std::byte> save_checkpoint<double>(const Parameters<double>&);

}  // namespace whereabouts
