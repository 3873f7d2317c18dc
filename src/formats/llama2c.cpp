#include "formats/llama2c.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include "error.hpp"

namespace whereabouts {
namespace {

static_assert(std::endian::native == std::endian::little, "the file's numbers are read as they stand");

constexpr std::int32_t later_versions = 0x616b3432;  // "ak42"
constexpr std::size_t header_size = 7 * sizeof(std::int32_t);

struct Header {
  std::int32_t dim, hidden_dim, n_layers, n_heads, n_kv_heads, vocab_size, seq_len;
};

Header read_header(std::span<const std::byte> file) {
  Header header{};
  if (file.size() < header_size)
    throw Error(ErrorCode::malformed_file, "llama2c_size", {{"got", double(file.size())}, {"expected", double(header_size)}});
  std::memcpy(&header, file.data(), header_size);
  return header;
}

/// Takes one tensor after another off the file.
template <class Real>
class Reader {
 public:
  Reader(std::span<const std::byte> file, Parameters<Real>& parameters) : left_(file.subspan(header_size)), parameters_(parameters) {}

  void read(std::size_t index) {
    const auto& parameter = parameters_[index];
    const auto bytes = left_.first(parameter.size() * sizeof(float));
    for (std::size_t i = 0; i < parameter.size(); ++i) {
      std::uint32_t bits;
      std::memcpy(&bits, bytes.data() + i * sizeof bits, sizeof bits);
      if ((bits & 0x7f800000u) == 0x7f800000u)
        throw Error(ErrorCode::malformed_file, "tensor_not_finite", {{"tensor", parameter.name}, {"index", double(i)}});
    }
    parameters_.assign(index, Storage::float32, bytes, {});
    skip(bytes.size());
  }
  /// One parameter of every layer.
  void read(std::size_t ParameterLayout::LlamaBlock::*which) {
    for (const auto& block : parameters_.layout().llama_blocks) read(block.*which);
  }
  void skip(std::size_t bytes) { left_ = left_.subspan(bytes); }

 private:
  std::span<const std::byte> left_;
  Parameters<Real>& parameters_;
};

/// cos and sin of every position, once written for the program's convenience and no longer used by it.
std::size_t angle_bytes(const Config& config) { return config.n_positions * config.head_dim() * sizeof(float); }

}  // namespace

Config llama2c_config(std::span<const std::byte> file) {
  const Header header = read_header(file);
  if (header.dim == later_versions)
    throw Error(ErrorCode::unsupported, "unread_format",
                {{"format", "llama2.c version " + std::to_string(header.hidden_dim)}});
  const Config config = Config::from_json({{"model_type", "llama"},
                                           {"hidden_size", header.dim},
                                           {"intermediate_size", header.hidden_dim},
                                           {"num_hidden_layers", header.n_layers},
                                           {"num_attention_heads", header.n_heads},
                                           {"num_key_value_heads", header.n_kv_heads},
                                           {"vocab_size", std::abs(header.vocab_size)},
                                           {"max_position_embeddings", header.seq_len},
                                           {"rms_norm_eps", 1e-5},
                                           {"tie_word_embeddings", header.vocab_size > 0},
                                           {"position", {{"kind", "rope"}, {"layout", "interleaved"}}}});
  const double expected =
      double(header_size) + Parameters<float>::bytes_wanted(config, std::nullopt) + double(angle_bytes(config));
  if (double(file.size()) != expected)
    throw Error(ErrorCode::malformed_file, "llama2c_size", {{"got", double(file.size())}, {"expected", expected}});
  return config;
}

template <class Real>
void load_llama2c(std::span<const std::byte> file, Parameters<Real>& parameters) {
  using Block = ParameterLayout::LlamaBlock;
  const ParameterLayout& layout = parameters.layout();
  Reader<Real> reader(file, parameters);
  reader.read(layout.wte);
  for (const auto which : {&Block::input_layernorm, &Block::q_proj, &Block::k_proj, &Block::v_proj, &Block::o_proj,
                           &Block::post_attention_layernorm, &Block::gate_proj, &Block::down_proj, &Block::up_proj})
    reader.read(which);
  reader.read(layout.ln_f_weight);
  reader.skip(angle_bytes(llama2c_config(file)));
  if (layout.head != layout.wte) reader.read(layout.head);
}

template void load_llama2c<float>(std::span<const std::byte>, Parameters<float>&);
template void load_llama2c<double>(std::span<const std::byte>, Parameters<double>&);

}  // namespace whereabouts
