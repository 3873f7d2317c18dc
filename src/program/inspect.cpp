#include "program/inspect.hpp"

#include <filesystem>
#include <map>
#include <vector>

#include "formats/file_kind.hpp"
#include "formats/llama2c.hpp"
#include "program/model_file.hpp"
#include "program/model_folder.hpp"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

std::string shown(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t extent : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(extent);
  return text + "]";
}

void inspect_index(const std::string& path, std::ostream& out) {
  const CheckpointIndex index = read_checkpoint_index(read_json(path));
  std::vector<std::size_t> tensors(index.files.size());
  for (const auto& [tensor, file] : index.file_of) ++tensors[file];
  out << "index of a sharded checkpoint: " << index.files.size() << " files, " << index.file_of.size() << " tensors\n";
  for (std::size_t i = 0; i < index.files.size(); ++i) {
    const bool there = fs::exists(fs::path(path).parent_path() / index.files[i]);
    out << index.files[i] << "  " << tensors[i] << " tensors" << (there ? "" : "  not there") << "\n";
  }
}

void inspect_safetensors(SlicedFiles& files, std::ostream& out) {
  const std::uint64_t size = files.files()[0].size;
  const auto first = [&](std::uint64_t bytes) { return files.read({0, 0, std::size_t(std::min(bytes, size))}); };
  const std::size_t header_bytes = safetensors_header_bytes(first(safetensors_start_bytes), size);
  const SafetensorsHeader header = read_safetensors_header(first(header_bytes), size);
  double numbers = 0;
  std::map<std::string, double> by_type;
  for (const auto& tensor : header.tensors) {
    const double count = double(tensor.end - tensor.begin) / double(element_size(tensor.type));
    numbers += count;
    by_type[std::string(to_string(tensor.type))] += count;
    out << tensor.name << "  " << to_string(tensor.type) << "  " << shown(tensor.shape) << "  "
        << tensor.end - tensor.begin << "\n";
  }
  for (const auto& [key, value] : header.metadata) out << "metadata  " << key << "  " << value << "\n";
  out << "safetensors: " << header.tensors.size() << " tensors, " << std::uint64_t(numbers) << " numbers, " << size
      << " bytes";
  for (const auto& [type, count] : by_type) out << ", " << type << " " << std::uint64_t(count);
  out << "\n";
}

}  // namespace

void inspect_file(const std::string& path, std::ostream& out) {
  if (path.ends_with(".index.json")) return inspect_index(path, out);
  SlicedFiles files({path});
  const std::uint64_t size = files.files()[0].size;
  if (const auto start = files.start(0); is_llama2c(start)) {
    const Config config = llama2c_config(start, size);
    out << config.to_json().dump(2)
        << "\nllama2.c: " << std::uint64_t(Parameters<float>::bytes_wanted(config, std::nullopt)) / sizeof(float)
        << " numbers, " << size << " bytes\n";
    return;
  }
  inspect_safetensors(files, out);
}

}  // namespace whereabouts
