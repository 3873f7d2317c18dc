// What must hold of the model whatever its weights are.
#include <numeric>

#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

/// Rows of a [T, columns] result in another order: row i of the answer is row order[i].
Vector reordered(const Vector& rows, const std::vector<std::size_t>& order) {
  const std::size_t columns = rows.size() / order.size();
  Vector result;
  for (const std::size_t row : order)
    result.insert(result.end(), rows.begin() + std::ptrdiff_t(row * columns),
                  rows.begin() + std::ptrdiff_t((row + 1) * columns));
  return result;
}

std::vector<std::size_t> random_order(std::size_t count, std::uint64_t seed) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t(0));
  Random(seed).shuffle(std::span(order));
  return order;
}

template <class T>
std::vector<T> picked(const std::vector<T>& values, const std::vector<std::size_t>& order) {
  std::vector<T> result;
  for (const std::size_t i : order) result.push_back(values[i]);
  return result;
}

Vector positions_from_zero(std::size_t count) {
  Vector positions(count);
  std::iota(positions.begin(), positions.end(), 0.0);
  return positions;
}

std::unique_ptr<Transformer<double>> rough(const Json& position, const Json& changes = {}) {
  auto model = std::make_unique<Transformer<double>>(small_config(position, changes));
  roughen(*model, 3);
  return model;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("permuting tokens permutes the output where neither mask nor encoding tells order", "[model]",
                        Encodings) {
  const auto model = rough({{"kind", TestType::kind}}, {{"causal", false}});
  const auto tokens = random_tokens(17, 23, 1);
  const auto order = random_order(17, 2);
  const Vector plain = run(*model, tokens).logits;
  const double difference = max_difference(run(*model, picked(tokens, order)).logits, reordered(plain, order));
  INFO(TestType::kind);
  if (TestType::places == Places::nowhere)
    CHECK(difference < exact);
  else
    CHECK(difference > 1e-2);
  // Positions that move with their tokens: then every encoding gives the same rows in another order.
  const Vector positions = picked(positions_from_zero(17), order);
  CHECK(max_difference(run(*model, picked(tokens, order), {.positions = std::span<const double>(positions)}).logits,
                       reordered(plain, order)) < exact);
  // The causal mask alone tells order.
  CHECK(
      max_difference(
          run(*model, picked(tokens, order), {.positions = std::span<const double>(positions), .causal = true}).logits,
          reordered(run(*model, tokens, {.causal = true}).logits, order)) > 1e-2);
}

TEST_CASE("the causal mask goes by row, whatever the positions", "[model]") {
  const auto model = rough({{"kind", "rope"}});
  const auto tokens = random_tokens(9, 23, 1);
  Vector positions = positions_from_zero(9);
  std::ranges::reverse(positions);
  const auto result = run(*model, tokens, {.positions = std::span<const double>(positions), .capture = everything()});
  for (const auto& weights : result.attentions)
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t j = 0; j < 9; ++j) CHECK((weights[(h * 9 + i) * 9 + j] > 0) == (j <= i));
}

TEST_CASE("shifting every position changes nothing where only distance counts, and something elsewhere", "[model]") {
  const auto tokens = random_tokens(12, 23, 1);
  Vector shifted = positions_from_zero(12);
  for (double& position : shifted) position += 30;
  const auto difference = [&](const Json& position) {
    const auto model = rough(position);
    return max_difference(run(*model, tokens, {.positions = std::span<const double>(shifted)}).logits,
                          run(*model, tokens).logits);
  };
  for (const char* kind : {"rope", "alibi", "t5_bias", "none"}) CHECK(difference({{"kind", kind}}) < 1e-9);
  for (const char* kind : {"learned", "sinusoidal"}) CHECK(difference({{"kind", kind}}) > 1e-2);
}

