#include "model/attention_backward.hpp"

#include <algorithm>
#include <cmath>

#include "kernels/reduce.hpp"

namespace whereabouts {
namespace {

// As in the forward pass: causal rows skip most of what the mask hides.
constexpr std::size_t block_rows = 32;

/// One head: its columns of everything.
template <class Real>
struct HeadGradient {
  ConstRows<Real> queries, keys, values, d_context;  // [T, head_dim]
  ConstRows<Real> weights;                           // [T, T]
  Rows<Real> d_queries, d_keys, d_values;            // [T, head_dim]
  Rows<Real> d_bias;                                 // [T, T], or nothing
  bool causal = true;
};

template <class Real>
void head_backward(const HeadGradient<Real>& head, AttentionGradientScratch<Real>& scratch) {
  const std::size_t length = head.queries.rows;
  const double scale = 1 / std::sqrt(double(head.queries.columns));
  // From the last block to the first: the last one sees every key, so that it can overwrite where the others add.
  for (std::size_t end = length; end > 0;) {
    const std::size_t first = (end - 1) / block_rows * block_rows, count = end - first;
    const std::size_t seen = head.causal ? end : length;
    const auto block = [&](auto rows) { return rows.rows_from(first, count); };
    const auto visible = [&](auto rows) { return rows.rows_from(0, seen); };
    const bool accumulate = end != length;
    const auto weights = block(head.weights).columns_from(0, seen), queries = block(head.queries);
    const auto d_context = block(head.d_context);
    const Rows<Real> d_scores(scratch.scores.take(count * seen), count, seen);

    // context = weights * values
    matmul(weights, Stored(d_context), visible(head.d_values), scratch.product,
           {.transpose_a = true, .accumulate = accumulate});
    matmul(d_context, Stored(visible(head.values)), d_scores, scratch.product, {.transpose_b = true});
    // weights = softmax(scores); what is hidden has weight 0 and so gradient 0
    for (std::size_t r = 0; r < count; ++r) softmax_backward(weights[r], d_scores[r], d_scores[r]);
    // scores += bias
    if (head.d_bias.data)
      for (std::size_t r = 0; r < count; ++r) add(head.d_bias[first + r].first(seen), d_scores[r]);
    // scores = scale * queries * keys^T
    matmul(d_scores, Stored(visible(head.keys)), block(head.d_queries), scratch.product, {.scale = scale});
    matmul(d_scores, Stored(queries), visible(head.d_keys), scratch.product,
           {.transpose_a = true, .accumulate = accumulate, .scale = scale});
    end = first;
  }
}

}  // namespace

template <class Real>
void attend_backward(const AttentionGradientInput<Real>& input, const AttentionGradients<Real>& gradients,
                     AttentionGradientScratch<Real>& scratch) {
  const std::size_t length = input.queries.rows, head_dim = input.queries.columns / input.n_head;
  for (std::size_t h = 0; h < input.n_head; ++h) {
    const auto columns = [&](auto rows) { return rows.columns_from(h * head_dim, head_dim); };
    const auto square = [&]<class T>(std::span<T> all) -> Rows<T> {
      if (all.empty()) return {};
      return {all.data() + h * length * length, length, length};
    };
    head_backward<Real>({columns(input.queries), columns(input.keys), columns(input.values), columns(input.d_context),
                         square(input.weights), columns(gradients.d_queries), columns(gradients.d_keys),
                         columns(gradients.d_values), square(gradients.d_bias), input.causal},
                        scratch);
  }
}

template void attend_backward(const AttentionGradientInput<float>&, const AttentionGradients<float>&,
                              AttentionGradientScratch<float>&);
template void attend_backward(const AttentionGradientInput<double>&, const AttentionGradients<double>&,
                              AttentionGradientScratch<double>&);

}  // namespace whereabouts
