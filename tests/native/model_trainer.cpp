// The optimizer against its formula and Hugging Face's three steps; schedule, clipping, state; what a step must not do.
#include "kernels/adamw.hpp"
#include "model/trainer.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

Batch next_token_batch(std::size_t size, std::size_t length, std::uint64_t seed, std::size_t vocab_size = 23) {
  Batch batch{size, length, random_tokens(size * length, vocab_size, seed), {}};
  batch.targets = next_tokens(batch.tokens);
  batch.targets.back() = 0;
  return batch;
}

/// Sets the keys' part of c_attn's bias aside: it moves every score of a query alike, which softmax takes out, so that
/// its gradient is rounding and nothing else, and AdamW makes steps of any size of that. (Turned keys are another
/// matter.)
template <class Range>
Vector without_key_bias(const std::string& name, const Range& range) {
  Vector values(range.begin(), range.end());
  if (name.ends_with("c_attn.bias")) {
    const auto third = std::ptrdiff_t(values.size() / 3);
    values.erase(values.begin() + third, values.begin() + 2 * third);
  }
  return values;
}

/// The largest difference from golden.gradients.safetensors' weights after three steps.
template <class Real>
double three_steps_difference(const TrainerOptions& options) {
  static const auto expected = golden_tensors("gpt2-tiny/golden.gradients.safetensors");
  const Json golden_steps = golden("gpt2-tiny/golden.training.json")["adamw_3_steps"]["steps"];
  Transformer<Real> model(Config::from_json(tiny_config()));
  fill(model, tiny_weights());
  Trainer<Real> trainer(model, options);
  double largest = 0;
  for (const Json& step : golden_steps) {
    const StepResult result = trainer.step(golden_batch());
    const double loss = step["loss"], norm = step["gradient_norm"];
    largest = std::max({largest, std::fabs(result.loss - loss), std::fabs(result.gradient_norm - norm)});
  }
  for (const auto& parameter : model.parameters())
    largest = std::max(
        largest, max_difference(without_key_bias(parameter.name, parameter.values()),
                                without_key_bias(parameter.name, expected.at("after3." + parameter.name).values)));
  return largest;
}

TrainerOptions golden_options() { return {.learning_rate = 1e-3, .beta1 = 0.9, .beta2 = 0.99}; }

/// Every parameter's values, one after the other.
template <class Real>
std::vector<Real> all_values(const Transformer<Real>& model) {
  std::vector<Real> values;
  for (const auto& parameter : model.parameters())
    values.insert(values.end(), parameter.values().begin(), parameter.values().end());
  return values;
}

}  // namespace

TEMPLATE_TEST_CASE("gpt2-tiny: three steps of AdamW are torch's; bad twins are not", "[model][golden][trainer]", float,
                   double) {
  // The files hold float32.
  CHECK(three_steps_difference<TestType>(golden_options()) < (sizeof(TestType) == sizeof(float) ? 5e-5 : 1e-6));
  const auto reject = [](auto change) {
    TrainerOptions options = golden_options();
    change(options);
    CHECK(three_steps_difference<TestType>(options) > 2e-4);
  };
  reject([](TrainerOptions& o) { o.gradient_clip = 0; });
  reject([](TrainerOptions& o) { o.beta1 = 0.8; });
  reject([](TrainerOptions& o) { o.beta2 = 0.999; });
  reject([](TrainerOptions& o) { o.learning_rate = 1.1e-3; });
  reject([](TrainerOptions& o) { o.warmup_steps = 3; });
  reject([](TrainerOptions& o) { o.eps = 1e-3; });
  reject([](TrainerOptions& o) { o.weight_decay = 0.5; });
}

