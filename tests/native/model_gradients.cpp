// The gradient of the whole model against finite differences in double precision, against a plain second
// implementation, and against Hugging Face's numbers.
#include "model/backward.hpp"
#include "model_reference.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

/// Small enough that every single number of every parameter can be moved.
Config tiny_gradient_config(const Json& position, const Json& changes = {}) {
  Json json{{"n_embd", 8}, {"n_inner", 12}, {"vocab_size", 11}, {"n_positions", 9}};
  if (!changes.is_null()) json.update(changes);
  return small_config(position, json);
}

/// The loss by the model's forward pass alone, sequence by sequence.
double forward_loss(Transformer<double>& model, const Batch& batch) {
  double total = 0;
  std::size_t count = 0;
  const auto part = [&](const std::vector<std::int32_t>& all, std::size_t b) {
    const auto first = all.begin() + std::ptrdiff_t(b * batch.length);
    return std::vector<std::int32_t>(first, first + std::ptrdiff_t(batch.length));
  };
  for (std::size_t b = 0; b < batch.size; ++b) {
    const auto targets = part(batch.targets, b);
    const auto taken = std::size_t(std::ranges::count_if(targets, [](std::int32_t target) { return target >= 0; }));
    if (taken == 0) continue;
    total += *run(model, part(batch.tokens, b), {.targets = targets}).loss * double(taken);
    count += taken;
  }
  return total / double(count);
}

/// The slopes of the loss at every number of every parameter, by five points (their error falls with the fourth power
/// of the step).
std::vector<Vector> slopes(Transformer<double>& model, const Batch& batch) {
  std::vector<Vector> result;
  for (std::size_t index = 0; index < model.parameters().size(); ++index) {
    Vector& slope = result.emplace_back();
    for (double& value : model.parameters()[index].values()) {
      const double middle = value, step = 4e-4;
      const auto at = [&](double steps) {
        value = middle + steps * step;
        model.parameters().touch(index);
        return forward_loss(model, batch);
      };
      slope.push_back((8 * (at(1) - at(-1)) - (at(2) - at(-2))) / (12 * step));
      value = middle;
    }
    model.parameters().touch(index);
  }
  return result;
}

/// The largest difference over all parameters; `gradient(index)` claims a gradient.
template <class Gradient>
double gradient_difference(const Transformer<double>& model, const std::vector<Vector>& expected, Gradient gradient) {
  double largest = 0;
  for (std::size_t index = 0; index < model.parameters().size(); ++index)
    largest = std::max(largest, max_difference(gradient(index), expected[index]));
  return largest;
}

/// What five points at this step are good for; the gradients themselves are of size 0.01 to 1.
constexpr double slope_tolerance = 5e-9;
/// A fault that moves no gradient by this much would go unseen.
constexpr double clear_fault = 1e-4;

struct Setting {
  Json position;
  Json changes;
};