TEST_CASE("pitfall 21: with positions and a mask the left-padded run equals the unpadded one", "[model]") {
  const std::size_t padding = 4;
  for (const char* kind : {"learned", "sinusoidal", "rope", "alibi", "t5_bias", "none"}) {
    INFO(kind);
    const auto model = rough({{"kind", kind}});
    const auto tokens = random_tokens(9, 23, 1);
    std::vector<std::int32_t> padded(padding, 0);
    padded.insert(padded.end(), tokens.begin(), tokens.end());
    std::vector<std::uint8_t> mask(padded.size(), 1);
    std::fill_n(mask.begin(), padding, std::uint8_t(0));
    Vector positions(padding, 0.0);
    for (const double position : positions_from_zero(9)) positions.push_back(position);

    const auto expected = run(*model, tokens, {.capture = everything()});
    const auto tail = [&](const RunOptions& options) {
      const Vector logits = run(*model, padded, options).logits;
      CHECK(std::ranges::none_of(logits, [](double value) { return std::isnan(value); }));
      return Vector(logits.begin() + std::ptrdiff_t(padding * 23), logits.end());
    };
    const RunOptions both{.positions = std::span<const double>(positions),
                          .attention_mask = std::span<const std::uint8_t>(mask)};
    CHECK(max_difference(tail(both), expected.logits) < exact);
    RunOptions mask_only = both, positions_only = both;
    mask_only.positions.reset();
    positions_only.attention_mask.reset();
    CHECK(max_difference(tail(positions_only), expected.logits) > 1e-3);
    // Without positions everything is shifted, which an absolute encoding notices.
    if (std::string(kind) == "learned" || std::string(kind) == "sinusoidal")
      CHECK(max_difference(tail(mask_only), expected.logits) > 1e-2);
  }
}

TEST_CASE("a hidden key gets no weight from any query, in any layer", "[model]") {
  const auto model = rough({{"kind", "rope"}}, {{"causal", false}});
  const std::vector<std::uint8_t> mask = {1, 0, 1, 1, 0, 1};
  const auto result = run(*model, random_tokens(6, 23, 1),
                          {.attention_mask = std::span<const std::uint8_t>(mask), .capture = everything()});
  for (const auto& weights : result.attentions)
    for (std::size_t row = 0; row < 12; ++row) {
      double total = 0;
      for (std::size_t j = 0; j < 6; ++j) {
        CHECK((weights[row * 6 + j] > 0) == (mask[j] != 0));
        total += weights[row * 6 + j];
      }
      CHECK(std::fabs(total - 1) < 1e-12);
    }
}

TEMPLATE_LIST_TEST_CASE("double and float agree to float's rounding", "[model]", Encodings) {
  const Config config = small_config({{"kind", TestType::kind}});
  Transformer<double> wide(config);
  Transformer<float> narrow(config);
  roughen(wide, 3);
  roughen(narrow, 3);
  const auto tokens = random_tokens(40, 23, 1);
  const auto targets = next_tokens(tokens);
  const RunOptions options{.targets = targets, .capture = everything()};
  const auto exactly = run(wide, tokens, options);
  const auto roughly = run(narrow, tokens, options);
  CHECK(max_difference(roughly.logits, exactly.logits) < 2e-4);
  CHECK(max_difference(roughly.logits, exactly.logits) > 0);
  CHECK(std::fabs(*roughly.loss - *exactly.loss) < 5e-5);
  for (std::size_t layer = 0; layer < 2; ++layer) {
    CHECK(max_difference(roughly.attentions[layer], exactly.attentions[layer]) < 2e-5);
    CHECK(max_difference(roughly.queries[layer], exactly.queries[layer]) < 5e-5);
  }
}

