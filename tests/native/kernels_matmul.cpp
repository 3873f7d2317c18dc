#include <catch_amalgamated.hpp>

#include "kernels/matmul.hpp"
#include "kernels/reference.hpp"
#include "kernels_support.hpp"

using namespace whereabouts;
using namespace kernels_test;

namespace {

/// Of errors relative to the sum of |a| |b|, which is what rounding a sum scales with.
template <class Real>
constexpr double tolerance = std::is_same_v<Real, float> ? 1e-6 : 2e-15;

/// The largest |got - exact| / (|c| + |scale| |op(a)| |op(b)|): the scalar twin, in double precision on the same
/// numbers.
template <class Real>
double product_error(const std::vector<Real>& got, ConstRows<Real> a, const Stored& b, const std::vector<Real>& before,
                     const Product& how) {
  const std::size_t m = how.transpose_a ? a.columns : a.rows, n = how.transpose_b ? b.rows : b.columns;
  std::vector<double> wide_a, wide_b, exact(before.begin(), before.end());
  for (std::size_t r = 0; r < a.rows; ++r) wide_a.insert(wide_a.end(), a[r].begin(), a[r].end());
  for (std::size_t r = 0; r < b.rows; ++r)
    for (std::size_t c = 0; c < b.columns; ++c) wide_b.push_back(b.at(r, c));
  std::vector<double> magnitude = exact;
  const auto multiply = [&](std::vector<double>& c, const Product& product) {
    reference::matmul<double>({wide_a.data(), a.rows, a.columns}, ConstRows<double>(wide_b.data(), b.rows, b.columns),
                              {c.data(), m, n}, product);
  };
  multiply(exact, how);
  Product absolute = how;
  absolute.scale = std::abs(how.scale);
  for (auto* values : {&wide_a, &wide_b, &magnitude})
    for (double& value : *values) value = std::abs(value);
  multiply(magnitude, absolute);
  double result = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double error = std::abs(double(got[i]) - exact[i]);
    if (std::isnan(error)) return infinity;
    if (error > 0) result = std::max(result, error / magnitude[i]);
  }
  return result;
}

struct Case {
  std::size_t m, k, n;
  Product how;
};

/// All sizes around the tiles' edges, then some beyond one block of k and of columns.
std::vector<Case> cases() {
  std::vector<Case> result;
  const auto every_way = [&](std::size_t m, std::size_t k, std::size_t n) {
    for (int bits = 0; bits < 8; ++bits)
      result.push_back({m, k, n, {bool(bits & 1), bool(bits & 2), bool(bits & 4), bits & 4 ? 0.5 : 1.0}});
  };
  for (std::size_t m = 0; m <= 13; ++m)
    for (const std::size_t k : {0, 1, 3, 4, 9})
      for (std::size_t n = 0; n <= longest; ++n) every_way(m, k, n);
  every_way(7, 300, 5);
  every_way(5, 7, 275);
  every_way(9, 513, 259);
  every_way(2, 301, 270);
  return result;
}

/// The worst product_error of kernel(a, b, c, workspace, how); infinity where a gap or a canary changed.
template <class Real, class Kernel>
double worst(const std::vector<Case>& cases, Kernel kernel) {
  double result = 0;
  Workspace<Real> workspace;
  for (const auto& [m, k, n, how] : cases) {
    Guarded<Real> a(how.transpose_a ? k : m, how.transpose_a ? m : k, numbers<Real>(m * k, unsigned(m + k)), 1);
    Guarded<Real> b(how.transpose_b ? n : k, how.transpose_b ? k : n, numbers<Real>(k * n, unsigned(k + n) + 50), 3);
    Guarded<Real> c(m, n, numbers<Real>(m * n, 99), 1);
    const std::vector<Real> before = c.values();
    kernel(a.view(), b.view(), c.view(), workspace, how);
    if (!a.intact() || !b.intact() || !c.intact()) return infinity;
    result = std::max(result, product_error<Real>(c.values(), a.view(), b.view(), before, how));
  }
  return result;
}

std::vector<Case> small_cases() {
  std::vector<Case> result;
  for (const Case& one : cases())
    if (one.m == 9 && one.n == 17 && one.k > 0) result.push_back(one);
  return result;
}

}  // namespace

