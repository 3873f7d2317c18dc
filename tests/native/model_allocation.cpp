// After the first call of a size a pass allocates nothing, and a checkpoint that streams in takes little more than its
// weights: counted by replacing the global operator new.
#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

#include "formats/checkpoint_stream.hpp"
#include "model/kv_cache.hpp"
#include "model/trainer.hpp"
#include "model_support.hpp"

namespace {
std::atomic<std::size_t> allocations = 0, allocated_bytes = 0, live_bytes = 0, most_bytes = 0;
std::atomic<std::size_t> there_is = std::numeric_limits<std::size_t>::max();  // memory

void* counted_or_null(std::size_t size) noexcept {
  ++allocations;
  if (size > there_is - std::min<std::size_t>(there_is, live_bytes)) return nullptr;
  allocated_bytes += size;
  void* memory = std::malloc(size ? size : 1);
  live_bytes += malloc_usable_size(memory);
  if (live_bytes > most_bytes) most_bytes = live_bytes.load();
  return memory;
}

void given_back(void* memory) noexcept {
  live_bytes -= malloc_usable_size(memory);
  std::free(memory);
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
void operator delete(void* memory) noexcept { given_back(memory); }
void operator delete[](void* memory) noexcept { given_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { given_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { given_back(memory); }

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

TEST_CASE("a run that ends early packs no more than it multiplies with", "[model]") {
  Transformer<float> model(small_config({{"kind", "learned"}}, {{"n_embd", 256}, {"n_layer", 4}, {"vocab_size", 4000}}),
                           Initialization::fan_in, 1);
  const auto tokens = random_tokens(5, 4000, 1);
  const auto bytes_of = [&](std::optional<std::size_t> layers) {
    const std::size_t before = allocated_bytes;
    run(model, tokens, {.layers = layers});
    return double(allocated_bytes - before);
  };
  // Beside it scratch of the products: some hundred kilobytes.
  constexpr double block = 12 * 256 * 256 * sizeof(float), head = 4000 * 256 * sizeof(float), scratch = 1e6;
  CHECK(bytes_of(0) < scratch);
  const double one = bytes_of(1), whole = bytes_of({});
  CHECK(one >= block);
  CHECK(one < block + scratch);
  CHECK(whole >= 3 * block + head);  // the rest
}

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

namespace {

/// A file in half precision with 50 MB of weights, whose numbers are made as they are asked for.
class MadeFile {
 public:
  explicit MadeFile(const Parameters<float>& parameters) {
    header_ = "{";
    for (const auto& parameter : parameters) {
      const std::size_t end = weights_ + 2 * parameter.size();
      header_ += (header_.size() > 1 ? "," : "") + Json(parameter.name).dump() + ":" +
                 Json{{"dtype", "F16"}, {"shape", parameter.shape}, {"data_offsets", {weights_, end}}}.dump();
      weights_ = end;
    }
    header_ += "}";
  }
  std::size_t weights() const { return weights_; }

  void pour_into(Parameters<float>& parameters) const {
    CheckpointStream<float> stream(parameters, {{"model.safetensors", start() + weights_}}, std::nullopt);
    while (const auto slice = stream.next()) {
      std::vector<std::byte> bytes(slice->size);
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = byte_at(std::size_t(slice->begin) + i);
      stream.take(bytes);
    }
    CHECK(stream.done() == double(weights_));
  }

 private:
  std::size_t start() const { return 8 + header_.size(); }
  std::byte byte_at(std::size_t i) const {
    if (i < 8) return std::byte(std::uint64_t(header_.size()) >> (8 * i));
    return i < start() ? std::byte(header_[i - 8]) : std::byte((i - start()) % 2 ? 0x20 : i);
  }

  std::string header_;
  std::size_t weights_ = 0;
};

Transformer<float> empty_model() {
  const Config config = Config::from_json({{"model_type", "gpt2"},
                                           {"n_layer", 4},
                                           {"n_head", 8},
                                           {"n_embd", 512},
                                           {"n_positions", 1024},
                                           {"vocab_size", 12000}});
  return Transformer<float>(config, Contents::nothing);
}

}  // namespace

TEST_CASE("a checkpoint streams in with at most a quarter more than its weights in memory", "[model]") {
  auto model = empty_model();
  const MadeFile file(model.parameters());
  const std::size_t before = live_bytes, weights = file.weights();
  most_bytes = before;
  file.pour_into(model.parameters());
  CHECK(most_bytes - before < weights + weights / 4);
  CHECK(live_bytes - before >= weights);
  CHECK(live_bytes - before < weights + weights / 50);
  CHECK(model.parameters()[0].storage == Storage::float16);
}

TEST_CASE("a checkpoint for which the system has too little memory is refused with how much found room", "[model]") {
  auto model = empty_model();
  const MadeFile file(model.parameters());
  const std::size_t room = live_bytes + file.weights() / 2;
  Error::Fields fields;
  there_is = room;
  try {
    file.pour_into(model.parameters());
  } catch (const Error& error) {
    there_is = std::numeric_limits<std::size_t>::max();
    CHECK(error.key() == "weights_too_large");
    fields = error.fields();
  }
  there_is = std::numeric_limits<std::size_t>::max();
  REQUIRE(fields.size() == 3);
  CHECK(std::get<double>(fields[0].second) == double(file.weights()));
  // But for two slices, one here and one on its way, and the tensor that found none: the embedding's is the largest.
  const double most = std::get<double>(fields[1].second);
  CHECK(most < double(file.weights()) / 2);
  CHECK(most > double(file.weights()) / 2 - 2.0 * largest_slice - 12000 * 512 * 2);
}
