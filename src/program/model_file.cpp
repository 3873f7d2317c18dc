#include "program/model_file.hpp"

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

#include "formats/checkpoint.hpp"
#include "formats/precision.hpp"

namespace whereabouts {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_file(const std::string& path, std::string_view bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), std::streamsize(bytes.size()));
  file.flush();
  if (!file) throw std::runtime_error("cannot write " + path);
}

void round_to_float16(Transformer<float>& model) {
  auto& parameters = model.parameters();
  for (std::size_t index = 0; index < parameters.size(); ++index) {
    std::vector<Float16> halves;
    for (const float value : parameters.read(parameters[index].name)) halves.push_back(to_float16(value));
    parameters.assign(index, Storage::float16, std::as_bytes(std::span(halves)), {});
  }
}

void save_model(const Transformer<float>& model, const std::string& path) {
  const std::vector<std::byte> bytes = save_checkpoint(model.parameters());
  write_file(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::unique_ptr<Transformer<float>> load_model(const Json& config, const std::string& path) {
  const std::string bytes = read_file(path);
  auto model = std::make_unique<Transformer<float>>(Config::from_json(config), Contents::nothing);
  load_checkpoint(Safetensors(std::as_bytes(std::span(bytes))), model->parameters());
  return model;
}

}  // namespace whereabouts
