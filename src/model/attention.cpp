#include "model/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/elementwise.hpp"
#include "kernels/reduce.hpp"

namespace whereabouts {
namespace {

// Query rows that go through softmax together. Small enough that their scores stay in the cache and that causal rows
// skip most of what the mask hides, large enough for the product.
constexpr std::size_t block_rows = 32;

/// One head: rows of one block against all keys that any of them sees.
template <class Real>
struct Head {
  const AttentionInput<Real>& input;
  std::size_t index;
  ConstRows<Real> queries, keys, values;  // this head's columns
  Rows<Real> context;

  std::size_t nq() const { return queries.rows; }
  std::size_t nk() const { return keys.rows; }
  /// How many leading keys query `row` may see.
  std::size_t seen(std::size_t row) const { return input.causal ? nk() - nq() + row + 1 : nk(); }
  /// This head's [nq, nk] part of a [n_head, nq, nk] tensor.
  template <class T>
  Rows<T> part(std::span<T> all) const {
    return {all.data() + index * nq() * nk(), nq(), nk()};
  }
};

/// scores += bias, row by row as far as they were computed.
template <class Real>
void add_bias(const Head<Real>& head, std::size_t first, Rows<Real> scores) {
  const auto bias = head.part(head.input.bias);
  for (std::size_t r = 0; r < scores.rows; ++r) add(scores[r], bias[first + r].first(scores.columns));
}

template <class Real>
void mask_and_normalize(const Head<Real>& head, std::size_t first, Rows<Real> scores) {
  for (std::size_t r = 0; r < scores.rows; ++r) {
    const std::size_t seen = head.seen(first + r);
    if (!head.input.visible.empty())
      for (std::size_t key = 0; key < seen; ++key)
        if (!head.input.visible[key]) scores[r][key] = -std::numeric_limits<Real>::infinity();
    softmax(scores[r], seen);
  }
}

/// Head `index` with its columns of everything.
template <class Real>
Head<Real> head_of(const AttentionInput<Real>& input, Rows<Real> context, std::size_t index) {
  const std::size_t head_dim = input.queries.columns / input.n_head;
  const auto columns = [&](auto rows, std::size_t head) { return rows.columns_from(head * head_dim, head_dim); };
  const std::size_t kv = index / input.group();
  return {input, index, columns(input.queries, index), columns(input.keys, kv), columns(input.values, kv),
          columns(context, index)};
}

/// A single query, as in decoding: keys and values are read once, as they lie in memory, all heads side by side.
template <class Real>
void attend_once(const AttentionInput<Real>& input, Rows<Real> context, const AttentionCapture<Real>& capture,
                 AttentionScratch<Real>& scratch) {
  const std::size_t nk = input.keys.rows, n_head = input.n_head, head_dim = input.queries.columns / n_head;
  const auto of_head = [&](std::span<const Real> row, std::size_t kv) { return row.subspan(kv * head_dim, head_dim); };
  const Real scale = Real(1 / std::sqrt(double(head_dim)));
  const Rows<Real> scores(scratch.scores.take(n_head * nk), n_head, nk);
  for (std::size_t key = 0; key < nk; ++key)
    for (std::size_t h = 0; h < n_head; ++h)
      scores[h][key] = scale * dot<Real>(of_head(input.queries[0], h), of_head(input.keys[key], h / input.group()));
  for (std::size_t h = 0; h < n_head; ++h) {
    const Head<Real> head = head_of(input, context, h);
    const Rows<Real> own = scores.rows_from(h, 1);
    if (!input.bias.empty()) add_bias(head, 0, own);
    if (!capture.scores.empty()) std::ranges::copy(own[0], head.part(capture.scores)[0].begin());
    mask_and_normalize(head, 0, own);
    if (!capture.weights.empty()) std::ranges::copy(own[0], head.part(capture.weights)[0].begin());
  }
  std::ranges::fill(context[0], Real(0));
  for (std::size_t key = 0; key < nk; ++key)
    for (std::size_t h = 0; h < n_head; ++h)
      add_scaled<Real>(context[0].subspan(h * head_dim, head_dim), scores[h][key],
                       of_head(input.values[key], h / input.group()));
}

template <class Real>
void attend_head(const Head<Real>& head, const AttentionCapture<Real>& capture, AttentionScratch<Real>& scratch) {
  const std::size_t nq = head.nq(), nk = head.nk();
  const double scale = 1 / std::sqrt(double(head.queries.columns));
  if (head.index % head.input.group() == 0) {  // the others find the packed copies
    scratch.keys.pack(Stored(head.keys), true);
    scratch.values.pack(Stored(head.values));
  }
  for (std::size_t first = 0; first < nq; first += block_rows) {
    const std::size_t count = std::min(block_rows, nq - first);
    // Who wants every score gets those that the mask hides too.
    const std::size_t columns = capture.scores.empty() ? head.seen(first + count - 1) : nk;
    Rows<Real> scores = capture.weights.empty() ? Rows<Real>(scratch.scores.take(count * columns), count, columns)
                                                : head.part(capture.weights).rows_from(first, count);
    const Rows<Real> computed = scores.columns_from(0, columns);
    const auto queries = head.queries.rows_from(first, count);
    matmul(queries, scratch.keys, computed, scratch.product, {.transpose_b = true, .scale = scale});
    if (!head.input.bias.empty()) add_bias(head, first, computed);
    if (!capture.scores.empty())
      for (std::size_t r = 0; r < count; ++r)
        std::ranges::copy(computed[r], head.part(capture.scores)[first + r].begin());
    mask_and_normalize(head, first, scores);
    const auto context = head.context.rows_from(first, count);
    const auto weights = scores.columns_from(0, head.seen(first + count - 1));
    matmul(weights, scratch.values, context, scratch.product);
  }
}

}  // namespace

template <class Real>
void attend(const AttentionInput<Real>& input, Rows<Real> context, const AttentionCapture<Real>& capture,
            AttentionScratch<Real>& scratch) {
  if (input.queries.rows == 1) return attend_once(input, context, capture, scratch);
  for (std::size_t h = 0; h < input.n_head; ++h) attend_head(head_of(input, context, h), capture, scratch);
}

template void attend(const AttentionInput<float>&, Rows<float>, const AttentionCapture<float>&,
                     AttentionScratch<float>&);
template void attend(const AttentionInput<double>&, Rows<double>, const AttentionCapture<double>&,
                     AttentionScratch<double>&);

}  // namespace whereabouts
