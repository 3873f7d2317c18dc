// After the first call of a size a pass allocates nothing: counted by replacing the global operator new.
#include <atomic>
#include <cstdlib>
#include <new>

#include "model/kv_cache.hpp"
#include "model/trainer.hpp"
#include "model_support.hpp"

namespace {
std::atomic<std::size_t> allocations = 0, allocated_bytes = 0;

void* counted_or_null(std::size_t size) noexcept {
  ++allocations;
  allocated_bytes += size;
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

namespace {

}  // namespace

TEMPLATE_LIST_TEST_CASE("after the first batch of a size a training step allocates nothing", "[model][trainer]",
                        Encodings) {
  const bool tied = GENERATE(true, false);
  Transformer<float> model(small_config({{"kind", TestType::kind}}, {{"tie_word_embeddings", tied}}),
                           Initialization::fan_in, 1);
  Trainer<float> trainer(model, {.learning_rate = 1e-3});
  const Batch large = random_batch(3, 40, 23, 1), other = random_batch(3, 40, 23, 2), small = random_batch(2, 9, 23, 3);
  CHECK(allocations_of([&] { trainer.step(large); }) > 0);
  CHECK(allocations_of([&] { trainer.step(other); }) == 0);
  CHECK(allocations_of([&] { trainer.step(small); }) == 0);
  CHECK(allocations_of([&] { trainer.step(large); }) == 0);
}

TEST_CASE("a training step needs the memory that it says, and says so where there is none", "[model][trainer]") {
  for (const char* kind : {"none", "t5_bias"})
    for (const bool tied : {true, false}) {
      INFO(kind << ", tied " << tied);
      const Config config = small_config(
          {{"kind", kind}},
          {{"n_embd", 64}, {"n_head", 4}, {"n_layer", 3}, {"vocab_size", 500}, {"tie_word_embeddings", tied}});
      Transformer<float> model(config, Initialization::fan_in, 1);
      const double wanted = Trainer<float>::bytes_wanted(model, 8, 96);
      const std::size_t before = allocated_bytes;
      Trainer<float> trainer(model, {.learning_rate = 1e-3});
      const Batch batch = random_batch(8, 96, 500, 1);
      const std::size_t of_the_batch = 2 * 8 * 96 * sizeof(std::int32_t);
      trainer.step(batch);
      const double got = double(allocated_bytes - before - of_the_batch);
      // Scratch of the products beside it: some hundred kilobytes.
      CHECK(got < wanted + 1.5e6);
      CHECK(got > 0.97 * wanted);
    }
  Transformer<float> model(small_config({{"kind", "none"}}), Initialization::fan_in, 1);
  Trainer<float> trainer(model, {.learning_rate = 1e-3});
  const Batch batch = random_batch(2, 9, 23, 1);
  trainer.step(batch);
  // One sequence so long that its attention weights alone are terabytes.
  const std::size_t length = 400000;
  const Batch monster{1, length, std::vector<std::int32_t>(length, 1), std::vector<std::int32_t>(length, 1)};
  double bytes = 0;
  try {
    trainer.step(monster);
  } catch (const Error& error) {
    CHECK(error.key() == "out_of_memory");
    bytes = std::get<double>(error.fields()[0].second);
  }
  CHECK(bytes == Backward<float>::bytes_wanted(model, 1, length));
  CHECK(bytes > 1e12);
  CHECK(allocations_of([&] { trainer.step(batch); }) == 0);
  CHECK(trainer.steps() == 2);
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
