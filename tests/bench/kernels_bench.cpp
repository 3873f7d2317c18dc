// What the benchmark measures below the package: products of n x n matrices, and the multiply-add peak of registers
// alone. A separate small module, never shipped: whereabouts.mjs calls what it exports; natively it times itself.
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
Workspace<float> workspace;

}  // namespace

/// Room for an n x n matrix; which: 0 and 1 the factors, 2 the product.
EXPORTED float* operand(int which, int n) {
  std::vector<float>& matrix = which == 0 ? left : which == 1 ? right : result;
  matrix.resize(std::size_t(n) * std::size_t(n));
  return matrix.data();
}

/// result = left * right, packing the right factor anew.
EXPORTED void product(int n) {
  const std::size_t size = std::size_t(n);
  matmul<float>({left.data(), size, size}, ConstRows<float>(right.data(), size, size), {result.data(), size, size},
                workspace);
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
    for (const int which : {0, 1, 2}) std::fill_n(operand(which, n), n * n, 0.5f);
    const int times = 1 + 20000000 / (n * n * n);
    const double seconds = best([&] {
      for (int i = 0; i < times; ++i) product(n);
    });
    std::printf(", \"product %d\": %.2f", n, 2.0 * n * n * n * times / seconds / 1e9);
  }
  std::printf("}\n");
}
#endif
