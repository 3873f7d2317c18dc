// Files of llama2.c, made here from tests/golden/families/llama-tiny: the same weights with the rows of queries and keys
// reordered from the half layout to the interleaved one. The model must give the reference's logits.
#include "formats/llama2c.hpp"

#include <bit>
#include <cstring>

#include "formats/checkpoint_stream.hpp"
#include "formats/file_kind.hpp"
#include "formats_support.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

constexpr std::size_t head_dim = 8;

void append(Bytes& file, const void* data, std::size_t size) {
  const auto* begin = static_cast<const std::byte*>(data);
  file.insert(file.end(), begin, begin + size);
}

/// Row 2i of each head is row i of its half layout, row 2i + 1 row i + head_dim / 2.
Vector interleaved(const Tensor& matrix) {
  const std::size_t columns = matrix.shape[1];
  Vector result;
  for (std::size_t head = 0; head < matrix.shape[0]; head += head_dim)
    for (std::size_t row = 0; row < head_dim; ++row) {
      const std::size_t from = head + row / 2 + (row % 2) * head_dim / 2;
      result.insert(result.end(), matrix.values.begin() + std::ptrdiff_t(from * columns),
                    matrix.values.begin() + std::ptrdiff_t((from + 1) * columns));
    }
  return result;
}

struct Layout {
  bool turn_keys = true;     // reorder keys as well as queries
  bool gate_first = true;    // w1 is the gate, w3 the other
};

/// llama-tiny as export.py (version 0) writes a model whose head is not tied.
Bytes llama2c_file(Layout layout = {}) {
  const auto tensors = golden_tensors("families/llama-tiny/model.safetensors");
  const std::int32_t header[] = {48, 112, 2, 6, 2, -101, 64};
  Bytes file;
  append(file, header, sizeof header);
  const auto write = [&](const Vector& values) {
    for (const double value : values) {
      const float narrow = float(value);
      append(file, &narrow, sizeof narrow);
    }
  };
  const auto each = [&](const std::string& name, bool turn = false) {
    for (const char* layer : {"0", "1"}) {
      const Tensor& tensor = tensors.at("model.layers." + std::string(layer) + "." + name + ".weight");
      write(turn ? interleaved(tensor) : tensor.values);
    }
  };
  write(tensors.at("model.embed_tokens.weight").values);
  each("input_layernorm");
  each("self_attn.q_proj", true);
  each("self_attn.k_proj", layout.turn_keys);
  each("self_attn.v_proj");
  each("self_attn.o_proj");
  each("post_attention_layernorm");
  each(layout.gate_first ? "mlp.gate_proj" : "mlp.up_proj");
  each("mlp.down_proj");
  each(layout.gate_first ? "mlp.up_proj" : "mlp.gate_proj");
  write(tensors.at("model.norm.weight").values);
  write(Vector(64 * head_dim, 0.5));  // cos and sin of every position, which nobody reads
  write(tensors.at("lm_head.weight").values);
  return file;
}

Config llama2c_config(const Bytes& file) { return whereabouts::llama2c_config(file, file.size()); }

/// In slices of `slice_size` bytes at most; how many bytes were read.
template <class Real>
std::size_t read_llama2c(const Bytes& file, Transformer<Real>& model, std::size_t slice_size = largest_slice) {
  CheckpointStream<Real> stream(model.parameters(), llama2c_places(model.config(), model.parameters()),
                                {"stories.bin", file.size()}, slice_size);
  std::size_t read = 0;
  while (const auto slice = stream.next()) {
    CHECK(slice->size <= slice_size);
    stream.take(std::span(file).subspan(std::size_t(slice->begin), slice->size));
    read += slice->size;
  }
  CHECK(stream.done() == stream.total());
  return read;
}

double llama2c_difference(const Bytes& file) {
  Transformer<double> model(llama2c_config(file), Contents::nothing);
  read_llama2c(file, model);
  const auto tokens = golden("families/llama-tiny/golden.json")["input_ids"][0].get<std::vector<std::int32_t>>();
  return max_difference(run(model, tokens).logits,
                        golden_tensors("families/llama-tiny/golden.safetensors").at("logits").slice(0));
}

