// The session as its caller sees it: plain trees in, plain trees or errors out, handles that come and go.
#include <cmath>
#include <cstring>
#include <map>

#include "bindings_support.hpp"
#include "catch_amalgamated.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

const Json gpt2{{"model_type", "gpt2"}, {"n_layer", 2.0},     {"n_head", 2.0},
                {"n_embd", 8.0},        {"n_positions", 16.0}, {"vocab_size", 11.0}};

/// The error that a call throws.
Error failure(Session& session, std::string_view method, const Json& arguments) {
  try {
    session.call(method, arguments);
  } catch (const Error& error) {
    return error;
  }
  FAIL(std::string(method) << " has thrown nothing");
  throw std::logic_error("not reached");
}

TEST_CASE("session: tensors, typed arrays and plain arrays are the same numbers") {
  const std::vector<float> floats{1, 2.5f};
  const std::vector<std::int32_t> integers{1, 2};
  const std::vector<std::uint8_t> bytes{1, 2};
  REQUIRE(to_numbers(binary(std::span<const float>(floats)), "x") == std::vector<double>{1, 2.5});
  REQUIRE(to_numbers(binary(std::span<const std::int32_t>(integers)), "x") == std::vector<double>{1, 2});
  REQUIRE(to_numbers(binary(std::span<const std::uint8_t>(bytes)), "x") == std::vector<double>{1, 2});
  REQUIRE(to_numbers({{"data", {1.0, 2.5}}, {"shape", {2.0, 1.0}}}, "x") == std::vector<double>{1, 2.5});
  REQUIRE(std::isnan(to_numbers({std::nan("")}, "x")[0]));
  REQUIRE_THROWS_AS(to_numbers({{"data", {1.0, 2.0}}, {"shape", {3.0}}}, "x"), Error);
  REQUIRE_THROWS_AS(to_numbers({1.0, "2"}, "x"), Error);
  REQUIRE(plain({{"a", binary(std::span<const float>(floats))}}) == Json{{"a", {1.0, 2.5}}});
}

TEST_CASE("session: 1,000 errors of each kind leave it usable") {
  Session session;
  for (int i = 0; i < 1000; ++i) {
    REQUIRE(failure(session, "alibiSlopes", {{"n_head", -double(i)}}).code() == ErrorCode::out_of_range);
    REQUIRE(failure(session, "alibiSlopes", {{"n_head", "8"}}).key() == "wrong_type");
    REQUIRE(failure(session, "alibiSlopes", {{"n_head", 8.0}, {"more", 1.0}}).key() == "unknown_option");
    REQUIRE(failure(session, "no such method", Json::object()).code() == ErrorCode::unsupported);
    REQUIRE(failure(session, "run", {{"model", 77.0}, {"tokens", {1.0}}}).code() == ErrorCode::disposed);
  }
  REQUIRE(numbers(session.call("alibiSlopes", {{"n_head", 1.0}})) == std::vector<double>{1.0 / 256});
  REQUIRE(session.live_handles() == 0);
}

TEST_CASE("session: sizes are refused before anything is allocated") {
  Session session;
  const std::vector<double> positions(100000);
  const Json options{{"kind", "sinusoidal"}, {"width", 1048576.0}, {"positions", binary(std::span<const double>(positions))}};
  REQUIRE(failure(session, "positionTable", {{"options", options}}).code() == ErrorCode::out_of_memory);
  const Json bias{{"kind", "alibi"}, {"n_head", 65536.0}, {"query_positions", positions}, {"key_positions", positions}};
  REQUIRE(failure(session, "attentionBias", {{"options", bias}}).code() == ErrorCode::out_of_memory);
}