namespace {

/// One update as the paper writes it, in double.
void adamw_by_hand(const TrainerOptions& o, double gradient, double decay, double rate, int t, double& m, double& v,
                   double& x) {
  m = o.beta1 * m + (1 - o.beta1) * gradient;
  v = o.beta2 * v + (1 - o.beta2) * gradient * gradient;
  x -= rate * decay * x;
  x -= rate * (m / (1 - std::pow(o.beta1, t))) / (std::sqrt(v / (1 - std::pow(o.beta2, t))) + o.eps);
}

/// The largest difference of five steps from the formula applied to the gradients that Backward finds. `decays` says
/// which parameters decay.
template <class Decays>
double formula_difference(const Json& position, const TrainerOptions& options, Decays decays) {
  const Config config = small_config(position, {{"tie_word_embeddings", false}});
  Transformer<double> model(config), copy(config);
  roughen(model, 2);
  roughen(copy, 2);
  Trainer<double> trainer(model, options);
  Backward<double> backward(copy);
  Gradients<double> gradients;
  double largest = 0;  // of losses and norms too
  std::vector<Vector> first(copy.parameters().size()), second(first.size());
  for (int t = 1; t <= 5; ++t) {
    const Batch batch = next_token_batch(3, 9, std::uint64_t(t));
    const StepResult result = trainer.step(batch);
    largest = std::max(largest, std::fabs(result.loss - backward.run(batch, gradients)));
    CHECK(result.step == std::size_t(t));
    double squares = 0;
    for (std::size_t i = 0; i < gradients.size(); ++i)
      for (const double g : gradients[i]) squares += g * g;
    const double norm = std::sqrt(squares);
    largest = std::max(largest, std::fabs(result.gradient_norm / norm - 1));
    const double factor = options.gradient_clip > 0 ? std::min(1.0, options.gradient_clip / (norm + 1e-6)) : 1;
    for (std::size_t i = 0; i < gradients.size(); ++i) {
      first[i].resize(gradients[i].size());
      second[i].resize(gradients[i].size());
      auto& parameter = copy.parameters()[i];
      for (std::size_t j = 0; j < gradients[i].size(); ++j)
        adamw_by_hand(options, factor * gradients[i][j], decays(parameter.name) ? options.weight_decay : 0,
                      result.learning_rate, t, first[i][j], second[i][j], parameter.values()[j]);
      copy.parameters().touch(i);
    }
  }
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    const auto& parameter = model.parameters()[i];
    largest = std::max(largest, max_difference(without_key_bias(parameter.name, parameter.values()),
                                               without_key_bias(parameter.name, copy.parameters()[i].values())));
  }
  return largest;
}

bool is_matrix(const std::string& name) {
  return name.ends_with(".weight") && name.find("ln_") == std::string::npos && name != "wpe.weight" &&
         name != "relative_attention_bias.weight";
}

}  // namespace

TEST_CASE("a step is AdamW's formula: decay spares biases, norms and position tables", "[model][trainer]") {
  for (const char* kind : {"learned", "t5_bias", "rope"}) {
    INFO(kind);
    for (const double clip : {0.0, 0.3, 1e9})
      CHECK(formula_difference({{"kind", kind}},
                               {.learning_rate = 1e-2, .weight_decay = 0.3, .gradient_clip = clip, .warmup_steps = 3},
                               is_matrix) < 1e-12);
    const TrainerOptions options{.learning_rate = 1e-2, .weight_decay = 0.3};
    const auto reject = [&](auto decays) { CHECK(formula_difference({{"kind", kind}}, options, decays) > 1e-5); };
    reject([](const std::string&) { return false; });
    reject([](const std::string&) { return true; });
    reject([](const std::string& name) { return is_matrix(name) && name != "wte.weight"; });
    reject([](const std::string& name) { return is_matrix(name) && name != "lm_head.weight"; });
    if (std::string(kind) == "learned")
      reject([](const std::string& name) { return is_matrix(name) || name == "wpe.weight"; });
    if (std::string(kind) == "t5_bias")
      reject([](const std::string& name) { return is_matrix(name) || name == "relative_attention_bias.weight"; });
  }
}

