// A second, plain opinion on loss and gradient: one sequence and one head at a time, dense matrices in double
// precision, every formula written out, nothing shared with the product but the encodings' hooks. It can be made to
// commit the classic mistakes of a backward pass, which the finite-difference check must reject.
#pragma once

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <variant>

#include "model/batch.hpp"
#include "model_support.hpp"

namespace whereabouts::test {

enum class Fault {
  none,
  sign,                // of the gradient through the attention's output
  softmax_sum,         // the row's sum forgotten in softmax's gradient
  norm_mean,           // the mean's part forgotten in LayerNorm's gradient
  norm_variance,       // the variance's part forgotten
  head_part,           // a tied head's part of the embedding's gradient forgotten
  embedding_part,      // the look-up's part forgotten
  rotation_direction,  // turned forth again instead of back
  residual,            // the branch past the MLP forgotten
  one_layer,           // a shared bias table that gets the last layer's gradient only
  one_sequence,        // a table of positions that gets the last sequence's gradient only
  scale,               // 1 / sqrt(head_dim) forgotten on the way back
  transpose,           // attn.c_proj is square: its transpose forgotten
  every_row,           // the mean over all rows, those without a target too
  heads_swapped        // the values' gradients of two heads exchanged
};

struct Matrix {
  Matrix(std::size_t rows = 0, std::size_t columns = 0) : rows(rows), columns(columns), values(rows * columns) {}
  Matrix(std::size_t rows, std::size_t columns, Vector values)
      : rows(rows), columns(columns), values(std::move(values)) {}
  double& operator()(std::size_t r, std::size_t c) { return values[r * columns + c]; }
  double operator()(std::size_t r, std::size_t c) const { return values[r * columns + c]; }
  Rows<double> view() { return {values.data(), rows, columns}; }
  Matrix transposed() const {
    Matrix result(columns, rows);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < columns; ++c) result(c, r) = (*this)(r, c);
    return result;
  }
  Matrix part(std::size_t first, std::size_t count) const {
    Matrix result(rows, count);
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < count; ++c) result(r, c) = (*this)(r, first + c);
    return result;
  }
  void add_part(std::size_t first, const Matrix& other) {
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t c = 0; c < other.columns; ++c) (*this)(r, first + c) += other(r, c);
  }
  void add(const Matrix& other, double factor = 1) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] += factor * other.values[i];
  }

  std::size_t rows, columns;
  Vector values;
};

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix result(a.rows, b.columns);
  for (std::size_t r = 0; r < a.rows; ++r)
    for (std::size_t k = 0; k < a.columns; ++k)
      for (std::size_t c = 0; c < b.columns; ++c) result(r, c) += a(r, k) * b(k, c);
  return result;
}

/// The model's loss and gradients on one batch.
class ReferenceModel {
 public:
  ReferenceModel(const Transformer<double>& model, const Batch& batch, Fault fault = Fault::none)
      : model_(model), config_(model.config()), batch_(batch), fault_(fault), length_(batch.length) {
    for (const auto& parameter : model.parameters()) {
      const auto values = parameter.values();
      weights_[parameter.name] = {parameter.rows(), parameter.columns(), Vector(values.begin(), values.end())};
      gradients_[parameter.name] = {parameter.rows(), parameter.columns()};
    }
    for (std::size_t i = 0; i < length_; ++i) positions_.push_back(double(i));
    const auto taken = std::ranges::count_if(batch.targets, [](std::int32_t target) { return target >= 0; });
    count_ = fault == Fault::every_row ? double(batch.targets.size()) : double(taken);
    d_bias_.resize(config_.n_head * length_ * length_);
    for (std::size_t b = 0; b < batch.size; ++b) sequence(b);
    std::visit(
        [&](const auto& e) {
          if constexpr (uses(places_of<decltype(e)>, Places::score))
            if (e.table()) e.bias_backward(pass(), std::span<const double>(d_bias_), table_gradient());
        },
        model.encoding());
    loss_ /= double(taken);
  }

  double loss() const { return loss_; }
  const Vector& gradient(const std::string& name) const { return gradients_.at(name).values; }