TEMPLATE_TEST_CASE("matmul equals its scalar twin: every transposition, size, gap and shift", "", float, double) {
  using Real = TestType;
  using M = Rows<Real>;
  using W = Workspace<Real>;
  CHECK(worst<Real>(cases(), [](M a, M b, M c, W& w, const Product& how) { matmul<Real>(a, b, c, w, how); }) <
        tolerance<Real>);
  CHECK(worst<Real>(cases(), [](M a, M b, M c, W& w, const Product& how) {
          Packed<Real> packed;
          packed.pack(b, how.transpose_b);
          matmul<Real>(a, packed, c, w, how);
        }) < tolerance<Real>);
}

TEST_CASE("the check of matmul rejects bad twins") {
  using M = Rows<float>;
  using W = Workspace<float>;
  const auto few = small_cases();
  CHECK(worst<float>(few, [](M a, M b, M c, W& w, Product how) {
          how.accumulate = !how.accumulate;
          matmul<float>(a, b, c, w, how);
        }) > 0.01);
  CHECK(worst<float>(few, [](M a, M b, M c, W& w, Product how) {
          how.scale = -how.scale;
          matmul<float>(a, b, c, w, how);
        }) > 0.01);
  CHECK(worst<float>(few, [](M a, M b, M c, W& w, Product how) {
          how.scale = 0.75;
          matmul<float>(a, b, c, w, how);
        }) > 0.01);
  CHECK(worst<float>(few, [](M a, M b, M c, W& w, Product how) {  // one row of op(b) forgotten
          const M left = how.transpose_a ? a.rows_from(0, a.rows - 1) : a.columns_from(0, a.columns - 1);
          const M right = how.transpose_b ? b.columns_from(0, b.columns - 1) : b.rows_from(0, b.rows - 1);
          matmul<float>(left, right, c, w, how);
        }) > 0.01);
  CHECK(worst<float>(few, [](M a, M b, M c, W& w, const Product& how) {  // the last column forgotten
          const M part = how.transpose_b ? b.rows_from(0, b.rows - 1) : b.columns_from(0, b.columns - 1);
          matmul<float>(a, part, c.columns_from(0, c.columns - 1), w, how);
        }) > 0.01);
  CHECK(worst<float>(few, [](M a, M b, M c, W& w, const Product& how) {  // shifted by one column
          matmul<float>(a, b, c, w, how);
          std::swap(c[0][0], c[0][1]);
        }) > 0.01);
}

namespace {

/// The worst product_error of kernel(a, packed b, c, workspace, how, bias): the bias is what an accumulating product
/// finds in every row of c already.
template <class Real, class Kernel>
double worst_with_bias(const std::vector<Case>& cases, Kernel kernel) {
  double result = 0;
  Workspace<Real> workspace;
  for (const auto& [m, k, n, how] : cases) {
    Guarded<Real> a(how.transpose_a ? k : m, how.transpose_a ? m : k, numbers<Real>(m * k, unsigned(m + k)), 1);
    Guarded<Real> b(how.transpose_b ? n : k, how.transpose_b ? k : n, numbers<Real>(k * n, unsigned(k + n) + 50), 3);
    // Both positive: where they cancelled, their rounding would be large beside what is left.
    std::vector<Real> held = numbers<Real>(m * n, 99), added = numbers<Real>(n, 98);
    for (auto* values : {&held, &added})
      for (Real& value : *values) value = std::abs(value);
    Guarded<Real> c(m, n, held, 1), bias(1, n, added, 2);
    std::vector<Real> before = c.values();
    for (std::size_t i = 0; i < before.size(); ++i)
      before[i] = (how.accumulate ? before[i] : Real(0)) + bias.span()[i % n];
    Packed<Real> packed;
    packed.pack(b.view(), how.transpose_b);
    kernel(a.view(), packed, c.view(), workspace, how, bias.span());
    if (!a.intact() || !c.intact() || !bias.intact()) return infinity;
    Product accumulating = how;
    accumulating.accumulate = true;
    result = std::max(result, product_error<Real>(c.values(), a.view(), b.view(), before, accumulating));
  }
  return result;
}

}  // namespace