TEST_CASE("the learning rate warms up, stays or falls as half a cosine", "[model][trainer]") {
  TrainerOptions options{.learning_rate = 2, .warmup_steps = 4, .total_steps = 12};
  CHECK(learning_rate_at(options, 1) == 0.5);
  CHECK(learning_rate_at(options, 3) == 1.5);
  CHECK(learning_rate_at(options, 4) == 2);
  CHECK(learning_rate_at(options, 100) == 2);
  options.schedule = Schedule::cosine;
  CHECK(learning_rate_at(options, 2) == 1);
  CHECK(learning_rate_at(options, 4) == 2);
  CHECK(learning_rate_at(options, 8) == Catch::Approx(1.1));  // halfway: the mean of 2 and 0.2
  CHECK(learning_rate_at(options, 6) == Catch::Approx(0.2 + 1.8 * (1 + std::sqrt(0.5)) / 2));
  CHECK(learning_rate_at(options, 12) == Catch::Approx(0.2));
  CHECK(learning_rate_at(options, 50) == Catch::Approx(0.2));
  options.warmup_steps = 0;
  options.final_fraction = 0;
  CHECK(learning_rate_at(options, 6) == Catch::Approx(1));
  CHECK(learning_rate_at(options, 12) == Catch::Approx(0).margin(1e-12));
  options.warmup_steps = options.total_steps;
  CHECK(learning_rate_at(options, 6) == 1);
  CHECK(learning_rate_at(options, 12) == 0);
}

TEST_CASE("trainer options: read by name, every fault named", "[model][trainer]") {
  const TrainerOptions options = TrainerOptions::from_json({{"learning_rate", 5e-3},
                                                            {"betas", {0.8, 0.95}},
                                                            {"eps", 1e-6},
                                                            {"weight_decay", 0.1},
                                                            {"gradient_clip", 0},
                                                            {"warmup_steps", 20},
                                                            {"total_steps", 400},
                                                            {"schedule", "cosine"},
                                                            {"final_fraction", 0.2}});
  CHECK(options.learning_rate == 5e-3);
  CHECK(options.beta1 == 0.8);
  CHECK(options.beta2 == 0.95);
  CHECK(options.eps == 1e-6);
  CHECK(options.weight_decay == 0.1);
  CHECK(options.gradient_clip == 0);
  CHECK(options.warmup_steps == 20);
  CHECK(options.total_steps == 400);
  CHECK(options.schedule == Schedule::cosine);
  CHECK(options.final_fraction == 0.2);
  const TrainerOptions defaults = TrainerOptions::from_json({{"learning_rate", 1}});
  CHECK(defaults.beta1 == 0.9);
  CHECK(defaults.beta2 == 0.99);
  CHECK(defaults.eps == 1e-8);
  CHECK(defaults.weight_decay == 0);
  CHECK(defaults.gradient_clip == 1);
  CHECK(defaults.warmup_steps == 0);
  CHECK(defaults.schedule == Schedule::constant);
  CHECK(defaults.final_fraction == 0.1);

  const auto refusal = [](const Json& changes) {
    Json json{{"learning_rate", 1e-3}};
    json.update(changes);
    return error_of([&] { TrainerOptions::from_json(json); });
  };
  CHECK(refusal({{"learning_rate", nullptr}}) == "missing learning_rate");
  CHECK(refusal({{"learning_rate", -1}}) == "out_of_range learning_rate");
  CHECK(refusal({{"learning_rate", not_a_number}}) == "not_finite learning_rate");
  CHECK(refusal({{"learning_rate", "fast"}}) == "wrong_type learning_rate");
  CHECK(refusal({{"betas", {0.9, 1}}}) == "out_of_range betas[1]");
  CHECK(refusal({{"betas", {0.9}}}) == "wrong_length betas");
  CHECK(refusal({{"eps", 0}}) == "out_of_range eps");
  CHECK(refusal({{"weight_decay", -0.1}}) == "out_of_range weight_decay");
  CHECK(refusal({{"gradient_clip", -1}}) == "out_of_range gradient_clip");
  CHECK(refusal({{"warmup_steps", 1.5}}) == "not_whole warmup_steps");
  CHECK(refusal({{"total_steps", 0}}) == "out_of_range total_steps");
  CHECK(refusal({{"schedule", "linear"}}) == "unknown_choice schedule");
  CHECK(refusal({{"schedule", "cosine"}}) == "missing total_steps");
  CHECK(refusal({{"schedule", "cosine"}, {"total_steps", 5}, {"warmup_steps", 6}}) == "out_of_range total_steps");
  CHECK(refusal({{"final_fraction", 1.5}}) == "out_of_range final_fraction");
  CHECK(refusal({{"momentum", 0.9}}) == "unknown_option momentum");
  Transformer<float> model(small_config({{"kind", "none"}}));
  CHECK(error_of([&] { Trainer<float>(model, {.learning_rate = -1}); }) == "out_of_range learning_rate");
  CHECK(error_of([&] { Trainer<float>(model, {.beta2 = 1}); }) == "out_of_range betas[1]");
  CHECK(schedule_named("cosine") == Schedule::cosine);
}

