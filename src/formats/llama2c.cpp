#include "formats/llama2c.hpp"

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

Header read_header(std::span<const std::byte> start, std::uint64_t size) {
  Header header{};
  if (start.size() < header_size)
    throw Error(ErrorCode::malformed_file, "llama2c_size", {{"got", double(size)}, {"expected", double(header_size)}});
  std::memcpy(&header, start.data(), header_size);
  return header;
}

/// cos and sin of every position, once written for the program's convenience and no longer used by it. They may be more
/// bytes than 32 bits, WebAssembly's std::size_t, can count.
std::uint64_t angle_bytes(const Config& config) {
  return std::uint64_t(config.n_positions) * config.head_dim() * sizeof(float);
}

}  // namespace

Config llama2c_config(std::span<const std::byte> start, std::uint64_t size) {
  const Header header = read_header(start, size);
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
  if (double(size) != expected)
    throw Error(ErrorCode::malformed_file, "llama2c_size", {{"got", double(size)}, {"expected", expected}});
  return config;
}

template <class Real>
std::vector<ParameterPlace> llama2c_places(const Config& config, const Parameters<Real>& parameters) {
  using Block = ParameterLayout::LlamaBlock;
  const ParameterLayout& layout = parameters.layout();
  std::vector<ParameterPlace> places(parameters.size());
  std::uint64_t at = header_size;
  const auto place = [&](std::size_t index) {
    const auto& parameter = parameters[index];
    const std::uint64_t begin = at;
    at += std::uint64_t(parameter.size()) * sizeof(float);
    places[index] = {0, {parameter.name, ElementType::F32, parameter.shape, begin, at}};
  };
  place(layout.wte);
  for (const auto which : {&Block::input_layernorm, &Block::q_proj, &Block::k_proj, &Block::v_proj, &Block::o_proj,
                           &Block::post_attention_layernorm, &Block::gate_proj, &Block::down_proj, &Block::up_proj})
    for (const auto& block : layout.llama_blocks) place(block.*which);
  place(layout.ln_f_weight);
  at += angle_bytes(config);
  if (layout.head != layout.wte) place(layout.head);
  return places;
}

template std::vector<ParameterPlace> llama2c_places(const Config&, const Parameters<float>&);
template std::vector<ParameterPlace> llama2c_places(const Config&, const Parameters<double>&);

}  // namespace whereabouts