TEMPLATE_TEST_CASE("a bias is added once to every row of the product; bad twins are rejected", "", float, double) {
  using Real = TestType;
  using M = Rows<Real>;
  using P = const Packed<Real>&;
  using W = Workspace<Real>;
  using B = std::span<Real>;
  CHECK(worst_with_bias<Real>(cases(), [](M a, P b, M c, W& w, const Product& how, B bias) {
          matmul<Real>(a, b, c, w, how, bias);
        }) < tolerance<Real>);
  const auto few = small_cases();
  CHECK(worst_with_bias<Real>(few, [](M a, P b, M c, W& w, const Product& how, B) {  // forgotten
          matmul<Real>(a, b, c, w, how);
        }) > 0.01);
  CHECK(worst_with_bias<Real>(few, [](M a, P b, M c, W& w, const Product& how, B bias) {  // added twice
          matmul<Real>(a, b, c, w, how, bias);
          add_row<Real>(c, bias);
        }) > 0.01);
  CHECK(worst_with_bias<Real>(few, [](M a, P b, M c, W& w, const Product& how, B bias) {  // off by one column
          std::vector<Real> shifted(bias.begin(), bias.end());
          std::rotate(shifted.begin(), shifted.begin() + 1, shifted.end());
          matmul<Real>(a, b, c, w, how, shifted);
        }) > 0.01);
}

TEST_CASE("a square factor has to be transposed where it was asked, and only there") {
  const std::size_t n = 8;
  const auto a = numbers<float>(n * n, 1), b = numbers<float>(n * n, 2);
  Workspace<float> workspace;
  std::vector<float> plain(n * n), transposed(n * n);
  matmul<float>({a.data(), n, n}, ConstRows<float>(b.data(), n, n), {plain.data(), n, n}, workspace);
  matmul<float>({a.data(), n, n}, ConstRows<float>(b.data(), n, n), {transposed.data(), n, n}, workspace,
                {.transpose_b = true});
  CHECK(difference(plain, transposed) > 0.1);
  CHECK(plain[1] ==
        Catch::Approx(reference::dot<float>(std::span(a).first(n),
                                            std::vector<float>{b[1], b[9], b[17], b[25], b[33], b[41], b[49], b[57]})));
  CHECK(transposed[1] == Catch::Approx(reference::dot<float>(std::span(a).first(n), std::span(b).subspan(n, n))));
}

TEST_CASE("weights multiply from the precision they are stored in") {
  const auto [k, n] = GENERATE(std::pair<std::size_t, std::size_t>(300, 37), std::pair<std::size_t, std::size_t>(1030, 5),
                               std::pair<std::size_t, std::size_t>(5, 1030));
  const auto seeds = numbers<float>(k * n, 5);
  std::vector<Float16> half(k * n);
  std::vector<BFloat16> brain(k * n);
  std::vector<std::int8_t> bytes(k * n);
  for (std::size_t i = 0; i < k * n; ++i) {
    half[i].bits = std::uint16_t((seeds[i] < 0 ? 0x8000 : 0) |
                                 (0x3000 + std::size_t(std::abs(seeds[i]) * 2048)));  // magnitudes 1/8 to 1/2
    brain[i].bits = std::uint16_t(std::bit_cast<std::uint32_t>(seeds[i]) >> 16);
    bytes[i] = std::int8_t(seeds[i] * 127);
  }
  for (const bool transpose : {false, true}) {
    const std::size_t rows = transpose ? n : k, columns = transpose ? k : n;
    std::vector<float> scales = numbers<float>(rows, 6);
    const Stored stored[] = {Stored(ConstRows<Float16>(half.data(), rows, columns)),
                             Stored(ConstRows<BFloat16>(brain.data(), rows, columns)),
                             Stored(ConstRows<std::int8_t>(bytes.data(), rows, columns), scales)};
    for (const Stored& b : stored)
      for (const std::size_t m : {1, 3, 11}) {
        const auto a = numbers<float>(m * k, 7);
        std::vector<float> c(m * n), packed_c(m * n);
        Workspace<float> workspace;
        const Product how{.transpose_b = transpose};
        matmul<float>({a.data(), m, k}, b, {c.data(), m, n}, workspace, how);
        Packed<float> packed;
        packed.pack(b, transpose);
        matmul<float>({a.data(), m, k}, packed, {packed_c.data(), m, n}, workspace);
        const auto error = [&](const std::vector<float>& got) {
          return product_error<float>(got, {a.data(), m, k}, b, std::vector<float>(m * n), how);
        };
        CHECK(error(c) < tolerance<float>);
        CHECK(error(packed_c) < tolerance<float>);
        if (b.storage == Storage::int8) {  // bad twin: the scales ignored
          std::vector<float> ones(rows, 1);
          matmul<float>({a.data(), m, k}, Stored(ConstRows<std::int8_t>(bytes.data(), rows, columns), ones),
                        {c.data(), m, n}, workspace, how);
          CHECK(error(c) > 0.01);
        }
      }
  }
}