TEMPLATE_LIST_TEST_CASE("training learns, and two runs give the same bits", "[model][trainer]", Encodings) {
  const auto train = [](std::vector<double>& losses) {
    Transformer<float> model(small_config({{"kind", TestType::kind}}), Initialization::fan_in, 4);
    Trainer<float> trainer(model, {.learning_rate = 1e-2, .weight_decay = 0.01, .warmup_steps = 5});
    for (std::uint64_t i = 0; i < 30; ++i) losses.push_back(trainer.step(next_token_batch(4, 12, i % 2)).loss);
    return all_values(model);
  };
  std::vector<double> losses, again;
  CHECK(train(losses) == train(again));
  CHECK(losses == again);
  CHECK(losses[0] > 2.5);             // ln 23 = 3.1
  CHECK(losses[29] < losses[0] - 1);  // two batches, known by heart soon
}

TEST_CASE("a restored trainer goes on with the same bits", "[model][trainer]") {
  for (const char* kind : {"learned", "t5_bias", "rope"}) {
    INFO(kind);
    const Config config = small_config({{"kind", kind}});
    const TrainerOptions options{
        .learning_rate = 1e-2, .weight_decay = 0.1, .warmup_steps = 3, .total_steps = 20, .schedule = Schedule::cosine};
    Transformer<float> model(config, Initialization::fan_in, 1), other(config, Initialization::fan_in, 2);
    Trainer<float> trainer(model, options), resumed(other, options);
    for (std::uint64_t i = 0; i < 7; ++i) trainer.step(next_token_batch(3, 10, i));
    resumed.step(next_token_batch(3, 10, 99));
    const auto state = trainer.state();
    CHECK(state.step == 7);
    CHECK(trainer.steps() == 7);
    resumed.restore(state);
    for (std::size_t i = 0; i < model.parameters().size(); ++i) {
      std::ranges::copy(model.parameters()[i].values(), other.parameters()[i].values().begin());
      other.parameters().touch(i);
    }
    // The order of the parameters does not matter; forgetting the moments or the step count does.
    Transformer<float> twin(config, Initialization::fan_in, 3);
    for (std::size_t i = 0; i < model.parameters().size(); ++i)
      std::ranges::copy(model.parameters()[i].values(), twin.parameters()[i].values().begin());
    Trainer<float> forgetful(twin, options);
    auto half = state;
    std::ranges::reverse(half.parameters);
    half.step = 0;
    forgetful.restore(half);
    for (std::uint64_t i = 7; i < 15; ++i) {
      const StepResult expected = trainer.step(next_token_batch(3, 10, i));
      const StepResult got = resumed.step(next_token_batch(3, 10, i));
      forgetful.step(next_token_batch(3, 10, i));
      CHECK(got.loss == expected.loss);
      CHECK(got.gradient_norm == expected.gradient_norm);
      CHECK(got.learning_rate == expected.learning_rate);
      CHECK(got.step == expected.step);
    }
    CHECK(all_values(other) == all_values(model));
    CHECK(max_difference(all_values(twin), all_values(model)) > 1e-3);
  }
}

TEST_CASE("restore: every wrong state is a named error and changes nothing", "[model][trainer]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 1);
  Trainer<float> trainer(model, {.learning_rate = 1e-3});
  for (std::uint64_t i = 0; i < 3; ++i) trainer.step(next_token_batch(2, 8, i));
  const auto before = trainer.state();
  const auto refusal = [&](auto change) {
    auto state = before;
    state.step = 50;
    for (auto& moments : state.parameters) moments.first.assign(moments.first.size(), 1.0f);
    change(state);
    return error_key([&] { trainer.restore(state); });
  };
  using State = TrainerState<float>;
  CHECK(refusal([](State& s) { s.parameters.pop_back(); }) == "missing");
  CHECK(refusal([](State& s) { s.parameters[1].name = "h.9.ln_1.weight"; }) == "unknown_parameter");
  CHECK(refusal([](State& s) { s.parameters[1].first.pop_back(); }) == "wrong_length");
  CHECK(refusal([](State& s) { s.parameters[1].second.pop_back(); }) == "wrong_length");
  CHECK(refusal([](State& s) { s.parameters[2].first[0] = float(not_a_number); }) == "not_finite");
  CHECK(refusal([](State& s) { s.parameters[2].second[0] = float(infinity); }) == "not_finite");
  CHECK(refusal([](State& s) { s.parameters[2].second[0] = -1; }) == "out_of_range");
  const auto after = trainer.state();
  CHECK(after.step == 3);
  for (std::size_t i = 0; i < after.parameters.size(); ++i) {
    CHECK(after.parameters[i].first == before.parameters[i].first);
    CHECK(after.parameters[i].second == before.parameters[i].second);
  }
}

