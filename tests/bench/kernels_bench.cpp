// What the benchmark calls: products of n x n matrices and the register-only multiply-add peak. A separate small
// program, never shipped: natively it prints its figures itself, in WebAssembly run.mjs calls the exported functions.
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
Workspace<float> workspace;

}  // namespace

/// Room for n x n operands; which: 0 and 1 the factors, 2 the product.
EXPORTED float* operand(int which, int n) {
  std::vector<float>& matrix = which == 0 ? left : which == 1 ? right : result;
  matrix.resize(std::size_t(n) * std::size_t(n));
  return matrix.data();
}

/// Multiplies `repeats` times, packing the right factor each time.
EXPORTED void product(int n, int repeats) {
  const std::size_t size = std::size_t(n);
  for (int i = 0; i < repeats; ++i)
    matmul<float>({left.data(), size, size}, ConstRows<float>(right.data(), size, size), {result.data(), size, size},
                  workspace);
}

/// `repeats` times 16 independent multiply-adds of whole batches, operands in registers. Returns the floating-point
/// operations done; `sink` keeps the compiler from dropping them.
EXPORTED double multiply_adds(int repeats, float* sink) {
  using V = lanes::Lanes<float>;
  constexpr int chains = 12;
  V sums[chains];
  for (int c = 0; c < chains; ++c) sums[c] = V(float(c));
  const V factor(sink[0]), step(sink[1]);
  for (int i = 0; i < repeats; ++i) {
#pragma GCC unroll 12
    for (int c = 0; c < chains; ++c) sums[c] = lanes::multiply_add(factor, step, sums[c]);
  }
  V sum(0.0f);
  for (int c = 0; c < chains; ++c) sum = sum + sums[c];
  sink[2] = lanes::total(sum);
  return 2.0 * chains * double(lanes::width<V>()) * repeats;
}

#ifndef __EMSCRIPTEN__
namespace {

/// The least seconds of `rounds` runs, after a warm-up.
template <class Run>
double best(Run run, int rounds = 40) {
  using Clock = std::chrono::steady_clock;
  run();
  double least = 1e30;
  for (int i = 0; i < rounds; ++i) {
    const auto start = Clock::now();
    run();
    least = std::min(least, std::chrono::duration<double>(Clock::now() - start).count());
  }
  return least;
}

}  // namespace

int main() {
  float sink[3] = {1e-9f, 1, 0};
  constexpr int repeats = 2000000;
  const double peak = multiply_adds(1, sink) * repeats / best([&] { multiply_adds(repeats, sink); });
  std::printf("{\"peak\": %.2f", peak / 1e9);
  for (const int n : {64, 128, 256}) {
    for (const int which : {0, 1, 2}) std::fill_n(operand(which, n), n * n, 0.5f);
    const int times = 1 + 40000000 / (n * n * n);
    const double seconds = best([&] { product(n, times); }) / times;
    std::printf(", \"product %d\": %.2f", n, 2.0 * n * n * n / seconds / 1e9);
  }
  std::printf("}\n");
}
#endif