TEST_CASE("session: a model goes through a file that arrives in pieces") {
  Session session;
  const Json model = session.call("createModel", {{"config", gpt2}, {"options", {{"seed", 3.0}}}});
  const Json bytes = session.call("toSafetensors", {{"model", model}});
  const auto& all = bytes.get_binary();
  const Json file = session.call("beginFile", {{"size", double(all.size())}});
  REQUIRE(session.live_handles() == 2);
  for (std::size_t start = 0; start < all.size(); start += 1000) {
    const auto size = std::min<std::size_t>(1000, all.size() - start);
    session.call("appendToFile", {{"file", file}, {"bytes", binary(std::span<const std::uint8_t>(all.data() + start, size))}});
  }
  const Json loaded = session.call("loadModel", {{"file", file}, {"options", {{"config", gpt2}}}});
  session.call("endFile", {{"file", file}});
  session.call("endFile", {{"file", file}});
  REQUIRE(failure(session, "appendToFile", {{"file", file}, {"bytes", bytes}}).code() == ErrorCode::disposed);
  const Json tokens{1.0, 2.0, 3.0};
  const Json here = session.call("run", {{"model", model}, {"tokens", tokens}});
  const Json there = session.call("run", {{"model", loaded}, {"tokens", tokens}});
  REQUIRE(here["logits"]["shape"] == Json{3.0, 11.0});
  REQUIRE(numbers(here["logits"]) == numbers(there["logits"]));
  session.call("disposeModel", {{"model", model}});
  session.call("disposeModel", {{"model", loaded}});
  REQUIRE(session.live_handles() == 0);
  REQUIRE(failure(session, "modelConfig", {{"model", model}}).code() == ErrorCode::disposed);
}

TEST_CASE("session: a file that is held whole is one of safetensors, and others are told to be read in slices") {
  Session session;
  const auto load = [&](const std::vector<std::int32_t>& numbers, const Json& options) {
    const Json file = session.call("beginFile", {{"size", 0.0}});
    session.call("appendToFile", {{"file", file}, {"bytes", int32_file(numbers)}});
    const Error error = failure(session, "loadModel", {{"file", file}, {"options", options}});
    session.call("endFile", {{"file", file}});
    return std::string(to_string(error.code())) + " " + error.key();
  };
  const std::vector<std::int32_t> llama2c{64, 172, 5, 8, 4, 512, 512, 0}, cut{64, 0, 0x7b};
  REQUIRE(load(llama2c, nullptr) == "unsupported needs_checkpoints");
  REQUIRE(load(cut, {{"format", "llama2.c"}}) == "unsupported needs_checkpoints");
  REQUIRE(load(llama2c, {{"format", "safetensors"}, {"config", gpt2}}) == "malformed_file header_too_large");
  REQUIRE(load(cut, nullptr) == "invalid_argument missing");
  REQUIRE(load(cut, {{"config", gpt2}}) == "malformed_file file_truncated");
}

TEST_CASE("pitfall 17: createModel and loadModel read the same config from the same config.json") {
  Session session;
  Json config = gpt2;
  config["position"] = {{"kind", "rope"}};
  config["rope_theta"] = 500000.0;
  config["rope_scaling"] = {{"rope_type", "linear"}, {"factor", 4.0}};
  const Json model = session.call("createModel", {{"config", config}});
  const Json bytes = session.call("toSafetensors", {{"model", model}});
  const Json file = session.call("beginFile", {{"size", double(bytes.get_binary().size())}});
  session.call("appendToFile", {{"file", file}, {"bytes", bytes}});
  const Json loaded = session.call("loadModel", {{"file", file}, {"options", {{"config", config}}}});
  const Json made = session.call("modelConfig", {{"model", model}});
  REQUIRE(made == session.call("modelConfig", {{"model", loaded}}));
  REQUIRE(made["position"]["rope_theta"] == 500000.0);
  REQUIRE(made["position"]["rope_scaling"]["factor"] == 4.0);
  // Without those names it is another config, so that reading none of them in either would show.
  Json without = gpt2;
  without["position"] = {{"kind", "rope"}};
  const Json other = session.call("createModel", {{"config", without}});
  REQUIRE(session.call("modelConfig", {{"model", other}}) != made);
}