 private:
  Pass pass() const { return {positions_, positions_, double(length_)}; }
  Matrix& weight(const std::string& name) { return weights_.at(name); }
  Matrix& owed(const std::string& name) { return gradients_.at(name); }
  std::string table_name() const { return model_.parameters()[*model_.parameters().layout().table].name; }
  Rows<double> table_gradient() { return owed(table_name()).view(); }
  ConstRows<double> table() {
    return model_.parameters().layout().table ? weight(table_name()).view() : Rows<double>();
  }

  Matrix linear(const Matrix& x, const std::string& name) {
    Matrix y = x * weight(name + ".weight");
    for (std::size_t r = 0; r < y.rows; ++r)
      for (std::size_t c = 0; c < y.columns; ++c) y(r, c) += weight(name + ".bias")(0, c);
    return y;
  }
  Matrix linear_back(const Matrix& x, const Matrix& d_y, const std::string& name, bool transpose = true) {
    owed(name + ".weight").add(x.transposed() * d_y);
    for (std::size_t r = 0; r < d_y.rows; ++r)
      for (std::size_t c = 0; c < d_y.columns; ++c) owed(name + ".bias")(0, c) += d_y(r, c);
    return d_y * (transpose ? weight(name + ".weight").transposed() : weight(name + ".weight"));
  }

  /// Mean and standard deviation of a row.
  std::pair<double, double> moments(const Matrix& x, std::size_t row) const {
    double mean = 0, variance = 0;
    for (std::size_t c = 0; c < x.columns; ++c) mean += x(row, c) / double(x.columns);
    for (std::size_t c = 0; c < x.columns; ++c) variance += std::pow(x(row, c) - mean, 2) / double(x.columns);
    return {mean, std::sqrt(variance + config_.layer_norm_epsilon)};
  }
  Matrix norm(const Matrix& x, const std::string& name) {
    Matrix y(x.rows, x.columns);
    for (std::size_t r = 0; r < x.rows; ++r) {
      const auto [mean, deviation] = moments(x, r);
      for (std::size_t c = 0; c < x.columns; ++c)
        y(r, c) = (x(r, c) - mean) / deviation * weight(name + ".weight")(0, c) + weight(name + ".bias")(0, c);
    }
    return y;
  }
  Matrix norm_back(const Matrix& x, const Matrix& d_y, const std::string& name) {
    Matrix d_x(x.rows, x.columns);
    const double n = double(x.columns);
    for (std::size_t r = 0; r < x.rows; ++r) {
      const auto [mean, deviation] = moments(x, r);
      double sum = 0, product = 0;
      for (std::size_t c = 0; c < x.columns; ++c) {
        const double normal = (x(r, c) - mean) / deviation, d_normal = d_y(r, c) * weight(name + ".weight")(0, c);
        owed(name + ".weight")(0, c) += d_y(r, c) * normal;
        owed(name + ".bias")(0, c) += d_y(r, c);
        sum += d_normal;
        product += d_normal * normal;
      }
      if (fault_ == Fault::norm_mean) sum = 0;
      if (fault_ == Fault::norm_variance) product = 0;
      for (std::size_t c = 0; c < x.columns; ++c) {
        const double normal = (x(r, c) - mean) / deviation, d_normal = d_y(r, c) * weight(name + ".weight")(0, c);
        d_x(r, c) = (d_normal - sum / n - normal * product / n) / deviation;
      }
    }
    return d_x;
  }

