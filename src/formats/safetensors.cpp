#include "formats/safetensors.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>

#include "error.hpp"
#include "formats/file_kind.hpp"
#include "kernels/storage.hpp"
#include "options.hpp"

namespace whereabouts {
namespace {

constexpr std::size_t length_bytes = 8;
constexpr std::uint64_t largest_header = 100'000'000;  // the official reader's limit
constexpr int deepest = 32;                            // levels of JSON, as everywhere; three have a meaning

struct Description {
  std::string_view name;
  std::size_t size;
};
constexpr std::array<Description, 15> descriptions{{{"BOOL", 1}, {"U8", 1}, {"I8", 1}, {"F8_E5M2", 1}, {"F8_E4M3", 1},
                                                    {"I16", 2}, {"U16", 2}, {"F16", 2}, {"BF16", 2}, {"I32", 4},
                                                    {"U32", 4}, {"F32", 4}, {"F64", 8}, {"I64", 8}, {"U64", 8}}};

[[noreturn]] void fail(const char* key, Error::Fields fields = {}) {
  throw Error(ErrorCode::malformed_file, key, std::move(fields));
}

std::uint64_t read_length(std::span<const std::byte> file) {
  std::uint64_t length = 0;
  for (std::size_t i = length_bytes; i-- > 0;) length = length << 8 | std::uint64_t(file[i]);
  return length;
}

[[noreturn]] void fail_field(const std::string& tensor, std::string_view field, std::string got) {
  fail("tensor_field", {{"tensor", tensor}, {"field", std::string(field)}, {"got", std::move(got)}});
}

/// Whoever writes out a value of the header, in a message for example, recurses into each of its levels.
void require_shallow(std::string_view json) {
  bool quoted = false;
  int level = 0;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (c == '"') quoted = !quoted;
    else if (quoted) i += c == '\\';
    else if (c == ']' || c == '}') --level;
    else if ((c == '[' || c == '{') && ++level > deepest)
      fail("too_deep", {{"argument", std::string("header")}, {"maximum", double(deepest)}});
  }
}

Json header_json(std::span<const std::byte> header_bytes) {
  const std::string_view text(reinterpret_cast<const char*>(header_bytes.data()), header_bytes.size());
  // The JSON reader would stop at a zero byte and skip a byte order mark; the format allows neither.
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (text.find('\0') != text.npos || start == text.npos || text[start] == '\xef') fail("header_not_json");
  Json header = Json::parse(text, nullptr, false);
  if (header.is_discarded()) fail("header_not_json");
  require_shallow(text);
  if (!header.is_object()) fail("header_not_object", {{"got", std::string(type_name(header))}});
  return header;
}

/// `Size` is what must hold it.
template <class Size>
Size read_size(const std::string& tensor, const char* field, const Json& value) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > std::numeric_limits<Size>::max())
    fail_field(tensor, field, value.dump(-1, ' ', true));
  return Size(value.get<std::uint64_t>());
}

const Json& field_of(const std::string& tensor, const Json& info, const char* field, Json::value_t type) {
  const auto found = info.is_object() ? info.find(field) : info.end();
  if (!info.is_object() || found == info.end() || found->type() != type)
    fail_field(tensor, field, info.is_object() && found != info.end() ? found->dump(-1, ' ', true) : "-");
  return *found;
}

ElementType read_type(const std::string& tensor, const std::string& name) {
  const auto found = std::find_if(descriptions.begin(), descriptions.end(), [&](const auto& d) { return d.name == name; });
  if (found != descriptions.end()) return ElementType(found - descriptions.begin());
  std::string list;
  for (const auto& d : descriptions) list += (list.empty() ? "" : ", ") + std::string(d.name);
  fail("unknown_dtype", {{"tensor", tensor}, {"got", name}, {"choices", list}});
}

// The bytes that a shape stands for, or nothing where they cannot be counted.
std::optional<std::uint64_t> bytes_of(const std::vector<std::size_t>& shape, ElementType type) {
  std::uint64_t bytes = element_size(type);
  for (const std::size_t extent : shape) {
    if (extent != 0 && bytes > std::numeric_limits<std::uint64_t>::max() / extent) return std::nullopt;
    bytes *= extent;
  }
  return bytes;
}