TEST_CASE("session: an argument has one range, whichever bound it passes") {
  Session session;
  const auto range = [&](const char* method, Json options, const char* name, double value) {
    options[name] = value;
    const Error error = failure(session, method, {{"options", options}});
    INFO(error.what());
    REQUIRE(error.key() == "out_of_range");
    std::map<std::string, double> bounds;
    for (const auto& [field, bound] : error.fields())
      if (field == "minimum" || field == "maximum") bounds[field] = std::get<double>(bound);
    return bounds;
  };
  const Json buckets{{"relative_positions", {1.0}}};
  REQUIRE(range("t5Buckets", buckets, "num_buckets", 0) == range("t5Buckets", buckets, "num_buckets", 2000));
  REQUIRE(range("t5Buckets", buckets, "max_distance", 0) == range("t5Buckets", buckets, "max_distance", 1e10));
  const Json bias{{"kind", "t5_bias"}, {"n_head", 1.0}, {"query_positions", {0.0}}, {"key_positions", {0.0}}};
  REQUIRE(range("attentionBias", bias, "num_buckets", 0) == range("attentionBias", bias, "num_buckets", 2000));
  REQUIRE(range("attentionBias", bias, "max_distance", 0) == range("attentionBias", bias, "max_distance", 1e10));
  REQUIRE(range("ropeFrequencies", Json::object(), "head_dim", 0) == range("ropeFrequencies", Json::object(), "head_dim", 70000));
  REQUIRE(range("ropeFrequencies", Json::object(), "head_dim", 0) == range("ropeFrequencies", Json::object(), "head_dim", 2e6));
}

TEST_CASE("session: a job ends with its model") {
  Session session;
  const Json model = session.call("createModel", {{"config", gpt2}});
  const Json job = session.call("beginGenerate", {{"model", model}, {"tokens", {1.0}}, {"options", {{"max_new_tokens", 3.0}}}});
  const Json first = session.call("stepJob", {{"job", job}});
  REQUIRE(first["finished"] == false);
  REQUIRE(first["token"].get<double>() < 11);
  session.call("disposeModel", {{"model", model}});
  REQUIRE(session.live_handles() == 0);
  REQUIRE(failure(session, "stepJob", {{"job", job}}).code() == ErrorCode::disposed);
  session.call("endJob", {{"job", job}});
}

TEST_CASE("session: a job is finished with its result") {
  Session session;
  const Json model = session.call("createModel", {{"config", gpt2}});
  const Json options{{"window", 4.0}, {"stride", 2.0}};
  const Json job = session.call("beginPerplexity", {{"model", model}, {"tokens", {1.0, 2.0, 3.0, 4.0, 5.0, 6.0}}, {"options", options}});
  Json step;
  int steps = 0;
  do {
    step = session.call("stepJob", {{"job", job}});
    REQUIRE(++steps < 10);
  } while (!step["finished"].get<bool>());
  REQUIRE(step["done"] == step["total"]);
  REQUIRE(step["result"]["count"] == 5.0);
  session.call("endJob", {{"job", job}});
  REQUIRE(session.live_handles() == 1);
}

TEST_CASE("session: an exercise's instance comes back from its caller as typed arrays, too") {
  Session session;
  const Json parameters{{"position", 3.0}, {"width", 4.0}, {"base", 10000.0}};
  const Json instance = session.call("createInstance", {{"id", "sinusoid_row"}, {"options", {{"seed", 1.0}, {"parameters", parameters}}}});
  const std::vector<double> answer{0.141, -0.99, 0.03, 1};
  const Json grade = session.call("grade", {{"instance", instance}, {"answer", binary(std::span<const double>(answer))}});
  REQUIRE(grade["verdict"] == "correct");
  REQUIRE(session.call("codeCases", {{"instance", instance}}).empty());
  REQUIRE(failure(session, "grade", {{"instance", 5.0}, {"answer", answer}}).key() == "wrong_type");
}

TEST_CASE("session: exercises quote what was measured, once it is handed in") {
  Session session;
  const Json arguments{{"id", "zeroed_table"}, {"options", {{"seed", 1.0}}}};
  REQUIRE(failure(session, "createInstance", arguments).key() == "missing");
  const Json table{{"kept", 5.0}, {"zeroed", 20.0}, {"shuffled", 30.0}, {"without", 7.0}};
  REQUIRE(failure(session, "setMeasured", {{"table", {{"kept", 5.0}}}}).key() == "missing");
  REQUIRE(failure(session, "setMeasured", {{"table", {{"kept", "5"}}}}).key() == "wrong_type");
  session.call("setMeasured", {{"table", table}});
  const Json parameters = session.call("createInstance", arguments)["parameters"];
  for (const auto& [name, perplexity] : table.items()) REQUIRE(parameters[name] == perplexity);
}

}  // namespace
}  // namespace whereabouts
