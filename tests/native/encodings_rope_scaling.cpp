#include "encodings/rope_scaling.hpp"

#include "encodings/rope.hpp"
#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

RopeFrequencies scaled(const Json& json, std::size_t rotary_dim, double theta = 10000, double length = 0,
                       std::optional<double> context = std::nullopt) {
  return rope_frequencies(rotary_dim, theta, RopeScaling::from_json(json, rotary_dim, context), length);
}

Vector frequencies_of(const RopeScaling& scaling, std::size_t rotary_dim, double theta, double length) {
  return rope_frequencies(rotary_dim, theta, scaling, length).inverse_frequencies;
}

std::string scaling_error(const Json& json, std::size_t rotary_dim = 8) { return error_of([&] { scaled(json, rotary_dim); }); }

const Json llama_31_8b{{"rope_type", "llama3"}, {"factor", 8}, {"low_freq_factor", 1}, {"high_freq_factor", 4},
                       {"original_max_position_embeddings", 8192}};

}  // namespace

TEST_CASE("rope scaling: every type agrees with golden/rope_scaling.json") {
  const Json file = golden("rope_scaling.json");
  REQUIRE(file["cases"].size() == 15);
  for (const Json& c : file["cases"]) {
    Json json = c["params"];  // extra keys (correction_range, seq_len ...) stay in it on purpose
    json["rope_type"] = c["type"];
    if (json.contains("alpha")) json["factor"] = json["alpha"];
    if (c["type"] == "longrope") {
      json["short_factor"] = file["phi3_factors"]["short_factor"];
      json["long_factor"] = file["phi3_factors"]["long_factor"];
    }
    const double length = json.contains("seq_len") && json["seq_len"].is_number() ? json["seq_len"].get<double>() : 0;
    const auto rotary_dim = c["rotary_dim"].get<std::size_t>();
    const RopeFrequencies found = scaled(json, rotary_dim, c["base"], length);
    const auto expected = c["inv_freq"].get<Vector>();
    INFO(c["name"]);
    REQUIRE(found.inverse_frequencies.size() == expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
      CHECK(std::fabs(found.inverse_frequencies[i] / expected[i] - 1) < 1e-14);
    CHECK(std::fabs(found.attention_factor - c["attention_factor"].get<double>()) < 1e-14);
    // Bad twin: unscaled, wherever the case scales anything.
    const auto unscaled = scaled(nullptr, rotary_dim, c["base"]);
    const bool changes_nothing = c["name"] == "default-64" || c["name"] == "yarn-factor1" || c["name"] == "dynamic-f2-seq2048";
    CHECK((max_difference(unscaled.inverse_frequencies, expected) < 1e-14) == changes_nothing);
  }
}

TEST_CASE("pitfall 11: YaRN's explicit factor counts beside original_max_position_embeddings") {
  const Json json{{"rope_type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 32768}};
  // A model context of 32768 would make max / original = 1: the factor must not come from there.
  const auto found = scaled(json, 128, 10000, 0, 32768.0), unscaled = scaled(nullptr, 128);
  REQUIRE(std::fabs(found.inverse_frequencies.back() / unscaled.inverse_frequencies.back() - 0.25) < 1e-15);
  REQUIRE(std::fabs(found.attention_factor - 1.13863) < 5e-6);
  // Only where the file gives none does it follow from the two contexts.
  Json without = json;
  without.erase("factor");
  REQUIRE(scaled(without, 128, 10000, 0, 131072.0).inverse_frequencies == found.inverse_frequencies);
  REQUIRE(scaled(without, 128, 10000, 0, 32768.0).attention_factor == 1);
  REQUIRE(error_of([&] { scaled(without, 128); }) == "missing rope_scaling.factor");
}

TEST_CASE("pitfall 12: YaRN's mscale over mscale_all_dim where both are set") {
  Json json{{"rope_type", "yarn"}, {"factor", 40}, {"original_max_position_embeddings", 4096}, {"mscale", .707},
            {"mscale_all_dim", .707}};
  REQUIRE(scaled(json, 64).attention_factor == 1);
  json["mscale"] = 1;
  const double expected = (0.1 * std::log(40.0) + 1) / (0.1 * .707 * std::log(40.0) + 1);
  REQUIRE(std::fabs(scaled(json, 64).attention_factor - expected) < 1e-15);
  json.erase("mscale_all_dim");
  REQUIRE(std::fabs(scaled(json, 64).attention_factor - (0.1 * std::log(40.0) + 1)) < 1e-15);
  json["attention_factor"] = 1.5;  // explicit: counts before all others
  REQUIRE(scaled(json, 64).attention_factor == 1.5);
}

TEST_CASE("pitfall 14: the attention factor multiplies queries and keys, so that scores get its square") {
  const Json json{{"rope_type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 64}};
  RopeFrequencies frequencies = scaled(json, 8);
  const double factor = frequencies.attention_factor;
  REQUIRE(factor > 1.1);
  const auto score = [&] {
    Vector q{1, .5, -.3, .8, 2, 0, -1, .25}, k{.3, .1, -.2, 1, -1, .5, .5, 2};
    rotate(Rows<double>(q.data(), 1, 8), Vector{5}, frequencies, RopeLayout::half);
    rotate(Rows<double>(k.data(), 1, 8), Vector{2}, frequencies, RopeLayout::half);
    double sum = 0;
    for (std::size_t i = 0; i < 8; ++i) sum += q[i] * k[i];
    return sum;
  };
  const double with_factor = score();
  frequencies.attention_factor = 1;
  REQUIRE(std::fabs(with_factor / score() - factor * factor) < 1e-14);
  REQUIRE(std::fabs(with_factor / score() - factor) > 0.1);
}

TEST_CASE("pitfall 15: Llama-3.1 8B's object is read, with type or rope_type, integers and extra keys") {
  const auto found = scaled(llama_31_8b, 128, 500000).inverse_frequencies;
  const auto unscaled = scaled(nullptr, 128, 500000).inverse_frequencies;
  const Vector middle{.8282, .6437, .4935, .3711, .2714, .1902};
  for (std::size_t i = 0; i < 64; ++i) {
    INFO("pair " << i);
    const double expected = i <= 28 ? 1 : i >= 35 ? .125 : middle[i - 29];
    CHECK(std::fabs(found[i] / unscaled[i] - expected) < 5e-5);
  }
  Json floats = llama_31_8b;
  floats["factor"] = 8.0;
  floats["type"] = "llama3";
  floats.erase("rope_type");
  floats["finetuned"] = true;
  REQUIRE(scaled(floats, 128, 500000).inverse_frequencies == found);
  floats["rope_type"] = "default";  // the newer key counts where both are there
  REQUIRE(scaled(floats, 128, 500000).inverse_frequencies == unscaled);
}

TEST_CASE("rope scaling: dynamic grows with the sequence past its limit only") {
  const Json json{{"rope_type", "dynamic"}, {"factor", 2}, {"original_max_position_embeddings", 64}};
  const RopeScaling scaling = RopeScaling::from_json(json, 8);
  const auto unscaled = scaled(nullptr, 8).inverse_frequencies;
  REQUIRE(frequencies_of(scaling, 8, 10000, 0) == unscaled);
  REQUIRE(frequencies_of(scaling, 8, 10000, 64) == unscaled);
  // Length 128: the base is stretched by 2 * 2 - 1 = 3, so that the last pair turns 3 times slower and the first as before.
  const auto longer = frequencies_of(scaling, 8, 10000, 128);
  REQUIRE(longer[0] == 1);
  REQUIRE(std::fabs(unscaled[3] / longer[3] - 3) < 1e-12);
  REQUIRE_FALSE(scaling.depends_on_length(1, 64));
  REQUIRE(scaling.depends_on_length(64, 65));
  REQUIRE(scaling.depends_on_length(65, 66));
  REQUIRE(scaling.depends_on_length(66, 64));
  // A file that names no original context means the model's own.
  Json without = json;
  without.erase("original_max_position_embeddings");
  REQUIRE(scaled(without, 8, 10000, 128, 64.0).inverse_frequencies == longer);
  REQUIRE(scaling_error(without) == "missing rope_scaling.original_max_position_embeddings");
}

TEST_CASE("rope scaling: longrope switches its divisors past the original context") {
  const Json json{{"rope_type", "longrope"}, {"factor", 32}, {"original_max_position_embeddings", 64},
                  {"short_factor", {1, 1.5}}, {"long_factor", {2, 8}}};
  const RopeScaling scaling = RopeScaling::from_json(json, 4);
  REQUIRE(frequencies_of(scaling, 4, 100, 0) == Vector{1, .1 / 1.5});
  REQUIRE(frequencies_of(scaling, 4, 100, 64) == Vector{1, .1 / 1.5});
  REQUIRE(frequencies_of(scaling, 4, 100, 65) == Vector{.5, .1 / 8});
  REQUIRE(std::fabs(scaling.attention_factor - std::sqrt(1 + std::log(32.0) / std::log(64.0))) < 1e-15);
  REQUIRE(scaling.depends_on_length(64, 65));
  REQUIRE(scaling.depends_on_length(65, 64));
  REQUIRE_FALSE(scaling.depends_on_length(65, 1000));
  REQUIRE_FALSE(scaling.depends_on_length(1, 64));
  Json explicit_factor = json;
  explicit_factor.erase("factor");
  explicit_factor["attention_factor"] = 1.25;
  REQUIRE(RopeScaling::from_json(explicit_factor, 4).attention_factor == 1.25);
}

TEST_CASE("rope scaling: ntk and dynamic work for a single pair, which nothing can stretch") {
  REQUIRE(scaled({{"rope_type", "ntk"}, {"factor", 4}}, 2).inverse_frequencies == Vector{1});
  REQUIRE(scaled({{"rope_type", "dynamic"}, {"factor", 4}, {"original_max_position_embeddings", 8}}, 2, 10000, 100)
              .inverse_frequencies == Vector{1});
}

TEST_CASE("rope scaling: YaRN without rounding of the ramp, and with other turns") {
  const Json rounded{{"rope_type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 4096}};
  Json exact = rounded, wider = rounded;
  exact["truncate"] = false;
  wider["beta_fast"] = 64;
  const auto unscaled = scaled(nullptr, 64).inverse_frequencies;
  const auto pair_that_turns = [](double turns) { return 64 * std::log(4096 / (turns * 2 * M_PI)) / (2 * std::log(10000.0)); };
  const double low = pair_that_turns(32), high = pair_that_turns(1);
  const auto found = scaled(exact, 64).inverse_frequencies;
  for (std::size_t i = 0; i < 32; ++i) {
    const double ramp = std::min(1.0, std::max(0.0, (double(i) - low) / (high - low)));
    CHECK(std::fabs(found[i] / unscaled[i] - (ramp / 4 + 1 - ramp)) < 1e-14);
  }
  REQUIRE(max_difference(found, scaled(rounded, 64).inverse_frequencies) > 1e-4);
  REQUIRE(max_difference(scaled(wider, 64).inverse_frequencies, scaled(rounded, 64).inverse_frequencies) > 1e-4);
}

TEST_CASE("rope scaling: faulty fields are named") {
  REQUIRE(scaling_error("yarn") == "wrong_type rope_scaling");
  REQUIRE(scaling_error(Json::object()) == "missing rope_scaling.type");
  REQUIRE(scaling_error({{"rope_type", "stretch"}}) == "unknown_choice rope_scaling.rope_type");
  REQUIRE(scaling_error({{"type", 3}}) == "wrong_type rope_scaling.type");
  REQUIRE(scaling_error({{"type", "linear"}}) == "missing rope_scaling.factor");
  REQUIRE(scaling_error({{"type", "linear"}, {"factor", 0.5}}) == "out_of_range rope_scaling.factor");
  REQUIRE(scaling_error({{"type", "linear"}, {"factor", "4"}}) == "wrong_type rope_scaling.factor");
  REQUIRE(scaling_error({{"type", "linear"}, {"factor", not_a_number}}) == "not_finite rope_scaling.factor");
  REQUIRE(scaling_error({{"type", "yarn"}, {"factor", 4}}) == "missing rope_scaling.original_max_position_embeddings");
  REQUIRE(scaling_error({{"type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 64.5}}) ==
          "not_whole rope_scaling.original_max_position_embeddings");
  Json json = llama_31_8b;
  json["high_freq_factor"] = 1;
  REQUIRE(scaling_error(json) == "not_larger rope_scaling.high_freq_factor");
  json.erase("low_freq_factor");
  REQUIRE(scaling_error(json) == "missing rope_scaling.low_freq_factor");
  json = {{"type", "longrope"}, {"factor", 2}, {"original_max_position_embeddings", 64}, {"short_factor", {1, 1}},
          {"long_factor", {1, 1, 1, 1}}};
  REQUIRE(scaling_error(json) == "wrong_length rope_scaling.short_factor");
  json["short_factor"] = {1, 1, 0, 1};
  REQUIRE(scaling_error(json) == "out_of_range rope_scaling.short_factor[2]");
  json["short_factor"] = {1, 1, "1", 1};
  REQUIRE(scaling_error(json) == "wrong_type rope_scaling.short_factor[2]");
  REQUIRE(error_of([] { scaled({{"type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 64}}, 8, 1); }) ==
          "out_of_range rope_theta");
}