template <class T, class Real>
void convert(std::span<const std::byte> bytes, std::vector<Real>& out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    if constexpr (std::is_same_v<T, Float16> || std::is_same_v<T, BFloat16>) out[i] = Real(to_float(value));
    else out[i] = Real(value);
  }
}

}  // namespace

std::string_view to_string(ElementType type) { return descriptions[std::size_t(type)].name; }
std::size_t element_size(ElementType type) { return descriptions[std::size_t(type)].size; }

std::size_t TensorView::size() const {
  std::size_t size = 1;
  for (const std::size_t extent : shape) size *= extent;
  return size;
}

template <class Real>
std::vector<Real> values(const TensorView& tensor) {
  std::vector<Real> out(tensor.size());
  switch (tensor.type) {
    case ElementType::BOOL:
    case ElementType::U8: convert<std::uint8_t>(tensor.bytes, out); break;
    case ElementType::I8: convert<std::int8_t>(tensor.bytes, out); break;
    case ElementType::I16: convert<std::int16_t>(tensor.bytes, out); break;
    case ElementType::U16: convert<std::uint16_t>(tensor.bytes, out); break;
    case ElementType::F16: convert<Float16>(tensor.bytes, out); break;
    case ElementType::BF16: convert<BFloat16>(tensor.bytes, out); break;
    case ElementType::I32: convert<std::int32_t>(tensor.bytes, out); break;
    case ElementType::U32: convert<std::uint32_t>(tensor.bytes, out); break;
    case ElementType::F32: convert<float>(tensor.bytes, out); break;
    case ElementType::F64: convert<double>(tensor.bytes, out); break;
    case ElementType::I64: convert<std::int64_t>(tensor.bytes, out); break;
    case ElementType::U64: convert<std::uint64_t>(tensor.bytes, out); break;
    case ElementType::F8_E5M2:
    case ElementType::F8_E4M3:
      throw Error(ErrorCode::unsupported, "unsupported_dtype",
                  {{"tensor", tensor.name}, {"got", std::string(to_string(tensor.type))}});
  }
  return out;
}

template std::vector<float> values<float>(const TensorView&);
template std::vector<double> values<double>(const TensorView&);

