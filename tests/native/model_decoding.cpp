// Prefill, decoding and the cache: computing rows one at a time must give what one pass gives, for every encoding.
#include "model/generator.hpp"
#include "model/kv_cache.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

template <class Real>
std::vector<Real> extend(KvCache<Real>& cache, Transformer<Real>& model, std::span<const std::int32_t> tokens,
                         std::optional<std::span<const double>> positions = {}) {
  std::vector<Real> logits(model.config().vocab_size);
  cache.extend(model, tokens, positions, logits);
  return logits;
}

template <class Real>
std::vector<Real> last_logits(Transformer<Real>& model, std::span<const std::int32_t> tokens,
                              std::span<const double> positions = {}) {
  RunOptions options;
  if (!positions.empty()) options.positions = positions;
  const auto result = run(model, {tokens.begin(), tokens.end()}, options);
  return {result.logits.end() - std::ptrdiff_t(model.config().vocab_size), result.logits.end()};
}

/// The largest difference between a pass over tokens 0 .. t and a cache that got `prefill` of them at once and the rest
/// singly, over every t from there on.
template <class Real>
double decoding_difference(Transformer<Real>& model, std::span<const std::int32_t> tokens, std::size_t prefill) {
  KvCache<Real> cache;
  double largest =
      max_difference(extend(cache, model, tokens.first(prefill)), last_logits(model, tokens.first(prefill)));
  for (std::size_t t = prefill; t < tokens.size(); ++t)
    largest = std::max(
        largest, max_difference(extend(cache, model, tokens.subspan(t, 1)), last_logits(model, tokens.first(t + 1))));
  return largest;
}

const Json dynamic = {
    {"kind", "rope"},
    {"rope_scaling", {{"rope_type", "dynamic"}, {"factor", 2}, {"original_max_position_embeddings", 16}}}};