TEST_CASE("training that diverges is an error, and the weights stay", "[model][trainer]") {
  Transformer<float> model(small_config({{"kind", "rope"}}), Initialization::fan_in, 1);
  Trainer<float> trainer(model, {.learning_rate = 1e6, .gradient_clip = 0});
  std::string key;
  std::vector<float> before;
  for (std::uint64_t i = 0; i < 60 && key.empty(); ++i) {
    before = all_values(model);
    key = error_key([&] { trainer.step(next_token_batch(2, 8, i)); });
    // The loss can stay finite at any rate (the final norm sees to it): what ends it here is a weight of the reader's.
    if (i == 20) model.parameters().write("ln_f.weight", std::span<const float>(std::vector<float>(16, 3e38f)));
  }
  CHECK(key == "diverged");
  const std::size_t steps = trainer.steps();
  CHECK(all_values(model) == before);
  model.parameters().write("ln_f.weight", std::span<const float>(std::vector<float>(16, 1.0f)));
  CHECK(error_key([&] { trainer.step(next_token_batch(2, 8, 1)); }).empty());
  CHECK(trainer.steps() == steps + 1);
}

TEST_CASE("a model in half precision becomes float32 when it is trained", "[model][trainer]") {
  const Config config = small_config({{"kind", "none"}});
  Transformer<float> model(config);
  std::vector<std::size_t> sizes;
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    std::vector<BFloat16> values(model.parameters()[i].size(), BFloat16{0x3e80});  // 0.25
    model.parameters().assign(i, Storage::bfloat16, std::as_bytes(std::span(values)), {});
  }
  Trainer<float> trainer(model, {.learning_rate = 1e-3});
  for (const auto& parameter : model.parameters()) {
    CHECK(parameter.storage == Storage::float32);
    CHECK(std::ranges::all_of(parameter.values(), [](float value) { return value == 0.25f; }));
  }
  CHECK(error_key([&] { trainer.step(next_token_batch(2, 8, 1)); }).empty());
}

TEST_CASE("another encoding in the middle of training: its table's moments begin at 0, the others stay",
          "[model][trainer]") {
  Transformer<float> model(small_config({{"kind", "learned"}}), Initialization::fan_in, 1);
  Trainer<float> trainer(model, {.learning_rate = 1e-3});
  for (std::uint64_t i = 0; i < 3; ++i) trainer.step(next_token_batch(2, 8, i));
  const auto before = trainer.state();
  const auto table = model.parameters().read("wpe.weight");
  model.set_position({{"kind", "rope"}});
  const StepResult result = trainer.step(next_token_batch(2, 60, 4));  // longer than the table
  CHECK(result.step == 4);
  CHECK(trainer.state().parameters.size() == before.parameters.size() - 1);
  CHECK(error_key([&] { trainer.restore(before); }) == "unknown_parameter");
  model.set_position({{"kind", "learned"}});
  CHECK(model.parameters().read("wpe.weight") == table);
  CHECK(error_key([&] { trainer.step(next_token_batch(2, 60, 4)); }) == "out_of_range");
  const auto back = trainer.state();
  REQUIRE(back.parameters.size() == before.parameters.size());
  CHECK(back.parameters.back().name == "wpe.weight");
  CHECK(std::ranges::all_of(back.parameters.back().first, [](float value) { return value == 0; }));
  CHECK(std::ranges::any_of(back.parameters.front().first, [](float value) { return value != 0; }));
  trainer.restore(before);
  CHECK(trainer.step(next_token_batch(2, 8, 4)).step == 4);
}
