// Attention against its formula written out in plain double loops.
#include "kernels_support.hpp"
#include "model/attention.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

struct Case {
  std::size_t nq, nk, n_head, head_dim;
  bool causal = true, biased = false;
  std::vector<std::uint8_t> visible;
};

struct Expected {
  Vector context, weights, scores;
};

template <class Real>
struct Data {
  explicit Data(const Case& c)
      : queries(kernels_test::numbers<Real>(c.nq * c.n_head * c.head_dim, 1, 2)),
        keys(kernels_test::numbers<Real>(c.nk * c.n_head * c.head_dim, 2, 2)),
        values(kernels_test::numbers<Real>(c.nk * c.n_head * c.head_dim, 3, 2)),
        bias(c.biased ? kernels_test::numbers<Real>(c.n_head * c.nq * c.nk, 4, 2) : std::vector<Real>()) {}
  std::vector<Real> queries, keys, values, bias;
};

template <class Real>
Expected by_formula(const Case& c, const Data<Real>& data) {
  Expected expected{Vector(c.nq * c.n_head * c.head_dim), Vector(c.n_head * c.nq * c.nk),
                    Vector(c.n_head * c.nq * c.nk)};
  const std::size_t width = c.n_head * c.head_dim;
  for (std::size_t h = 0; h < c.n_head; ++h)
    for (std::size_t i = 0; i < c.nq; ++i) {
      const std::size_t row = (h * c.nq + i) * c.nk;
      double total = 0;
      for (std::size_t j = 0; j < c.nk; ++j) {
        double score = 0;
        for (std::size_t d = 0; d < c.head_dim; ++d)
          score +=
              double(data.queries[i * width + h * c.head_dim + d]) * double(data.keys[j * width + h * c.head_dim + d]);
        score /= std::sqrt(double(c.head_dim));
        if (c.biased) score += double(data.bias[row + j]);
        expected.scores[row + j] = score;
        const bool hidden = (c.causal && j > c.nk - c.nq + i) || (!c.visible.empty() && !c.visible[j]);
        expected.weights[row + j] = hidden ? 0 : std::exp(score);
        total += expected.weights[row + j];
      }
      for (std::size_t j = 0; j < c.nk; ++j) {
        if (total > 0) expected.weights[row + j] /= total;
        for (std::size_t d = 0; d < c.head_dim; ++d)
          expected.context[i * width + h * c.head_dim + d] +=
              expected.weights[row + j] * double(data.values[j * width + h * c.head_dim + d]);
      }
    }
  return expected;
}

/// Context, weights and scores; with `captured` false the last two stay empty.
template <class Real>
struct Got {
  std::vector<Real> context, weights, scores;
};

template <class Real>
Got<Real> attended(const Case& c, const Data<Real>& data, bool weights, bool scores) {
  const std::size_t width = c.n_head * c.head_dim, square = c.n_head * c.nq * c.nk;
  Got<Real> got{std::vector<Real>(c.nq * width, Real(99)), std::vector<Real>(weights ? square : 0, Real(99)),
                std::vector<Real>(scores ? square : 0, Real(99))};
  AttentionScratch<Real> scratch;
  attend<Real>({ConstRows<Real>(data.queries.data(), c.nq, width), ConstRows<Real>(data.keys.data(), c.nk, width),
                ConstRows<Real>(data.values.data(), c.nk, width), c.n_head, data.bias, c.visible, c.causal},
               Rows<Real>(got.context.data(), c.nq, width), {got.scores, got.weights}, scratch);
  return got;
}

}  // namespace

TEMPLATE_TEST_CASE("attention: the formula, for every shape, mask and bias", "[model]", float, double) {
  constexpr double tolerance = sizeof(TestType) == 4 ? 1e-5 : 1e-13;
  std::vector<Case> cases;
  for (const std::size_t nq : {1, 2, 3, 31, 32, 33, 65})
    for (const std::size_t before : {0, 1, 7, 40})
      for (const bool causal : {true, false})
        cases.push_back({nq, nq + before, 3, 5, causal, (nq + before) % 2 == 0, {}});
  for (const std::size_t head_dim : {1, 4, 8, 16, 17, 64}) cases.push_back({9, 9, 2, head_dim, true, true, {}});
  for (std::size_t i = 0; i < 4; ++i) cases.push_back({6, 6, 2, 4, i % 2 == 0, i > 1, {0, 0, 1, 0, 1, 1}});
  for (const Case& c : cases) {
    INFO(c.nq << " queries, " << c.nk << " keys, head_dim " << c.head_dim << ", causal " << c.causal << ", biased "
              << c.biased);
    const Data<TestType> data(c);
    const Expected expected = by_formula(c, data);
    for (const bool weights : {false, true})
      for (const bool scores : {false, true}) {
        const auto got = attended(c, data, weights, scores);
        CHECK(max_difference(got.context, expected.context) < tolerance);
        if (weights) CHECK(max_difference(got.weights, expected.weights) < tolerance);
        if (scores) CHECK(max_difference(got.scores, expected.scores) < tolerance);
      }
  }
}

TEST_CASE("attention: bad twins fail the same comparison", "[model][twin]") {
  const Case right{12, 20, 2, 4, true, true, {}};
  const Data<double> data(right);
  const auto got = attended(right, data, false, false).context;
  REQUIRE(max_difference(got, by_formula(right, data).context) < 1e-13);
  const auto rejected = [&](const Case& wrong, const Data<double>& other) {
    CHECK(max_difference(got, by_formula(wrong, other).context) > 1e-3);
  };
  Case wrong = right;
  wrong.causal = false;
  rejected(wrong, data);
  wrong = right;
  wrong.biased = false;
  rejected(wrong, data);
  wrong = right;
  wrong.visible.assign(20, 1);
  wrong.visible[3] = 0;
  rejected(wrong, data);
  Data<double> swapped(right);  // heads
  for (std::size_t i = 0; i < 12; ++i)
    std::swap_ranges(&swapped.queries[i * 8], &swapped.queries[i * 8 + 4], &swapped.queries[i * 8 + 4]);
  rejected(right, swapped);
  Data<double> shifted(right);  // keys one row late
  std::rotate(shifted.keys.begin(), shifted.keys.begin() + 8, shifted.keys.end());
  rejected(right, shifted);
}

TEST_CASE("attention: a query that sees no key gets no weight and a zero context, never NaN", "[model]") {
  const Case c{4, 4, 2, 3, true, false, {0, 0, 1, 1}};
  const auto got = attended(c, Data<float>(c), true, false);
  for (std::size_t i = 0; i < 2 * 6; ++i) CHECK(got.context[i] == 0);
  for (std::size_t h = 0; h < 2; ++h)
    for (std::size_t i = 0; i < 8; ++i) CHECK(got.weights[h * 16 + i] == 0);
  CHECK(max_difference(got.context, by_formula(c, Data<float>(c)).context) < 1e-5);
}

TEST_CASE("pitfall 47: a bias constant over keys has no effect at all", "[model]") {
  Case c{9, 9, 2, 4, true, true, {}};
  Data<double> data(c);
  for (std::size_t i = 0; i < data.bias.size(); ++i) data.bias[i] = double(i / 9);  // by head and query only
  c.biased = false;
  CHECK(max_difference(attended(c, data, false, false).context, by_formula(c, data).context) < 1e-12);
  data.bias[40] += 1;  // one key of a visible row: now it has
  CHECK(max_difference(attended(c, data, false, false).context, by_formula(c, data).context) > 1e-3);
}
