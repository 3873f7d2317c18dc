// Models as files: float16 safetensors, which is what the lessons ship.
#pragma once

#include <memory>
#include <string>

#include "model/transformer.hpp"

namespace whereabouts {

/// The whole file. Errors: std::runtime_error naming the path.
std::string read_file(const std::string& path);
void write_file(const std::string& path, std::string_view bytes);

/// Rounds every parameter to float16, so that what is measured is what is saved.
void round_to_float16(Transformer<float>& model);

void save_model(const Transformer<float>& model, const std::string& path);
std::unique_ptr<Transformer<float>> load_model(const Json& config, const std::string& path);

}  // namespace whereabouts
