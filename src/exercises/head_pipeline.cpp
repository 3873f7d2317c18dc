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
  Call(const PipelineHead& head, const Pipeline& pipeline, Cache& cache, Matrix rows, double first, PipelinePlace place)
      : head_(head), pipeline_(pipeline), cache_(cache), rows_(std::move(rows)), first_(first), place_(place) {}

  void take(const std::string& step) {
    if (step == "count") {
      first_ = place_.start + double(cache_.keys.size()) + (cache_.keys.empty() ? 0 : place_.gap);
    } else if (step == "rotate") {
      rotate(pipeline_.at_hand(done_));
    } else {
      ++done_;
      const bool project = step == "project", store = step == "store";
      if (project || step == "queries") {
        queries_ = products(head_.query);
        keys_ = products(head_.key);
      }
      if (project || step == "values") values_ = products(head_.value);
      if (store || step == "keys") keep(cache_.keys, keys_);
      if (store || step == "values") keep(cache_.values, values_);
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

  void rotate(Hand hand) {
    if (hand == Hand::rows) turn(rows_, first_);
    if (hand == Hand::all) turn(values_, first_);
    if (hand == Hand::all || hand == Hand::queries_keys) turn(keys_, first_);
    if (hand == Hand::cached) turn_cached();
    if (hand == Hand::output) turn(outputs_, first_);
    turn(queries_, first_);  // of the rows there are none yet, and late ones are not read
  }

  /// The rows of this call stand where it begins; those before them one after the other from the start.
  void turn_cached() {
    for (std::size_t i = 0; i < cache_.keys.size(); ++i) {
      const std::size_t earlier = cache_.keys.size() - rows_.size();
      const double position = i < earlier ? place_.start + double(i) : first_ + double(i - earlier);
      cache_.keys[i] = rotated(std::move(cache_.keys[i]), position, base, RopeLayout::interleaved);
    }
  }

  Matrix products(const std::vector<double>& weight) const {
    Matrix made;
    for (const auto& row : rows_) made.push_back(product(row, weight));
    return made;
  }

  static void keep(Matrix& cached, const Matrix& made) { cached.insert(cached.end(), made.begin(), made.end()); }

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
  const Pipeline& pipeline_;
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

std::string_view to_string(Hand hand) {
  constexpr std::string_view names[] = {"rows", "all", "queries_keys", "cached", "late", "output"};
  return names[std::size_t(hand)];
}

Hand Pipeline::at_hand(std::size_t done) const {
  const auto end = steps.begin() + std::ptrdiff_t(done);
  const auto did = [&](std::string_view step) { return std::find(steps.begin(), end, step) != end; };
  if (did("mix")) return Hand::output;
  if (did("score")) return Hand::late;
  if (did("store") || did("keys")) return Hand::cached;
  if (did("aside") || did("queries")) return Hand::queries_keys;
  return did("project") ? Hand::all : Hand::rows;
}

std::size_t Pipeline::right_place() const {
  std::size_t place = 0;
  while (at_hand(place) != Hand::queries_keys) ++place;
  return place;
}

std::vector<std::string> pipeline_order(const Pipeline& pipeline, std::size_t count_after, std::size_t rotate_after) {
  std::vector<std::string> order;
  for (std::size_t place = 0; place <= pipeline.steps.size(); ++place) {
    if (place == count_after) order.push_back("count");
    if (place == rotate_after) order.push_back("rotate");
    if (place < pipeline.steps.size()) order.push_back(pipeline.steps[place]);
  }
  return order;
}

std::vector<double> run_pipeline(const PipelineHead& head, const Pipeline& pipeline,
                                 const std::vector<std::string>& order, PipelinePlace place) {
  Cache cache;
  std::vector<double> output;
  const std::size_t parts[] = {0, head.rows - 1, head.rows};
  for (std::size_t part = 0; part < 2; ++part) {
    Matrix rows;
    for (std::size_t row = parts[part]; row < parts[part + 1]; ++row)
      rows.emplace_back(head.stream.begin() + std::ptrdiff_t(row * head.width),
                        head.stream.begin() + std::ptrdiff_t((row + 1) * head.width));
    Call call(head, pipeline, cache, std::move(rows), part == 0 ? place.start : 0, place);
    for (const std::string& step : order) call.take(step);
    output = call.last();
  }
  return output;
}

}  // namespace whereabouts::exercises