TEMPLATE_LIST_TEST_CASE("captures hang together: scores, weights, values, states", "[model]", Encodings) {
  const auto model = rough({{"kind", TestType::kind}});
  const std::size_t length = 37, head_dim = 8, square = length * length;
  const auto tokens = random_tokens(length, 23, 1);
  const auto result = run(*model, tokens, {.capture = everything()});
  REQUIRE(result.hidden_states.size() == 3);
  for (const auto* tensors : {&result.attentions, &result.scores, &result.queries, &result.keys, &result.values})
    REQUIRE(tensors->size() == 2);
  for (std::size_t layer = 0; layer < 2; ++layer)
    for (std::size_t h = 0; h < 2; ++h)
      for (std::size_t i = 0; i < length; ++i) {
        // Softmax of the visible scores.
        const double* scores = &result.scores[layer][h * square + i * length];
        const double* weights = &result.attentions[layer][h * square + i * length];
        double total = 0;
        for (std::size_t j = 0; j <= i; ++j) total += std::exp(scores[j]);
        for (std::size_t j = 0; j < length; ++j)
          CHECK(std::fabs(weights[j] - (j <= i ? std::exp(scores[j]) / total : 0)) < 1e-12);
        // Where nothing is added to the scores they are the scaled products of what was captured, hidden ones too.
        if (uses(TestType::places, Places::score)) continue;
        for (std::size_t j = 0; j < length; ++j) {
          double product = 0;
          for (std::size_t d = 0; d < head_dim; ++d)
            product += result.queries[layer][(h * length + i) * head_dim + d] *
                       result.keys[layer][(h * length + j) * head_dim + d];
          CHECK(std::fabs(scores[j] - product / std::sqrt(double(head_dim))) < 1e-11);
        }
      }
  // What was not asked is not there, and asking changes nothing.
  const auto plain = run(*model, tokens);
  CHECK(plain.hidden_states.empty());
  CHECK(plain.attentions.empty());
  CHECK(plain.scores.empty());
  CHECK(plain.values.empty());
  CHECK(!plain.loss);
  CHECK(max_difference(plain.logits, result.logits) < exact);
}

TEST_CASE("hidden_states[0] is the token embedding plus the table's row, value by value", "[model]") {
  const auto model = rough({{"kind", "learned"}});
  const auto tokens = random_tokens(10, 23, 1);
  const auto result = run(*model, tokens, {.capture = {.hidden_states = true}});
  const auto wte = model->parameters().read("wte.weight"), wpe = model->parameters().read("wpe.weight");
  for (std::size_t i = 0; i < 10; ++i)
    for (std::size_t c = 0; c < 16; ++c) {
      const double expected = wte[std::size_t(tokens[i]) * 16 + c] + wpe[i * 16 + c];
      CHECK(result.hidden_states[0][i * 16 + c] == expected);
      CHECK(result.hidden_states[0][i * 16 + c] != wte[std::size_t(tokens[i]) * 16 + c] + wpe[(i + 1) * 16 + c]);
    }
}

TEST_CASE("loss: the mean over the targets taken, as torch's cross_entropy", "[model]") {
  const auto model = rough({{"kind", "rope"}});
  const auto tokens = random_tokens(7, 23, 1);
  const std::vector<std::int32_t> targets = {3, -1, 0, 22, -1, 5, -1};
  const auto result = run(*model, tokens, {.targets = targets});
  double total = 0;
  for (std::size_t i = 0; i < 7; ++i) {
    if (targets[i] < 0) continue;
    double sum = 0;
    for (std::size_t v = 0; v < 23; ++v) sum += std::exp(result.logits[i * 23 + v]);
    total += std::log(sum) - result.logits[i * 23 + std::size_t(targets[i])];
  }
  CHECK(std::fabs(*result.loss - total / 4) < 1e-12);
  CHECK(std::fabs(*result.loss - total / 7) > 1e-3);
}

