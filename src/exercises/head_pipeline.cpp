#include "exercises/head_pipeline.hpp"

#include <algorithm>
#include <cmath>

#include "encodings/rope.hpp"
#include "exercises/one_row.hpp"
#include "kernels/reduce.hpp"
#include "random.hpp"

namespace whereabouts::exercises {
namespace {

constexpr double base = 10000;

using Matrix = std::vector<std::vector<double>>;

std::vector<double> drawn(Random& random, std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = random.uniform(-1, 1);
  return values;
}

/// row times weight [width, width], stored as [in, out].
std::vector<double> product(const std::vector<double>& row, const std::vector<double>& weight) {
  std::vector<double> result(row.size());
  for (std::size_t in = 0; in < row.size(); ++in)
    for (std::size_t out = 0; out < row.size(); ++out) result[out] += row[in] * weight[in * row.size() + out];
  return result;
}

/// Row i stands at first + i; the last row of the text stands `gap` further on.
void turn(Matrix& rows, double first) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i] = rotated(std::move(rows[i]), first + double(i), base, RopeLayout::interleaved);
}

struct Cache {
  Matrix keys, values;
};

class Call {
 public:
  Call(const PipelineHead& head, Cache& cache, Matrix rows, double first, PipelinePlace place)
      : head_(head), cache_(cache), rows_(std::move(rows)), first_(first), place_(place) {}

  void take(const std::string& step) {
    if (step == "count") {
      first_ = place_.start + double(cache_.keys.size()) + (cache_.keys.empty() ? 0 : place_.gap);
    } else if (step == "rotate") {
      rotate();
    } else {
      ++done_;
      if (step == "project") project();
      if (step == "store") store();
      if (step == "score") score();
      if (step == "softmax")
        for (std::size_t i = 0; i < weights_.size(); ++i) softmax<double>(weights_[i], seen(i));
      if (step == "mix") mix();
    }
  }

  const std::vector<double>& last() const { return outputs_.back(); }

 private:
  /// A row sees the rows of earlier calls and those of its own call up to itself.
  std::size_t seen(std::size_t row) const { return cache_.keys.size() - rows_.size() + row + 1; }

  void rotate() {
    if (done_ == 0) turn(rows_, first_);
    if (done_ == 1) turn(values_, first_);
    if (done_ >= 1) turn(queries_, first_);
    if (done_ == 1 || done_ == 2) turn(keys_, first_);
    if (done_ == 3) turn_cached();
    if (done_ == 6) turn(outputs_, first_);
  }

  /// The rows of this call stand where it begins; those before them one after the other from the start.
  void turn_cached() {
    for (std::size_t i = 0; i < cache_.keys.size(); ++i) {
      const std::size_t earlier = cache_.keys.size() - rows_.size();
      const double position = i < earlier ? place_.start + double(i) : first_ + double(i - earlier);
      cache_.keys[i] = rotated(std::move(cache_.keys[i]), position, base, RopeLayout::interleaved);
    }
  }

  void project() {
    for (const auto& row : rows_) {
      queries_.push_back(product(row, head_.query));
      keys_.push_back(product(row, head_.key));
      values_.push_back(product(row, head_.value));
    }
  }

  void store() {
    cache_.keys.insert(cache_.keys.end(), keys_.begin(), keys_.end());
    cache_.values.insert(cache_.values.end(), values_.begin(), values_.end());
  }

  void score() {
    for (const auto& query : queries_) {
      std::vector<double> scores;
      for (const auto& key : cache_.keys) scores.push_back(dot(query, key) / std::sqrt(double(head_.width)));
      weights_.push_back(std::move(scores));
    }
  }

  void mix() {
    for (const auto& weights : weights_) {
      std::vector<double> output(head_.width);
      for (std::size_t i = 0; i < weights.size(); ++i) output = sum(output, scaled(cache_.values[i], weights[i]));
      outputs_.push_back(std::move(output));
    }
  }

  const PipelineHead& head_;
  Cache& cache_;
  Matrix rows_, queries_, keys_, values_, weights_, outputs_;
  double first_;
  PipelinePlace place_;
  std::size_t done_ = 0;  // of the fixed steps
};

}  // namespace

PipelineHead::PipelineHead(std::uint64_t seed, std::size_t rows, std::size_t width) : rows(rows), width(width) {
  Random random(seed);
  stream = drawn(random, rows * width);
  for (auto* weight : {&query, &key, &value}) *weight = drawn(random, width * width);
}

std::vector<std::string> pipeline_order(std::size_t count_after, std::size_t rotate_after) {
  std::vector<std::string> order;
  for (std::size_t place = 0; place <= fixed_pipeline_steps.size(); ++place) {
    if (place == count_after) order.push_back("count");
    if (place == rotate_after) order.push_back("rotate");
    if (place < fixed_pipeline_steps.size()) order.push_back(fixed_pipeline_steps[place]);
  }
  return order;
}

std::vector<double> run_pipeline(const PipelineHead& head, const std::vector<std::string>& order, PipelinePlace place) {
  Cache cache;
  std::vector<double> output;
  const std::size_t parts[] = {0, head.rows - 1, head.rows};
  for (std::size_t part = 0; part < 2; ++part) {
    Matrix rows;
    for (std::size_t row = parts[part]; row < parts[part + 1]; ++row)
      rows.emplace_back(head.stream.begin() + std::ptrdiff_t(row * head.width),
                        head.stream.begin() + std::ptrdiff_t((row + 1) * head.width));
    Call call(head, cache, std::move(rows), part == 0 ? place.start : 0, place);
    for (const std::string& step : order) call.take(step);
    output = call.last();
  }
  return output;
}

}  // namespace whereabouts::exercises
