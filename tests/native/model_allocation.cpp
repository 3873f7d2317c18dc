// After the first call of a size a pass allocates nothing: counted by replacing the global operator new.
#include <atomic>
#include <cstdlib>
#include <new>

#include "model/kv_cache.hpp"
#include "model_support.hpp"

namespace {
std::atomic<std::size_t> allocations = 0;

void* counted_or_null(std::size_t size) noexcept {
  ++allocations;
  return std::malloc(size ? size : 1);
}

void* counted(std::size_t size) {
  if (void* memory = counted_or_null(size)) return memory;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
// The forms that report by a null pointer too: the sanitizers bring their own, whose memory std::free may not take.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted_or_null(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

template <class Call>
std::size_t allocations_of(Call&& call) {
  const std::size_t before = allocations;
  call();
  return allocations - before;
}

}  // namespace

TEST_CASE("the counter counts", "[model]") {
  CHECK(allocations_of([] {
          std::vector<int> memory(100, 1);
          CHECK(memory[99] == 1);
        }) > 0);
}

TEMPLATE_LIST_TEST_CASE("after the first call of a size a pass allocates nothing", "[model]", Encodings) {
  const bool causal = GENERATE(true, false);
  const Capture capture = GENERATE(Capture{}, everything());
  const std::size_t length = GENERATE(1, 7, 40);
  INFO(TestType::kind << ", causal " << causal << ", " << length << " tokens");
  Transformer<float> model(small_config({{"kind", TestType::kind}}, {{"causal", causal}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(length, 23, 1), others = random_tokens(length, 23, 2);
  const auto targets = next_tokens(others);
  const std::vector<std::uint8_t> mask(length, 1);
  RunResult<float> result;
  RunOptions options{.attention_mask = std::span<const std::uint8_t>(mask), .capture = capture};
  if (length > 1) options.targets = targets;
  CHECK(allocations_of([&] { whereabouts::run<float>(model, tokens, options, result); }) > 0);
  std::size_t again = 0;
  for (int i = 0; i < 3; ++i) again += allocations_of([&] { whereabouts::run<float>(model, others, options, result); });
  CHECK(again == 0);
}

TEST_CASE("a changed parameter is packed anew without allocating", "[model]") {
  Transformer<float> model(small_config({{"kind", "rope"}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(20, 23, 1);
  RunResult<float> result;
  whereabouts::run<float>(model, tokens, {}, result);
  const auto before = result.logits;
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    for (float& value : model.parameters()[i].values()) value *= 1.1f;
    model.parameters().touch(i);
  }
  CHECK(allocations_of([&] { whereabouts::run<float>(model, tokens, {}, result); }) == 0);
  CHECK(max_difference(result.logits, before) > 1e-3);
}

TEST_CASE("decoding allocates a few times as the text grows, not at every step", "[model]") {
  Transformer<float> model(small_config({{"kind", "alibi"}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(400, 23, 1);
  KvCache<float> cache;
  std::vector<float> logits(23);
  cache.extend(model, std::span(tokens).first(8), {}, logits);
  std::size_t steps_that_allocate = 0;
  for (std::size_t t = 8; t < 400; ++t)
    steps_that_allocate +=
        allocations_of([&] { cache.extend(model, std::span(tokens).subspan(t, 1), {}, logits); }) > 0;
  // Each of some ten buffers doubles six times from 8 to 400.
  CHECK(steps_that_allocate < 60);
}