Json longrope() {
  return {{"kind", "rope"},
          {"rope_scaling",
           {{"rope_type", "longrope"},
            {"short_factor", {1, 1, 1, 1}},
            {"long_factor", {1, 2, 4, 8}},
            {"factor", 2},
            {"original_max_position_embeddings", 16}}}};
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("pitfall 18: prefill of 6 plus 5 single steps equals one pass of 11", "[model]", Encodings) {
  const Config config = small_config({{"kind", TestType::kind}});
  INFO(TestType::kind);
  SECTION("double") {
    Transformer<double> model(config);
    roughen(model, 3);
    CHECK(decoding_difference<double>(model, random_tokens(11, 23, 4), 6) < exact);
  }
  SECTION("float") {
    Transformer<float> model(config);
    roughen(model, 3);
    CHECK(decoding_difference<float>(model, random_tokens(11, 23, 4), 6) < 1e-4);
  }
  SECTION("all at once, all singly, and in chunks") {
    Transformer<double> model(config);
    roughen(model, 3);
    const auto tokens = random_tokens(40, 23, 5);
    CHECK(decoding_difference<double>(model, tokens, 1) < exact);
    KvCache<double> cache;
    for (const std::size_t first : {0, 4, 7, 17}) {
      const std::size_t last = first == 0 ? 4 : first == 4 ? 7 : first == 7 ? 17 : 40;
      const auto chunk = std::span(tokens).subspan(first, last - first);
      CHECK(max_difference(extend(cache, model, chunk), last_logits<double>(model, std::span(tokens).first(last))) <
            exact);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("pitfall 18: a step at position 0 fails the same check", "[model][twin]", Encodings) {
  if constexpr (TestType::places != Places::nowhere) {
    Transformer<double> model(small_config({{"kind", TestType::kind}}));
    roughen(model, 3);
    const auto tokens = random_tokens(11, 23, 4);
    KvCache<double> cache;
    extend<double>(cache, model, std::span(tokens).first(10));
    const double zero = 0;
    const auto wrong = extend<double>(cache, model, std::span(tokens).last(1), std::span(&zero, 1));
    CHECK(max_difference(wrong, last_logits<double>(model, tokens)) > 1e-3);
  }
}

TEST_CASE("pitfall 9: where frequencies depend on length, decoding equals the full pass at every length", "[model]") {
  const auto tokens = random_tokens(64, 23, 6);
  const Json position = GENERATE(dynamic, longrope());
  INFO(position.dump());
  Transformer<double> model(small_config(position));
  roughen(model, 3);
  CHECK(decoding_difference<double>(model, tokens, 1) < exact);
  CHECK(decoding_difference<double>(model, tokens, 10) < exact);
}

TEST_CASE("pitfall 9: keeping the keys of a shorter length fails the same check", "[model][twin]") {
  const auto tokens = random_tokens(40, 23, 6);
  Transformer<double> model(small_config(dynamic));
  roughen(model, 3);
  const auto right = last_logits<double>(model, tokens);
  // What a cache does that forgets to look: the prefix with the frequencies of its own length.
  CachedRows<double> rows;
  Vector positions(40);
  for (std::size_t i = 0; i < 40; ++i) positions[i] = double(i);
  const std::span<const double> all(positions);
  for (const auto& [first, count] : {std::pair<std::size_t, std::size_t>{0, 20}, {20, 20}})
    model.pass({.tokens = std::span(tokens).subspan(first, count),
                .query_positions = all.subspan(first, count),
                .key_positions = all.first(first + count),
                .visible = {},
                .cache = &rows});
  Vector wrong(23);
  model.head(19, {wrong.data(), 1, 23});
  CHECK(max_difference(wrong, right) > 1e-3);
}

TEST_CASE("pitfall 9: back below the limit the plain table returns", "[model]") {
  Transformer<double> model(small_config(dynamic)), plain(small_config({{"kind", "rope"}}));
  roughen(model, 3);
  roughen(plain, 3);
  const auto tokens = random_tokens(30, 23, 6);
  const auto start = std::span(tokens).first(10);
  CHECK(last_logits<double>(model, start) == last_logits<double>(plain, start));
  CHECK(max_difference(last_logits<double>(model, tokens), last_logits<double>(plain, tokens)) > 1e-3);
  CHECK(last_logits<double>(model, start) == last_logits<double>(plain, start));
  KvCache<double> cache;
  extend<double>(cache, model, tokens);
  cache.clear();
  CHECK(max_difference(extend<double>(cache, model, start), last_logits<double>(plain, start)) < exact);
}

TEST_CASE("pitfall 32: a T5 bias is added in every layer and every step", "[model]") {
  const Json t5 = {{"kind", "t5_bias"}, {"num_buckets", 8}, {"max_distance", 16}};
  Transformer<double> model(small_config(t5, {{"n_layer", 3}}));
  roughen(model, 3);
  const auto tokens = random_tokens(20, 23, 6);
  const auto with = run(model, tokens, {.capture = everything()});
  CHECK(decoding_difference<double>(model, tokens, 5) < exact);
  const Vector nothing(8 * 2, 0.0);
  const Vector table = model.parameters().read("relative_attention_bias.weight");
  // In each layer, score minus scaled product is the bias; offset 0 is bucket 0.
  for (std::size_t layer = 0; layer < 3; ++layer)
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t i = 0; i < 20; ++i) {
        double product = 0;
        for (std::size_t d = 0; d < 8; ++d)
          product += with.queries[layer][(h * 20 + i) * 8 + d] * with.keys[layer][(h * 20 + i) * 8 + d];
        CHECK(std::fabs(with.scores[layer][(h * 20 + i) * 20 + i] - product / std::sqrt(8.0) - table[h]) < 1e-9);
      }
  model.parameters().write("relative_attention_bias.weight", std::span<const double>(nothing));
  CHECK(max_difference(run(model, tokens).logits, with.logits) > 1e-2);
}

TEST_CASE("cache: a changed parameter or encoding makes the prefix anew", "[model]") {
  Transformer<double> model(small_config({{"kind", "rope"}}));
  roughen(model, 3);
  const auto tokens = random_tokens(12, 23, 7);
  KvCache<double> cache;
  extend<double>(cache, model, std::span(tokens).first(8));
  SECTION("a parameter") {
    Vector values = model.parameters().read("h.0.attn.c_attn.weight");
    for (double& value : values) value *= 1.3;
    model.parameters().write("h.0.attn.c_attn.weight", std::span<const double>(values));
  }
  SECTION("a parameter of the encoding") { model.set_position({{"kind", "rope"}, {"rope_theta", 50}}); }
  SECTION("another encoding") { model.set_position({{"kind", "alibi"}}); }
  CHECK(max_difference(extend<double>(cache, model, std::span(tokens).subspan(8, 1)),
                       last_logits<double>(model, std::span(tokens).first(9))) < exact);
}

TEST_CASE("cache: explicit positions, shifted and fractional, are those of one pass", "[model]") {
  const Json position = GENERATE(Json{{"kind", "rope"}}, Json{{"kind", "alibi"}}, Json{{"kind", "sinusoidal"}});
  Transformer<double> model(small_config(position));
  roughen(model, 3);
  const auto tokens = random_tokens(12, 23, 8);
  Vector positions(12);
  for (std::size_t i = 0; i < 12; ++i) positions[i] = 1000.25 + 0.5 * double(i) + (i % 3 == 0 ? 7 : 0);
  KvCache<double> cache;
  const std::span<const double> all(positions);
  extend<double>(cache, model, std::span(tokens).first(5), all.first(5));
  for (std::size_t t = 5; t < 12; ++t)
    CHECK(max_difference(extend<double>(cache, model, std::span(tokens).subspan(t, 1), all.subspan(t, 1)),
                         last_logits<double>(model, std::span(tokens).first(t + 1), all.first(t + 1))) < exact);
}

TEST_CASE("cache: a model without causal mask sees every row again", "[model]") {
  Transformer<double> model(small_config({{"kind", "rope"}}, {{"causal", false}}));
  roughen(model, 3);
  CHECK(decoding_difference<double>(model, random_tokens(11, 23, 4), 6) < exact);
}

TEST_CASE("pitfall 20: 64 positions work, the 65th is a named error, also when decoding and generating", "[model]") {
  Transformer<float> model(small_config({{"kind", "learned"}}, {{"n_positions", 64}}));
  roughen(model, 3);
  const auto tokens = random_tokens(65, 23, 9);
  const auto start = std::span(tokens).first(64);
  CHECK(run(model, {start.begin(), start.end()}).logits.size() == 64 * 23);
  CHECK(error_key([&] { run(model, tokens); }) == "out_of_range");

  KvCache<float> cache;
  extend<float>(cache, model, start);
  CHECK(error_key([&] { extend<float>(cache, model, std::span(tokens).last(1)); }) == "out_of_range");
  CHECK(cache.length() == 64);  // and the cache is as before

  // The token after position 63 can still be drawn; only running it would need another row.
  Generator<float> last(model, std::span(tokens).first(60), 5, {.temperature = 0});
  while (!last.done()) last.step();
  REQUIRE(last.generated().size() == 5);
  CHECK(error_key([&] { Generator<float>(model, std::span(tokens).first(60), 6, {}); }) == "out_of_range");
  CHECK(error_key([&] { Generator<float>(model, tokens, 1, {}); }) == "out_of_range");

  model.set_position({{"kind", "rope"}});
  CHECK_NOTHROW(run(model, tokens));
}

TEST_CASE("pitfall 45: a position past the table is refused, never wrapped or clamped", "[model]") {
  Transformer<float> model(small_config({{"kind", "learned"}}));
  for (const double bad : {48.0, 96.0, -1.0, 0.5, 1e300, not_a_number, infinity}) {
    const Vector positions = {0, bad, 2};
    INFO(bad);
    CHECK(!error_key([&] { run(model, {1, 2, 3}, {.positions = std::span<const double>(positions)}); }).empty());
  }
  const Vector positions = {47, 0, 47};
  CHECK_NOTHROW(run(model, {1, 2, 3}, {.positions = std::span<const double>(positions)}));
}

TEST_CASE("cache: in slices, while others use the model and change it", "[model]") {
  Transformer<double> model(small_config({{"kind", "rope"}}, {{"n_layer", 3}}));
  roughen(model, 3);
  const auto tokens = random_tokens(12, 23, 7);
  const std::size_t disturb_at = GENERATE(0, 1, 2, 3, 99);
  const bool change = GENERATE(false, true);
  KvCache<double> cache;
  extend<double>(cache, model, std::span(tokens).first(5));
  cache.append(model, std::span(tokens).subspan(5), {});
  CHECK(cache.pending(model) == 7);
  for (std::size_t slice = 0; !cache.step(model); ++slice) {
    if (slice != disturb_at) continue;
    run(model, random_tokens(30, 23, 8));
    if (!change) continue;
    model.set_position({{"kind", "rope"}, {"rope_theta", 50}});
    CHECK(cache.pending(model) == 12);
  }
  Vector logits(23);
  cache.logits(model, logits);
  CHECK(max_difference(logits, last_logits<double>(model, tokens)) < exact);
}

TEST_CASE("cache: another encoding with fewer positions is an error, not an overrun", "[model]") {
  Transformer<double> model(small_config({{"kind", "learned"}}));
  model.set_position({{"kind", "none"}});
  KvCache<double> cache;
  extend<double>(cache, model, random_tokens(60, 23, 7));
  model.set_position({{"kind", "learned"}});  // 48 rows
  const std::int32_t token = 3;
  CHECK(error_key([&] { extend<double>(cache, model, std::span(&token, 1)); }) == "out_of_range");
  CHECK(cache.length() == 60);
  model.set_position({{"kind", "none"}});
  CHECK(extend<double>(cache, model, std::span(&token, 1)).size() == 23);
}

TEST_CASE("cache: after an error it still decodes", "[model]") {
  Transformer<double> model(small_config({{"kind", "rope"}}));
  roughen(model, 3);
  const auto tokens = random_tokens(12, 23, 7);
  KvCache<double> cache;
  extend<double>(cache, model, std::span(tokens).first(8));
  const std::vector<std::int32_t> bad = {3, 23};
  CHECK(error_of([&] { extend<double>(cache, model, bad); }) == "out_of_range tokens[1]");
  const double nowhere = not_a_number;
  CHECK(!error_key([&] {
           extend<double>(cache, model, std::span(tokens).subspan(8, 1), std::span(&nowhere, 1));
         }).empty());
  CHECK(error_of([&] { extend<double>(cache, model, std::span<const std::int32_t>()); }) == "empty tokens");
  CHECK(cache.length() == 8);
  CHECK(max_difference(extend<double>(cache, model, std::span(tokens).subspan(8, 1)),
                       last_logits<double>(model, std::span(tokens).first(9))) < exact);
}