  bool exact_gelu() const { return config_.activation_function == ActivationFunction::gelu; }
  double activation(double x) const {
    if (exact_gelu()) return x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
    return x / 2 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
  }
  double activation_slope(double x) const {
    if (exact_gelu())
      return (1 + std::erf(x / std::sqrt(2.0))) / 2 + x * std::exp(-x * x / 2) / std::sqrt(2 * std::numbers::pi);
    const double t = std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x));
    return (1 + t) / 2 + x / 2 * (1 - t * t) * std::sqrt(2 / std::numbers::pi) * (1 + 3 * 0.044715 * x * x);
  }

  void turn(Matrix& rows, bool back) {
    std::visit(
        [&](const auto& e) {
          if constexpr (uses(places_of<decltype(e)>, Places::query_key)) {
            Rotation<double> rotation;
            e.prepare_rotation(positions_, double(length_), rotation);
            if (back)
              e.rotate_backward(rotation, rows.view());
            else
              e.rotate(rotation, rows.view());
          }
        },
        model_.encoding());
  }

  Matrix attention_weights(const Matrix& queries, const Matrix& keys, std::size_t head) {
    Vector bias(config_.n_head * length_ * length_);
    std::visit(
        [&](const auto& e) {
          if constexpr (uses(places_of<decltype(e)>, Places::score)) e.bias(pass(), table(), std::span<double>(bias));
        },
        model_.encoding());
    Matrix weights = queries * keys.transposed();
    for (std::size_t i = 0; i < length_; ++i) {
      const std::size_t seen = config_.causal ? i + 1 : length_;
      double total = 0;
      for (std::size_t j = 0; j < length_; ++j) {
        const double score =
            weights(i, j) / std::sqrt(double(config_.head_dim())) + bias[(head * length_ + i) * length_ + j];
        weights(i, j) = j < seen ? std::exp(score) : 0;
        total += weights(i, j);
      }
      for (std::size_t j = 0; j < length_; ++j) weights(i, j) /= total;
    }
    return weights;
  }

  /// Runs block `layer` on x, then, with the gradient that `rest` makes of the output, back.
  Matrix block(std::size_t layer, const Matrix& input, const std::function<Matrix(const Matrix&)>& rest) {
    const std::string h = "h." + std::to_string(layer) + ".";
    const std::size_t width = config_.n_embd, head_dim = config_.head_dim();
    const Matrix normed_1 = norm(input, h + "ln_1"), qkv = linear(normed_1, h + "attn.c_attn");
    Matrix queries = qkv.part(0, width), keys = qkv.part(width, width);
    const Matrix values = qkv.part(2 * width, width);
    turn(queries, false);
    turn(keys, false);
    Matrix context(length_, width);
    std::vector<Matrix> weights;
    for (std::size_t head = 0; head < config_.n_head; ++head) {
      const auto of = [&](const Matrix& all) { return all.part(head * head_dim, head_dim); };
      weights.push_back(attention_weights(of(queries), of(keys), head));
      context.add_part(head * head_dim, weights.back() * of(values));
    }
    Matrix middle = linear(context, h + "attn.c_proj");
    middle.add(input);
    const Matrix normed_2 = norm(middle, h + "ln_2"), hidden = linear(normed_2, h + "mlp.c_fc");
    Matrix activated = hidden;
    for (double& value : activated.values) value = activation(value);
    Matrix output = linear(activated, h + "mlp.c_proj");
    output.add(middle);

    const Matrix d_output = rest(output);

    Matrix d_hidden = linear_back(activated, d_output, h + "mlp.c_proj");
    for (std::size_t i = 0; i < d_hidden.values.size(); ++i) d_hidden.values[i] *= activation_slope(hidden.values[i]);
    Matrix d_middle = norm_back(middle, linear_back(normed_2, d_hidden, h + "mlp.c_fc"), h + "ln_2");
    if (fault_ != Fault::residual) d_middle.add(d_output);
    Matrix d_context = linear_back(context, d_middle, h + "attn.c_proj", fault_ != Fault::transpose);
    if (fault_ == Fault::sign)
      for (double& value : d_context.values) value = -value;
    Matrix d_queries(length_, width), d_keys(length_, width), d_values(length_, width);
    for (std::size_t head = 0; head < config_.n_head; ++head) {
      const std::size_t first = head * head_dim;
      const auto of = [&](const Matrix& all) { return all.part(first, head_dim); };
      const std::size_t values_first = fault_ == Fault::heads_swapped ? (config_.n_head - 1 - head) * head_dim : first;
      d_values.add_part(values_first, weights[head].transposed() * of(d_context));
      Matrix d_scores = of(d_context) * of(values).transposed();
      for (std::size_t i = 0; i < length_; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < length_; ++j) sum += weights[head](i, j) * d_scores(i, j);
        if (fault_ == Fault::softmax_sum) sum = 0;
        for (std::size_t j = 0; j < length_; ++j) {
          d_scores(i, j) = weights[head](i, j) * (d_scores(i, j) - sum);
          if (fault_ != Fault::one_layer || layer + 1 == config_.n_layer)
            d_bias_[(head * length_ + i) * length_ + j] += d_scores(i, j);
        }
      }
      const double scale = fault_ == Fault::scale ? 1 : 1 / std::sqrt(double(head_dim));
      for (double& value : d_scores.values) value *= scale;
      d_queries.add_part(first, d_scores * of(keys));
      d_keys.add_part(first, d_scores.transposed() * of(queries));
    }
    turn(d_queries, fault_ != Fault::rotation_direction);
    turn(d_keys, fault_ != Fault::rotation_direction);
    Matrix d_qkv(length_, 3 * width);
    d_qkv.add_part(0, d_queries);
    d_qkv.add_part(width, d_keys);
    d_qkv.add_part(2 * width, d_values);
    Matrix d_input = norm_back(input, linear_back(normed_1, d_qkv, h + "attn.c_attn"), h + "ln_1");
    d_input.add(d_middle);
    return d_input;
  }

  Matrix head(const Matrix& output, std::size_t b) {
    const std::string name = config_.tie_word_embeddings ? "wte.weight" : "lm_head.weight";
    const Matrix normed = norm(output, "ln_f");
    Matrix d_logits = normed * weight(name).transposed();
    for (std::size_t i = 0; i < length_; ++i) {
      const std::int32_t target = batch_.targets[b * length_ + i];
      double total = 0;
      for (std::size_t v = 0; v < d_logits.columns; ++v) total += std::exp(d_logits(i, v));
      if (target >= 0) loss_ += std::log(total) - d_logits(i, std::size_t(target));
      for (std::size_t v = 0; v < d_logits.columns; ++v)
        d_logits(i, v) = target < 0 ? 0 : (std::exp(d_logits(i, v)) / total - (v == std::size_t(target))) / count_;
    }
    if (fault_ != Fault::head_part) owed(name).add(d_logits.transposed() * normed);
    return norm_back(output, d_logits * weight(name), "ln_f");
  }

  void sequence(std::size_t b) {
    Matrix stream(length_, config_.n_embd);
    const auto token = [&](std::size_t i) { return std::size_t(batch_.tokens[b * length_ + i]); };
    for (std::size_t i = 0; i < length_; ++i)
      for (std::size_t c = 0; c < stream.columns; ++c) stream(i, c) = weight("wte.weight")(token(i), c);
    std::visit(
        [&](const auto& e) {
          if constexpr (uses(places_of<decltype(e)>, Places::embedding)) e.add(pass(), table(), stream.view());
        },
        model_.encoding());
    const std::function<Matrix(const Matrix&, std::size_t)> from = [&](const Matrix& x, std::size_t layer) {
      if (layer == config_.n_layer) return head(x, b);
      return block(layer, x, [&](const Matrix& output) { return from(output, layer + 1); });
    };
    Matrix d_stream = from(stream, 0);
    for (std::size_t i = 0; i < length_; ++i)
      for (std::size_t c = 0; c < stream.columns; ++c)
        if (fault_ != Fault::embedding_part) owed("wte.weight")(token(i), c) += d_stream(i, c);
    if (fault_ == Fault::one_sequence && b + 1 < batch_.size) return;
    std::visit(
        [&](const auto& e) {
          if constexpr (uses(places_of<decltype(e)>, Places::embedding))
            if (e.table()) e.add_backward(pass(), ConstRows<double>(d_stream.view()), table_gradient());
        },
        model_.encoding());
  }

  const Transformer<double>& model_;
  const Config& config_;
  const Batch& batch_;
  Fault fault_;
  std::size_t length_;
  std::map<std::string, Matrix> weights_, gradients_;
  Vector positions_, d_bias_;
  double loss_ = 0, count_ = 0;
};

}  // namespace whereabouts::test
