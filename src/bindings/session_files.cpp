// Files arrive in pieces, so that the caller need not hold a large one whole beside the copy here, and become models; models
// become files. While a model is made, the bytes of its file and its parameters both stand in memory; endFile frees the file.
#include "bindings/session_methods.hpp"
#include "error.hpp"
#include "formats/checkpoint.hpp"
#include "formats/config_json.hpp"
#include "formats/file_kind.hpp"

namespace whereabouts {
namespace {

constexpr double largest_file = 4294967295.0;  // no more can be addressed

std::vector<std::byte>& file_of(SessionState& state, Options& arguments) {
  const auto found = state.files.find(handle_of(arguments, "file"));
  if (found == state.files.end()) throw Error(ErrorCode::disposed, "file_ended");
  return found->second;
}

/// size, in bytes. A file's handle.
Json begin_file(SessionState& state, Options& arguments) {
  const double size = arguments.whole("size", std::nullopt, 0, largest_file);
  std::vector<std::byte> file;
  try {
    file.reserve(static_cast<std::size_t>(size));
  } catch (const std::exception&) {
    throw Error(ErrorCode::out_of_memory, "out_of_memory", {{"bytes", size}});
  }
  const Handle handle = state.next_handle++;
  state.files.emplace(handle, std::move(file));
  return double(handle);
}

/// file, bytes.
Json append_to_file(SessionState& state, Options& arguments) {
  auto& file = file_of(state, arguments);
  const Json& bytes = arguments.raw("bytes");
  if (!bytes.is_binary()) fail_type("bytes", type_name(bytes), "bytes");
  const auto& piece = bytes.get_binary();
  const auto* begin = reinterpret_cast<const std::byte*>(piece.data());
  file.insert(file.end(), begin, begin + piece.size());
  return nullptr;
}

/// file. Ending one that has ended already is no error.
Json end_file(SessionState& state, Options& arguments) {
  state.files.erase(handle_of(arguments, "file"));
  return nullptr;
}

/// file, of safetensors; options: config, format. A model's handle. The file may end afterwards. Files of llama2.c are read in slices
/// alone (session_checkpoints.cpp).
Json load_model(SessionState& state, Options& arguments) {
  Options options(arguments.raw("options"));
  const auto& bytes = file_of(state, arguments);
  if (format_of(options, bytes) != "safetensors")
    throw Error(ErrorCode::unsupported, "needs_checkpoints", {{"argument", std::string("weights")}});
  const Json config = plain(options.raw("config"));
  if (config.is_null()) options.fail_missing("config");
  options.refuse_others();
  const Safetensors file(bytes);
  auto transformer = std::make_unique<Transformer<float>>(read_config_json(config), Contents::nothing);
  load_checkpoint(file, transformer->parameters());
  return hold_model(state, std::move(transformer));
}

/// model. The bytes of a safetensors file.
Json to_safetensors(SessionState& state, Options& arguments) {
  const auto file = save_checkpoint(held_model(state, arguments).parameters());
  return binary(std::span(reinterpret_cast<const std::uint8_t*>(file.data()), file.size()));
}

constexpr Method methods[] = {
    {"beginFile", begin_file}, {"appendToFile", append_to_file}, {"endFile", end_file},
    {"loadModel", load_model}, {"toSafetensors", to_safetensors},
};

}  // namespace

std::string format_of(Options& options, std::span<const std::byte> start) {
  return options.choice("format", is_llama2c(start) ? "llama2.c" : "safetensors", {"safetensors", "llama2.c"});
}

std::span<const Method> file_methods() { return methods; }

}  // namespace whereabouts
