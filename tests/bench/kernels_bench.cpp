// What the benchmark measures below the package: products of matrices, the multiply-add peak of registers alone, and how
// fast memory can be read at all. A separate small module, never shipped: the contestants whereabouts.mjs and
// gpt2-whereabouts.mjs call what it exports; natively it times itself.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#include "kernels/lanes.hpp"
#include "kernels/matmul.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#define EXPORTED extern "C" EMSCRIPTEN_KEEPALIVE
#else
#define EXPORTED extern "C"
#endif

using namespace whereabouts;

namespace {

std::vector<float> left, right, result;
Packed<float> packed;
Workspace<float> workspace;

}  // namespace

/// Room for a matrix of `count` numbers; which: 0 and 1 the factors, 2 the product.
EXPORTED float* operand(int which, int count) {
  std::vector<float>& matrix = which == 0 ? left : which == 1 ? right : result;
  matrix.resize(std::size_t(count));
  return matrix.data();
}

/// result = left * right, n x n each, packing the right factor anew.
EXPORTED void product(int n) {
  const std::size_t size = std::size_t(n);
  matmul<float>({left.data(), size, size}, ConstRows<float>(right.data(), size, size), {result.data(), size, size},
                workspace);
}

/// Packs the right factor, [inner, columns], as a model packs its weights.
EXPORTED void pack(int inner, int columns) {
  packed.pack(ConstRows<float>(right.data(), std::size_t(inner), std::size_t(columns)));
}

/// result [rows, columns] = left [rows, inner] * what was packed.
EXPORTED void packed_product(int rows) {
  const std::size_t count = std::size_t(rows);
  matmul<float>({left.data(), count, packed.rows()}, packed, {result.data(), count, packed.columns()}, workspace);
}

/// The sum of the right factor's numbers: memory read once from end to end, with next to nothing to compute.
EXPORTED float sweep() {
  using V = lanes::Lanes<float>;
  constexpr std::size_t chains = 8, w = lanes::width<V>();
  V sums[chains];
#pragma GCC unroll 8
  for (std::size_t c = 0; c < chains; ++c) sums[c] = V(0.0f);
  const float* at = right.data();
  for (std::size_t rest = right.size() / (chains * w); rest > 0; --rest, at += chains * w)
#pragma GCC unroll 8
    for (std::size_t c = 0; c < chains; ++c) sums[c] = sums[c] + lanes::read<V>(at + c * w);
  V sum(0.0f);
#pragma GCC unroll 8
  for (std::size_t c = 0; c < chains; ++c) sum = sum + sums[c];
  return lanes::total(sum);
}

/// `repeats` times 12 independent multiply-adds of whole batches, all in registers: x = x * numbers[0] + numbers[1];
/// the sum goes to numbers[2]. Returns the floating-point operations done.
EXPORTED double multiply_adds(int repeats, float* numbers) {
  using V = lanes::Lanes<float>;
  constexpr int chains = 12;
  const V factor(numbers[0]), step(numbers[1]);
  V x[chains];
#pragma GCC unroll 12
  for (int c = 0; c < chains; ++c) x[c] = V(float(c));
  for (int i = 0; i < repeats; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < chains; ++c) x[c] = lanes::multiply_add(x[c], factor, step);
  }
  V sum(0.0f);
#pragma GCC unroll 12
  for (int c = 0; c < chains; ++c) sum = sum + x[c];
  numbers[2] = lanes::total(sum);
  return 2.0 * chains * double(lanes::width<V>()) * repeats;
}

#ifndef __EMSCRIPTEN__
namespace {

/// The least seconds of a run over many rounds, after a warm-up.
template <class Run>
double best(Run run) {
  using Clock = std::chrono::steady_clock;
  run();
  double least = 1e30;
  for (int round = 0; round < 60; ++round) {
    const auto start = Clock::now();
    run();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

}  // namespace

int main() {
  float numbers[3] = {0.5f, 1, 0};
  constexpr int repeats = 1000000;
  const double work = multiply_adds(1, numbers) * repeats;
  std::printf("{\"peak\": %.2f", work / best([&] { multiply_adds(repeats, numbers); }) / 1e9);
  for (const int n : {64, 128, 256}) {
    for (const int which : {0, 1, 2}) std::fill_n(operand(which, n * n), n * n, 0.5f);
    const int times = 1 + 20000000 / (n * n * n);
    const double seconds = best([&] {
      for (int i = 0; i < times; ++i) product(n);
    });
    std::printf(", \"product %d\": %.2f", n, 2.0 * n * n * n * times / seconds / 1e9);
  }
  std::printf("}\n");
}
#endif