std::vector<Setting> settings() {
  const Json yarn{{"rope_type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 16}};
  std::vector<Setting> result;
  for (const bool tied : {true, false})
    for (const bool causal : {true, false}) {
      const Json changes{{"tie_word_embeddings", tied}, {"causal", causal}};
      for (const char* kind : {"none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"})
        result.push_back({{{"kind", kind}}, changes});
    }
  result.push_back({{{"kind", "rope"}, {"layout", "interleaved"}}, {}});
  result.push_back({{{"kind", "rope"}, {"partial_rotary_factor", 0.5}}, {}});
  result.push_back({{{"kind", "rope"}, {"rope_scaling", yarn}}, {{"activation_function", "gelu"}}});
  result.push_back({{{"kind", "t5_bias"}, {"num_buckets", 4}, {"max_distance", 5}}, {{"activation_function", "gelu"}}});
  result.push_back({{{"kind", "learned"}}, {{"n_head", 1}, {"n_layer", 1}, {"n_inner", 5}}});
  return result;
}

std::vector<Fault> faults(const Config& config) {
  std::vector<Fault> result{Fault::sign,     Fault::softmax_sum, Fault::norm_mean, Fault::norm_variance,
                            Fault::residual, Fault::scale,       Fault::transpose, Fault::every_row};
  result.push_back(Fault::head_part);
  result.push_back(Fault::embedding_part);
  const std::string kind = config.position["kind"];
  if (kind == "rope") result.push_back(Fault::rotation_direction);
  if (kind == "t5_bias" && config.n_layer > 1) result.push_back(Fault::one_layer);
  if (kind == "learned") result.push_back(Fault::one_sequence);
  if (config.n_head > 1) result.push_back(Fault::heads_swapped);
  return result;
}

}  // namespace

TEST_CASE("every gradient equals the slope of the loss and the plain implementation's; bad twins do not",
          "[model][gradients]") {
  for (const auto& [position, changes] : settings()) {
    INFO(position.dump() << " " << changes.dump());
    Transformer<double> model(tiny_gradient_config(position, changes));
    roughen(model, 7);
    const Batch batch = random_batch(3, 7, 11, 5);
    Gradients<double> gradients;
    const double loss = Backward<double>(model).run(batch, gradients);
    CHECK(std::fabs(loss - forward_loss(model, batch)) < 1e-12);

    const auto expected = slopes(model, batch);
    CHECK(gradient_difference(model, expected, [&](std::size_t index) { return gradients[index]; }) < slope_tolerance);

    const ReferenceModel reference(model, batch);
    CHECK(std::fabs(loss - reference.loss()) < 1e-12);
    for (std::size_t index = 0; index < model.parameters().size(); ++index) {
      INFO(model.parameters()[index].name);
      CHECK(max_difference(gradients[index], reference.gradient(model.parameters()[index].name)) < 1e-12);
    }

    for (const Fault fault : faults(model.config())) {
      INFO("fault " << int(fault));
      const ReferenceModel twin(model, batch, fault);
      CHECK(gradient_difference(model, expected, [&](std::size_t index) {
              return twin.gradient(model.parameters()[index].name);
            }) > clear_fault);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("every registered encoding: gradients equal the slopes of the loss", "[model][gradients]",
                        Encodings) {
  Transformer<double> model(tiny_gradient_config({{"kind", TestType::kind}}));
  roughen(model, 11);
  const Batch batch = random_batch(2, 9, 11, 3);
  Gradients<double> gradients;
  Backward<double>(model).run(batch, gradients);
  const auto expected = slopes(model, batch);
  const auto claimed = [&](std::size_t index) { return gradients[index]; };
  CHECK(gradient_difference(model, expected, claimed) < slope_tolerance);
  gradients[0][3] = -gradients[0][3];
  CHECK(gradient_difference(model, expected, claimed) > clear_fault);
}

namespace {

/// Sequences longer than a block of attention's rows, widths that fill no tile, more logits than are held at once.
struct Larger {
  explicit Larger(const Json& position, bool causal)
      : config(small_config(position, {{"n_embd", 36},
                                       {"n_head", 3},
                                       {"n_inner", 53},
                                       {"n_positions", 80},
                                       {"vocab_size", 29},
                                       {"causal", causal}})),
        batch(random_batch(3, 71, 29, 8)) {}
  Config config;
  Batch batch;
};

}  // namespace

TEST_CASE("longer sequences and odd sizes: the plain implementation's gradients, in float to its rounding",
          "[model][gradients]") {
  for (const bool causal : {true, false})
    for (const char* kind : {"none", "learned", "sinusoidal", "rope", "alibi", "t5_bias"}) {
      INFO(kind << ", causal " << causal);
      const Larger larger({{"kind", kind}}, causal);
      Transformer<double> wide(larger.config);
      Transformer<float> narrow(larger.config);
      for (std::size_t i = 0; i < wide.parameters().size(); ++i) {
        Random random(i + 1);
        const double offset = wide.parameters()[i].role == Role::norm_weight ? 1 : 0;
        for (std::size_t j = 0; j < wide.parameters()[i].size(); ++j)
          wide.parameters()[i].values()[j] = narrow.parameters()[i].values()[j] =
              float(offset + 0.15 * random.normal());
      }
      const ReferenceModel reference(wide, larger.batch);
      Gradients<double> exact;
      Gradients<float> rounded;
      CHECK(std::fabs(Backward<double>(wide).run(larger.batch, exact) - reference.loss()) < 1e-12);
      CHECK(std::fabs(Backward<float>(narrow).run(larger.batch, rounded) - reference.loss()) < 2e-6);
      double largest = 0;
      for (std::size_t i = 0; i < wide.parameters().size(); ++i) {
        INFO(wide.parameters()[i].name);
        const Vector& expected = reference.gradient(wide.parameters()[i].name);
        CHECK(max_difference(exact[i], expected) < 1e-13);
        largest = std::max(largest, max_difference(rounded[i], expected));
      }
      CHECK(largest < 2e-6);
      CHECK(largest > 0);
    }
}

TEST_CASE("a vocabulary whose logits are computed in pieces gives the same gradients", "[model][gradients]") {
  // 2^20 / 40,000 rows are fewer than 32: three pieces for 80 rows.
  const Config config = small_config({{"kind", "none"}}, {{"n_layer", 1}, {"n_embd", 4}, {"vocab_size", 40000}});
  Transformer<double> model(config);
  roughen(model, 3);
  const Batch batch = random_batch(2, 40, 40000, 4);
  Gradients<double> gradients;
  Backward<double> backward(model);
  const double loss = backward.run(batch, gradients);
  const ReferenceModel reference(model, batch);
  CHECK(std::fabs(loss - reference.loss()) < 1e-12);
  for (std::size_t i = 0; i < model.parameters().size(); ++i)
    CHECK(max_difference(gradients[i], reference.gradient(model.parameters()[i].name)) < 1e-13);
}

TEMPLATE_TEST_CASE("gpt2-tiny: gradients are Hugging Face's", "[model][golden][gradients]", float, double) {
  static const auto expected = golden_tensors("gpt2-tiny/golden.gradients.safetensors");
  const Json training = golden("gpt2-tiny/golden.training.json");
  auto weights = tiny_weights();
  weights["relative_attention_bias.weight"] = expected.at("t5.relative_attention_bias.weight.value");
  const auto [name, position] =
      GENERATE(table<std::string, Json>({{"learned", {{"kind", "learned"}}},
                                         {"rope-half", {{"kind", "rope"}}},
                                         {"t5", {{"kind", "t5_bias"}, {"num_buckets", 32}, {"max_distance", 128}}}}));
  INFO(name);
  Transformer<TestType> model(Config::from_json(tiny_config(position)));
  fill(model, weights);
  Gradients<TestType> gradients;
  const double loss = Backward<TestType>(model).run(golden_batch(), gradients);
  const bool narrow = sizeof(TestType) == sizeof(float);
  const double expected_loss = training[name]["loss"], expected_norm = training[name]["gradient_norm"];
  // The files hold float32: what double precision must meet is their rounding.
  CHECK(std::fabs(loss - expected_loss) < (narrow ? 1e-5 : 1e-7));
  CHECK(std::fabs(gradients.norm() - expected_norm) < (narrow ? 5e-5 : 1e-6));
  for (std::size_t i = 0; i < model.parameters().size(); ++i) {
    const std::string parameter = model.parameters()[i].name;
    INFO(parameter);
    const Tensor& tensor = expected.at(name + "." + parameter);
    double largest = 0;
    for (const double value : tensor.values) largest = std::max(largest, std::fabs(value));
    CHECK(tensor.shape == model.parameters()[i].shape);
    CHECK(max_difference(gradients[i], tensor.values) < (narrow ? 3e-5 : 1e-7) * std::max(largest, 0.1));
    // Bad twin: the gradient of the other encoding.
    const std::string other = name == "learned" ? "rope-half." : "learned.";
    if (expected.contains(other + parameter) && largest > 1e-3)
      CHECK(max_difference(gradients[i], expected.at(other + parameter).values) > 1e-3 * largest);
  }
}

TEST_CASE("gradients: every wrong batch is a named error and leaves everything usable", "[model][gradients]") {
  Transformer<double> model(tiny_gradient_config({{"kind", "learned"}}));
  roughen(model, 1);
  Backward<double> backward(model);
  Gradients<double> gradients, before;
  const Batch good = random_batch(2, 5, 11, 1);
  const double loss = backward.run(good, before);
  const auto refusal = [&](auto change) {
    Batch batch = good;
    change(batch);
    return error_of([&] { backward.run(batch, gradients); });
  };
  CHECK(refusal([](Batch& b) { b.size = 3; }) == "wrong_length tokens");
  CHECK(refusal([](Batch& b) { b.targets.pop_back(); }) == "wrong_length targets");
  CHECK(refusal([](Batch& b) { b = {}; }) == "empty tokens");
  CHECK(refusal([](Batch& b) { b.tokens[7] = 11; }) == "out_of_range tokens[7]");
  CHECK(refusal([](Batch& b) { b.tokens[2] = -1; }) == "out_of_range tokens[2]");
  CHECK(refusal([](Batch& b) { b.targets[9] = 11; }) == "out_of_range targets[9]");
  CHECK(refusal([](Batch& b) { b.targets[0] = -2; }) == "out_of_range targets[0]");
  CHECK(refusal([](Batch& b) { std::ranges::fill(b.targets, -1); }) == "no_targets targets");
  CHECK(refusal([](Batch& b) { b = random_batch(1, 10, 11, 1); }).starts_with("out_of_range"));  // the table's 9 rows
  CHECK(refusal([](Batch& b) { b.size = b.length = std::size_t(1) << 20; }) == "out_of_memory");
  CHECK(backward.run(good, gradients) == loss);
  for (std::size_t i = 0; i < gradients.size(); ++i) CHECK(std::ranges::equal(gradients[i], before[i]));
}

TEST_CASE("gradients: the same bits whatever was computed in between", "[model][gradients]") {
  for (const char* kind : {"learned", "rope", "t5_bias"}) {
    Transformer<float> model(small_config({{"kind", kind}}), Initialization::fan_in, 1);
    const Batch batch = random_batch(4, 40, 23, 1);
    Backward<float> backward(model);
    Gradients<float> first, again;
    const double loss = backward.run(batch, first);
    backward.run(random_batch(1, 3, 23, 2), again);
    backward.run(random_batch(7, 48, 23, 3), again);
    run(model, random_tokens(48, 23, 4), {.causal = false, .capture = everything()});
    CHECK(backward.run(batch, again) == loss);
    Backward<float> other(model);
    Gradients<float> third;
    other.run(batch, third);
    for (std::size_t i = 0; i < first.size(); ++i) {
      CHECK(std::ranges::equal(first[i], again[i]));
      CHECK(std::ranges::equal(first[i], third[i]));
    }
  }
}

TEST_CASE("gradients of weights in half precision are those of their values", "[model][gradients]") {
  const Config config = small_config({{"kind", "learned"}});
  Transformer<float> halves(config), wide(config);
  roughen(wide, 5);
  for (std::size_t i = 0; i < wide.parameters().size(); ++i) {
    auto& parameter = wide.parameters()[i];
    std::vector<BFloat16> rounded;
    for (float& value : parameter.values()) {
      rounded.push_back({std::uint16_t(std::bit_cast<std::uint32_t>(value) >> 16)});
      value = to_float(rounded.back());
    }
    wide.parameters().touch(i);
    halves.parameters().assign(i, Storage::bfloat16, std::as_bytes(std::span(rounded)), {});
  }
  const Batch batch = random_batch(2, 20, 23, 6);
  Gradients<float> expected, got;
  const double loss = Backward<float>(wide).run(batch, expected);
  CHECK(Backward<float>(halves).run(batch, got) == loss);
  for (std::size_t i = 0; i < got.size(); ++i) CHECK(std::ranges::equal(got[i], expected[i]));
  CHECK(halves.parameters()[0].storage == Storage::bfloat16);
}
