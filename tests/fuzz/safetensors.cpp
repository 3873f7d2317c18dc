// Any bytes at all: an Error, or a file whose tensors lie inside it and come back the same when written and read again.
#include <algorithm>
#include <cstdlib>

#include "error.hpp"
#include "formats/safetensors.hpp"

using namespace whereabouts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  try {
    const Safetensors reader(file);
    for (const TensorView& tensor : reader.tensors()) {
      if (tensor.bytes.size() != tensor.size() * element_size(tensor.type)) std::abort();
      if (element_size(tensor.type) > 1) values<float>(tensor);
    }
    const auto written = write_safetensors(reader.tensors(), reader.metadata());
    const Safetensors again(written);
    if (again.tensors().size() != reader.tensors().size() || again.metadata() != reader.metadata()) std::abort();
    for (const TensorView& tensor : reader.tensors()) {
      const TensorView* same = again.find(tensor.name);
      if (!same || same->shape != tensor.shape || !std::ranges::equal(same->bytes, tensor.bytes)) std::abort();
    }
  } catch (const Error&) {
  }
  return 0;
}