TEST_CASE("run: every wrong argument is a named error and leaves the model usable", "[model]") {
  const auto model = rough({{"kind", "learned"}});
  const auto before = run(*model, {1, 2, 3}).logits;
  const auto refusal = [&](const std::vector<std::int32_t>& tokens, const RunOptions& options = {}) {
    return error_of([&] { run(*model, tokens, options); });
  };
  CHECK(refusal({}) == "empty tokens");
  CHECK(refusal({1, -1}) == "out_of_range tokens[1]");
  CHECK(refusal({1, 2, 23}) == "out_of_range tokens[2]");
  const Vector two(2, 0.0);
  CHECK(refusal({1, 2, 3}, {.positions = std::span<const double>(two)}) == "wrong_length positions");
  CHECK(refusal({1, 2, 3}, {.positions = std::span<const double>()}) == "wrong_length positions");
  const std::vector<std::uint8_t> mask(2, 1);
  CHECK(refusal({1, 2, 3}, {.attention_mask = std::span<const std::uint8_t>(mask)}) == "wrong_length attention_mask");
  const std::vector<std::int32_t> short_targets(2, 1), low = {1, -2, 1}, high = {1, 23, 1}, none(3, -1);
  CHECK(refusal({1, 2, 3}, {.targets = short_targets}) == "wrong_length targets");
  CHECK(refusal({1, 2, 3}, {.targets = low}) == "out_of_range targets[1]");
  CHECK(refusal({1, 2, 3}, {.targets = high}) == "out_of_range targets[1]");
  CHECK(refusal({1, 2, 3}, {.targets = none}) == "no_targets targets");
  CHECK(error_of([] { Capture().add("logits"); }) == "unknown_choice capture");
  CHECK(run(*model, {1, 2, 3}).logits == before);
}

TEST_CASE("run: the same bits from run to run", "[model]") {
  Transformer<float> model(small_config({{"kind", "rope"}}), Initialization::fan_in, 1);
  const auto tokens = random_tokens(33, 23, 1);
  const auto first = run(model, tokens).logits;
  run(model, random_tokens(5, 23, 2));  // other sizes in between leave nothing behind
  run(model, random_tokens(48, 23, 3), {.causal = false, .capture = everything()});
  CHECK(run(model, tokens).logits == first);
}

TEST_CASE("a pass over a batch gives each sequence its own numbers, kept or not", "[model]") {
  for (const char* kind : {"learned", "rope", "t5_bias"}) {
    INFO(kind);
    const auto model = rough({{"kind", kind}});
    const auto tokens = random_tokens(3 * 11, 23, 1);
    const Vector positions = positions_from_zero(11);
    for (const bool keep : {false, true}) {
      model->pass({.tokens = tokens,
                   .batch = 3,
                   .query_positions = positions,
                   .key_positions = positions,
                   .visible = {},
                   .keep = keep});
      Vector logits(33 * 23);
      model->head(0, {logits.data(), 33, 23});
      for (std::size_t b = 0; b < 3; ++b) {
        const auto part = [&](const auto& all, std::size_t size) {
          return std::decay_t<decltype(all)>(all.begin() + std::ptrdiff_t(size * b),
                                             all.begin() + std::ptrdiff_t(size * (b + 1)));
        };
        CHECK(max_difference(part(logits, 11 * 23), run(*model, part(tokens, 11)).logits) < exact);
      }
    }
  }
}

TEST_CASE("a kept pass holds every block's own intermediates", "[model]") {
  const auto model = rough({{"kind", "rope"}});
  const auto tokens = random_tokens(9, 23, 1);
  const Vector positions = positions_from_zero(9);
  const auto captured = run(*model, tokens, {.capture = everything()});
  model->pass(
      {.tokens = tokens, .query_positions = positions, .key_positions = positions, .visible = {}, .keep = true});
  const auto& blocks = model->activations().blocks;
  const auto flat = [](const Rows<double>& rows) { return Vector(rows.data, rows.data + rows.rows * rows.columns); };
  CHECK(max_difference(flat(blocks[0].input), captured.hidden_states[0]) < exact);
  CHECK(max_difference(flat(blocks[0].output), captured.hidden_states[1]) < exact);
  CHECK(max_difference(flat(blocks[1].input), captured.hidden_states[1]) < exact);
  for (std::size_t layer = 0; layer < 2; ++layer) {
    CHECK(max_difference(blocks[layer].weights, captured.attentions[layer]) < exact);
    CHECK(blocks[layer].hidden.data != blocks[layer].activated.data);
    CHECK(blocks[layer].middle.data != blocks[layer].input.data);
  }
}
