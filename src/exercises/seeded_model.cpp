#include "exercises/seeded_model.hpp"

#include "kernels/reduce.hpp"

namespace whereabouts::exercises {
namespace {

constexpr std::uint64_t seed = 7;

Config config() {
  return Config::from_json({{"model_type", "gpt2"},
                            {"n_layer", 2},
                            {"n_head", 2},
                            {"n_embd", 16},
                            {"n_positions", 32},
                            {"vocab_size", 12},
                            {"position", {{"kind", "learned"}}}});
}

}  // namespace

SeededModel::SeededModel() : transformer_(config(), Initialization::fan_in, seed) {}

std::vector<std::string> SeededModel::names() const { return {"tiny"}; }

ModelRows::Size SeededModel::size(const std::string&) const {
  const Config& config = transformer_.config();
  return {config.vocab_size, config.n_positions, config.n_embd};
}

std::vector<double> SeededModel::row(std::size_t parameter, std::size_t index) const {
  const auto& matrix = transformer_.parameters()[parameter];
  const auto values = matrix.values().subspan(index * matrix.columns(), matrix.columns());
  return {values.begin(), values.end()};
}

std::vector<double> SeededModel::token_row(const std::string&, std::size_t token) const {
  return row(transformer_.parameters().layout().wte, token);
}

std::vector<double> SeededModel::position_row(const std::string&, std::size_t position) const {
  return row(transformer_.parameters().layout().table.value(), position);
}

std::vector<double> SeededModel::first_layer_norm(const std::string&, const std::vector<double>& x) const {
  const auto& block = transformer_.parameters().layout().blocks.front();
  const auto gain = row(block.ln_1_weight, 0), bias = row(block.ln_1_bias, 0);
  std::vector<double> y(x.size());
  double mean = 0, rstd = 0;
  layer_norm<double>({x.data(), 1, x.size()}, gain, bias, transformer_.config().layer_norm_epsilon,
                     {y.data(), 1, y.size()}, {&mean, 1}, {&rstd, 1});
  return y;
}

}  // namespace whereabouts::exercises