TEST_CASE("the leading part of a packed factor: fewer columns of a, fewer columns of c") {
  const std::size_t k = 70, n = 45;
  const auto b = numbers<float>(k * n, 1);
  Packed<float> packed;
  packed.pack(ConstRows<float>(b.data(), k, n));
  Workspace<float> workspace;
  for (const std::size_t m : {1, 4, 7})
    for (const std::size_t part_k : {1, 33, 70})
      for (const std::size_t part_n : {1, 16, 31, 45}) {
        const auto a = numbers<float>(m * part_k, 2);
        Guarded<float> c(m, part_n);
        matmul<float>({a.data(), m, part_k}, packed, c.view(), workspace);
        const std::vector<float> before(m * part_n);
        const ConstRows<float> part(b.data(), part_k, part_n, n);
        CHECK(product_error<float>(c.values(), {a.data(), m, part_k}, part, before, {}) < tolerance<float>);
        CHECK(c.intact());
      }
}

TEST_CASE("a product's backward pass, dA = dC Bᵀ and dB = Aᵀ dC, matches finite differences") {
  const std::size_t m = 5, k = 7, n = 6;
  const auto a = numbers<double>(m * k, 1), b = numbers<double>(k * n, 2), weights = numbers<double>(m * n, 3);
  Workspace<double> workspace;
  const auto value = [&](const std::vector<double>& at_a, const std::vector<double>& at_b) {
    std::vector<double> c(m * n);
    matmul<double>({at_a.data(), m, k}, ConstRows<double>(at_b.data(), k, n), {c.data(), m, n}, workspace);
    return weighted(weights, c);
  };
  std::vector<double> d_a(m * k), d_b(k * n);
  matmul<double>({weights.data(), m, n}, ConstRows<double>(b.data(), k, n), {d_a.data(), m, k}, workspace,
                 {.transpose_b = true});
  matmul<double>({a.data(), m, k}, ConstRows<double>(weights.data(), m, n), {d_b.data(), k, n}, workspace,
                 {.transpose_a = true});
  CHECK(gradient_error(a, d_a, [&](const std::vector<double>& at) { return value(at, b); }) < gradient_tolerance);
  CHECK(gradient_error(b, d_b, [&](const std::vector<double>& at) { return value(a, at); }) < gradient_tolerance);
  d_a[0] = -d_a[0];
  CHECK(gradient_error(a, d_a, [&](const std::vector<double>& at) { return value(at, b); }) > gradient_tolerance);
}

TEST_CASE("packing anew and multiplying again allocates nothing") {
  const auto b = numbers<float>(64 * 48, 1);
  Packed<float> packed;
  packed.pack(ConstRows<float>(b.data(), 64, 48));
  const float* before = packed.data();
  packed.pack(ConstRows<float>(b.data(), 64, 48));
  packed.pack(ConstRows<float>(b.data(), 32, 48));
  CHECK(packed.data() == before);
  Workspace<float> workspace;
  const float* first = workspace.take(1000);
  CHECK(workspace.take(1000) == first);
  CHECK(workspace.take(10) == first);
  CHECK(reinterpret_cast<std::uintptr_t>(first) % 64 == 0);
}
