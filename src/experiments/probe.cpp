#include "experiments/probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "error.hpp"
#include "model/memory.hpp"
#include "random.hpp"

namespace whereabouts {
namespace {

constexpr double largest_count = 65536;

/// Solves A x = b in place by Cholesky's decomposition; A [n, n] is symmetric and positive definite.
void solve(std::vector<double>& a, std::vector<double>& b) {
  const std::size_t n = b.size();
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = j; i < n; ++i) {
      double sum = a[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = i == j ? std::sqrt(sum) : sum / a[j * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {  // L y = b
    for (std::size_t k = 0; k < i; ++k) b[i] -= a[i * n + k] * b[k];
    b[i] /= a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {  // L^T x = y
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

Batch random_sequences(const ProbeOptions& options, std::size_t vocab_size) {
  require_range("samples", double(options.samples), 2, largest_count);
  require_range("length", double(options.length), 2, largest_count);
  Batch batch{options.samples, options.length, {}, {}};
  with_memory(double(options.samples) * double(options.length) * sizeof(std::int32_t),
              [&] { batch.tokens.resize(options.samples * options.length); });
  Random random(options.seed);
  for (auto& token : batch.tokens) token = std::int32_t(random.below(vocab_size));
  return batch;
}

}  // namespace

std::vector<double> ridge_regression(ConstRows<float> features, std::span<const double> targets, double ridge) {
  const std::size_t n = features.rows, columns = features.columns;
  std::vector<double> mean(columns), a(columns * columns), weights(columns), centred(columns);
  double target_mean = 0;
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t c = 0; c < columns; ++c) mean[c] += double(features[row][c]) / double(n);
    target_mean += targets[row] / double(n);
  }
  for (std::size_t row = 0; row < n; ++row) {
    for (std::size_t c = 0; c < columns; ++c) centred[c] = double(features[row][c]) - mean[c];
    for (std::size_t i = 0; i < columns; ++i) {
      for (std::size_t j = 0; j <= i; ++j) a[i * columns + j] += centred[i] * centred[j];
      weights[i] += centred[i] * (targets[row] - target_mean);
    }
  }
  double trace = 0;
  for (std::size_t i = 0; i < columns; ++i) trace += a[i * columns + i];
  // The smallest number keeps features that never change from dividing 0 by 0: their weights are then 0.
  const double added = std::max(ridge * trace / double(columns), std::numeric_limits<double>::min());
  for (std::size_t i = 0; i < columns; ++i) a[i * columns + i] += added;
  solve(a, weights);
  double constant = target_mean;
  for (std::size_t i = 0; i < columns; ++i) constant -= weights[i] * mean[i];
  weights.push_back(constant);
  return weights;
}

PositionProbe::PositionProbe(Transformer<float>& model, const ProbeOptions& options)
    : model_(model), layer_(options.layer), ridge_(options.ridge), sequences_(options.sequences) {
  require_range("layer", double(layer_), 0, double(model.config().n_layer));
  require_range("ridge", ridge_, 0, 1e6);
  if (sequences_.size == 0) {
    sequences_ = random_sequences(options, model.config().vocab_size);
  } else {
    require_range("sequences", double(sequences_.size), 2, largest_count);
    require_range("length", double(sequences_.length), 2, largest_count);
    require_length("sequences", sequences_.tokens.size(), sequences_.size * sequences_.length);
  }
  model.require_tokens(sequences_.tokens);
  const double last = double(sequences_.length) - 1, rows = double(sequences_.size) * double(sequences_.length);
  model.require_positions({&last, 1});
  with_memory(rows * double(model.config().n_embd) * sizeof(float) + double(sequences_.length) * 2 * sizeof(double),
              [&] {
                states_.resize(sequences_.tokens.size() * model.config().n_embd);
                positions_.resize(sequences_.length);
                result_.by_position.resize(sequences_.length);
              });
  std::iota(positions_.begin(), positions_.end(), 0.0);
}

void PositionProbe::step() {
  if (next_++ == sequences_.size) return fit();
  const std::size_t length = sequences_.length, first = (next_ - 1) * length;
  model_.pass({.tokens = std::span(sequences_.tokens).subspan(first, length),
               .query_positions = positions_,
               .key_positions = positions_,
               .visible = {},
               .causal = model_.config().causal,
               .keep = true});
  const auto& activations = model_.activations();
  const ConstRows<float> rows =
      layer_ == model_.config().n_layer ? activations.normed_f : activations.blocks[layer_].input;
  const std::size_t columns = rows.columns;
  for (std::size_t row = 0; row < length; ++row)
    std::ranges::copy(rows[row], states_.begin() + std::ptrdiff_t((first + row) * columns));
}

void PositionProbe::fit() {
  const std::size_t length = sequences_.length, columns = model_.config().n_embd;
  const std::size_t fitted = sequences_.size / 2, scored = sequences_.size - fitted;
  std::vector<double> targets(fitted * length);
  for (std::size_t row = 0; row < targets.size(); ++row) targets[row] = positions_[row % length];
  const auto weights = ridge_regression({states_.data(), targets.size(), columns}, targets, ridge_);
  const ConstRows<float> rest(states_.data() + targets.size() * columns, scored * length, columns);
  double squares = 0, distances = 0, variance = 0;
  for (std::size_t row = 0; row < rest.rows; ++row) {
    double recovered = weights.back();
    for (std::size_t c = 0; c < columns; ++c) recovered += weights[c] * double(rest[row][c]);
    const double position = positions_[row % length], fault = recovered - position;
    const double from_middle = position - double(length - 1) / 2;
    squares += fault * fault;
    distances += std::fabs(fault);
    variance += from_middle * from_middle;
    result_.by_position[row % length] += recovered / double(scored);
  }
  result_.r_squared = 1 - squares / variance;
  result_.mean_absolute_error = distances / double(rest.rows);
}

}  // namespace whereabouts