std::string llama2c_refusal(const Bytes& file) {
  try {
    Transformer<float> model(llama2c_config(file), Contents::nothing);
    read_llama2c(file, model);
  } catch (const Error& error) {
    return error.key();
  }
  return "";
}

}  // namespace

TEST_CASE("pitfalls 1 and 4: a file of llama2.c gives the logits of the same model in the half layout", "[formats][golden]") {
  const Bytes file = llama2c_file();
  REQUIRE(is_llama2c(file));
  CHECK(llama2c_config(file).position["layout"] == "interleaved");
  CHECK_FALSE(llama2c_config(file).tie_word_embeddings);
  CHECK(llama2c_difference(file) < 1e-10);
  // Bad twins: keys not reordered with the queries; w1 and w3 exchanged.
  CHECK(llama2c_difference(llama2c_file({.turn_keys = false})) > 0.1);
  CHECK(llama2c_difference(llama2c_file({.gate_first = false})) > 0.1);
}

TEST_CASE("a tied file of llama2.c ends with its angles", "[formats]") {
  Bytes file = llama2c_file();
  const std::int32_t vocab_size = 101;
  std::memcpy(file.data() + 20, &vocab_size, sizeof vocab_size);
  CHECK(llama2c_refusal(file) == "llama2c_size");  // the head's bytes are left over
  file.resize(file.size() - 101 * 48 * sizeof(float));
  CHECK(llama2c_config(file).tie_word_embeddings);
  CHECK(llama2c_refusal(file).empty());
  CHECK(llama2c_difference(file) > 0.1);  // and it is another model
}

TEST_CASE("a file of llama2.c is read in slices of any size to the same weights, without its angles", "[formats]") {
  const Bytes file = llama2c_file();
  Transformer<float> whole(llama2c_config(file), Contents::nothing);
  constexpr std::size_t header = 28, angles = 64 * head_dim * sizeof(float);
  CHECK(read_llama2c(file, whole) == file.size() - header - angles);
  for (const std::size_t slice_size : {8, 1000, 4096}) {
    Transformer<float> sliced(llama2c_config(file), Contents::nothing);
    CHECK(read_llama2c(file, sliced, slice_size) == file.size() - header - angles);
    for (const auto& parameter : whole.parameters()) {
      INFO(parameter.name << " in slices of " << slice_size);
      CHECK(sliced.parameters().read(parameter.name) == whole.parameters().read(parameter.name));
    }
  }
  // One that is cut off while it is read is named.
  Transformer<float> cut(llama2c_config(file), Contents::nothing);
  CheckpointStream<float> stream(cut.parameters(), llama2c_places(cut.config(), cut.parameters()), {"stories.bin", file.size()});
  try {
    stream.take(std::span(file).subspan(header, stream.next()->size - 1));
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.key() == "file_truncated");
    CHECK(std::get<std::string>(error.fields().back().second) == "stories.bin");
  }
}

TEST_CASE("damaged files of llama2.c are refused", "[formats]") {
  Bytes file = llama2c_file();
  CHECK(llama2c_refusal(Bytes(file.begin(), file.begin() + 20)) == "llama2c_size");
  CHECK(llama2c_refusal(Bytes(file.begin(), file.end() - 1)) == "llama2c_size");
  Bytes longer = file;
  longer.push_back(std::byte(0));
  CHECK(llama2c_refusal(longer) == "llama2c_size");
  const float infinite = std::numeric_limits<float>::infinity();
  std::memcpy(file.data() + 28 + 4 * 1000, &infinite, sizeof infinite);
  CHECK(llama2c_refusal(file) == "tensor_not_finite");
  const std::int32_t later[] = {0x616b3432, 1, 48, 112, 2, 6, 2, 101};
  Bytes version_1;
  append(version_1, later, sizeof later);
  CHECK(llama2c_refusal(version_1) == "unread_format");
}