const TensorInfo* SafetensorsHeader::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const auto& t) { return t.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

std::size_t safetensors_header_bytes(std::span<const std::byte> start, std::uint64_t file_size) {
  refuse_foreign_file(start, file_size);
  if (start.size() < length_bytes) fail("file_truncated", {{"got", double(file_size)}, {"expected", double(length_bytes)}});
  const std::uint64_t length = read_length(start);
  if (length > largest_header) fail("header_too_large", {{"got", double(length)}, {"maximum", double(largest_header)}});
  if (length > file_size - length_bytes)
    fail("file_truncated", {{"got", double(file_size)}, {"expected", double(length + length_bytes)}});
  return length_bytes + std::size_t(length);
}

SafetensorsHeader read_safetensors_header(std::span<const std::byte> start, std::uint64_t file_size) {
  SafetensorsHeader result;
  result.data_begin = safetensors_header_bytes(start, file_size);
  if (start.size() < result.data_begin)
    fail("file_truncated", {{"got", double(start.size())}, {"expected", double(result.data_begin)}});
  const Json header = header_json(start.first(std::size_t(result.data_begin)).subspan(length_bytes));
  auto& tensors = result.tensors;
  for (const auto& [name, info] : header.items()) {
    if (name == "__metadata__") {
      if (!info.is_object()) fail_field(name, name, info.dump(-1, ' ', true));
      for (const auto& [key, value] : info.items()) {
        if (!value.is_string()) fail_field(name, key, value.dump(-1, ' ', true));
        result.metadata[key] = value.get<std::string>();
      }
      continue;
    }
    TensorInfo tensor{name, read_type(name, field_of(name, info, "dtype", Json::value_t::string)), {}};
    for (const Json& extent : field_of(name, info, "shape", Json::value_t::array))
      tensor.shape.push_back(read_size<std::size_t>(name, "shape", extent));
    const Json& offsets = field_of(name, info, "data_offsets", Json::value_t::array);
    if (offsets.size() != 2) fail_field(name, "data_offsets", offsets.dump(-1, ' ', true));
    tensor.begin = read_size<std::uint64_t>(name, "data_offsets", offsets[0]);
    tensor.end = read_size<std::uint64_t>(name, "data_offsets", offsets[1]);
    tensors.push_back(std::move(tensor));
  }

  std::sort(tensors.begin(), tensors.end(), [](const TensorInfo& a, const TensorInfo& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  const std::uint64_t data_size = file_size - result.data_begin;
  std::uint64_t at = 0;
  for (const auto& tensor : tensors) {
    if (tensor.begin != at || tensor.end < tensor.begin)
      fail("tensor_offsets", {{"tensor", tensor.name}, {"begin", double(tensor.begin)}, {"end", double(tensor.end)}, {"expected", double(at)}});
    const auto bytes = bytes_of(tensor.shape, tensor.type);
    if (!bytes || *bytes != tensor.end - tensor.begin)
      fail("tensor_bytes", {{"tensor", tensor.name}, {"got", double(tensor.end - tensor.begin)},
                            {"expected", bytes ? double(*bytes) : std::numeric_limits<double>::infinity()}});
    if (tensor.end > data_size)
      fail("file_truncated", {{"got", double(file_size)}, {"expected", double(result.data_begin) + double(tensors.back().end)}});
    at = tensor.end;
  }
  if (at != data_size) fail("trailing_bytes", {{"got", double(data_size)}, {"expected", double(at)}});
  return result;
}

Safetensors::Safetensors(std::span<const std::byte> file) : header_(read_safetensors_header(file, file.size())) {
  const auto data = file.subspan(std::size_t(header_.data_begin));
  tensors_.reserve(header_.tensors.size());
  for (const auto& [name, type, shape, begin, end] : header_.tensors)
    tensors_.push_back({name, type, shape, data.subspan(std::size_t(begin), std::size_t(end - begin))});
}

const TensorView* Safetensors::find(std::string_view name) const {
  const auto found = std::find_if(tensors_.begin(), tensors_.end(), [&](const auto& t) { return t.name == name; });
  return found == tensors_.end() ? nullptr : &*found;
}

std::vector<std::byte> write_safetensors(std::vector<TensorView> tensors, const std::map<std::string, std::string>& metadata) {
  std::sort(tensors.begin(), tensors.end(), [](const TensorView& a, const TensorView& b) {
    const std::size_t left = element_size(a.type), right = element_size(b.type);
    return left != right ? left > right : a.name < b.name;
  });
  // Written by hand, as Python's writer orders it: a second kind of JSON object, one that keeps its order, would weigh 5 KB.
  std::string text = "{";
  if (!metadata.empty()) text += "\"__metadata__\":" + Json(metadata).dump();
  std::size_t at = 0;
  for (const TensorView& tensor : tensors) {
    require_length(tensor.name, tensor.bytes.size(), tensor.size() * element_size(tensor.type));
    text += (text.size() > 1 ? "," : "") + Json(tensor.name).dump() + ":{\"dtype\":\"" + std::string(to_string(tensor.type)) +
            "\",\"shape\":" + Json(tensor.shape).dump() +
            ",\"data_offsets\":" + Json({at, at + tensor.bytes.size()}).dump() + "}";
    at += tensor.bytes.size();
  }
  text += "}";
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::vector<std::byte> file(length_bytes + text.size() + at);
  for (std::size_t i = 0; i < length_bytes; ++i) file[i] = std::byte(std::uint64_t(text.size()) >> (8 * i));
  std::memcpy(file.data() + length_bytes, text.data(), text.size());
  std::size_t place = length_bytes + text.size();
  for (const TensorView& tensor : tensors) {
    std::copy(tensor.bytes.begin(), tensor.bytes.end(), file.begin() + std::ptrdiff_t(place));
    place += tensor.bytes.size();
  }
  return file;
}

}  // namespace whereabouts
