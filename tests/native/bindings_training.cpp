// Training through the session: trainers, tasks and experiments as its caller sees them, and what becomes of them when what
// they need goes away.
#include <cmath>

#include "bindings_support.hpp"
#include "catch_amalgamated.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

const Json config{{"model_type", "gpt2"}, {"n_layer", 1.0},     {"n_head", 2.0},
                  {"n_embd", 8.0},        {"n_positions", 8.0}, {"vocab_size", 16.0}};

Json tokens(std::vector<std::int32_t> values, std::size_t size) {
  return tensor<std::int32_t>(values, {size, values.size() / size});
}

const Json batch{{"tokens", tokens({1, 2, 3, 4, 5, 6}, 2)}, {"targets", tokens({2, 3, -1, 5, 6, -1}, 2)}};

/// "code key": how a call fails.
std::string named_failure(Session& session, std::string_view method, const Json& arguments) {
  try {
    session.call(method, arguments);
  } catch (const Error& error) {
    return std::string(to_string(error.code())) + " " + error.key();
  }
  return "nothing thrown";
}

struct Trained {
  Session session;
  Json model = session.call("createModel", {{"config", config}});
  Json trainer = make_trainer();

  Json make_trainer() {
    return session.call("createTrainer", {{"model", model}, {"options", {{"learning_rate", 0.01}}}});
  }
  Json step() { return session.call("trainerStep", {{"trainer", trainer}, {"batch", batch}}); }
  Json run_to_end(const Json& job) {
    for (int i = 0; i < 10000; ++i) {
      const Json step = session.call("stepJob", {{"job", job}});
      if (step["finished"].get<bool>()) {
        session.call("endJob", {{"job", job}});
        return step["result"];
      }
    }
    FAIL("a job without an end");
    return nullptr;
  }
};

TEST_CASE("session: a step changes the weights by the gradient that gradients() shows") {
  Trained t;
  const Json before = t.session.call("gradients", {{"model", t.model}, {"batch", batch}});
  REQUIRE(t.session.call("gradients", {{"model", t.model}, {"batch", batch}}) == before);  // nothing was updated
  double squares = 0;
  for (const auto& [name, gradient] : before["gradients"].items()) {
    REQUIRE(gradient["shape"] == t.session.call("readParameter", {{"model", t.model}, {"name", name}})["shape"]);
    for (const double value : numbers(gradient)) squares += value * value;
  }
  REQUIRE(before["gradient_norm"].get<double>() == Catch::Approx(std::sqrt(squares)).epsilon(1e-6));
  const auto weights = numbers(t.session.call("readParameter", {{"model", t.model}, {"name", "ln_f.bias"}}));
  const Json first = t.step();
  REQUIRE(first["step"] == 1.0);
  REQUIRE(first["loss"] == before["loss"]);
  REQUIRE(first["gradient_norm"] == before["gradient_norm"]);
  // AdamW's first step is the learning rate long in every coordinate, against the gradient's sign.
  const auto after = numbers(t.session.call("readParameter", {{"model", t.model}, {"name", "ln_f.bias"}}));
  const auto gradient = numbers(before["gradients"]["ln_f.bias"]);
  for (std::size_t i = 0; i < after.size(); ++i)
    REQUIRE(after[i] - weights[i] == Catch::Approx(std::copysign(0.01, -gradient[i])).epsilon(1e-3));
}

TEST_CASE("session: a batch is a tensor, or one sequence as a list; what does not fit is named") {
  Trained t;
  const auto loss = [&](const Json& given) {
    return t.session.call("gradients", {{"model", t.model}, {"batch", given}})["loss"].get<double>();
  };
  const Json one{{"tokens", {1.0, 2.0, 3.0}}, {"targets", {2.0, 3.0, -1.0}}};
  const Json same{{"tokens", tokens({1, 2, 3}, 1)}, {"targets", tokens({2, 3, -1}, 1)}};
  REQUIRE(loss(one) == loss(same));
  REQUIRE(loss(one) != loss(batch));
  const auto refused = [&](const Json& given) {
    return named_failure(t.session, "trainerStep", {{"trainer", t.trainer}, {"batch", given}});
  };
  REQUIRE(refused(nullptr) == "invalid_argument missing");
  REQUIRE(refused({{"tokens", {1.0}}}) == "invalid_argument missing");
  REQUIRE(refused({{"tokens", {1.0, 2.0}}, {"targets", {1.0}}}) == "invalid_argument wrong_length");
  REQUIRE(refused({{"tokens", tokens({1, 2, 3, 4}, 2)}, {"targets", tokens({1, 2, 3, 4}, 1)}}) ==
          "invalid_argument wrong_length");
  REQUIRE(refused({{"tokens", {{"data", {1.0}}, {"shape", {1.0, 1.0, 1.0}}}}, {"targets", {1.0}}}) ==
          "invalid_argument wrong_length");
  REQUIRE(refused({{"tokens", {16.0}}, {"targets", {1.0}}}) == "out_of_range out_of_range");
  REQUIRE(refused({{"tokens", {1.0}}, {"targets", {-2.0}}}) == "out_of_range out_of_range");
  REQUIRE(refused({{"tokens", {1.0}}, {"targets", {-1.0}}}) == "invalid_argument no_targets");
  REQUIRE(refused({{"tokens", {1.0}}, {"targets", {1.0}}, {"more", 1.0}}) == "invalid_argument unknown_option");
  REQUIRE(t.step()["step"] == 1.0);
}

TEST_CASE("session: a restored trainer goes on with the same bits") {
  Trained t;
  for (int i = 0; i < 3; ++i) t.step();
  const Json state = t.session.call("trainerState", {{"trainer", t.trainer}});
  REQUIRE(state["step"] == 3.0);
  const Json weights = t.session.call("toSafetensors", {{"model", t.model}});
  const Json file = t.session.call("beginFile", {{"size", 0.0}});
  t.session.call("appendToFile", {{"file", file}, {"bytes", weights}});
  const auto load = [&] {
    const Json model = t.session.call("loadModel", {{"file", file}, {"options", {{"config", config}}}});
    return std::pair(model, t.session.call("createTrainer", {{"model", model}, {"options", {{"learning_rate", 0.01}}}}));
  };
  const auto [model, trainer] = load();
  t.session.call("restoreTrainer", {{"trainer", trainer}, {"state", state}});
  REQUIRE(t.session.call("trainerState", {{"trainer", trainer}}) == state);
  const auto [fresh_model, fresh] = load();
  const Json there = t.session.call("trainerStep", {{"trainer", trainer}, {"batch", batch}});
  REQUIRE(there == t.step());
  REQUIRE(t.session.call("toSafetensors", {{"model", model}}) == t.session.call("toSafetensors", {{"model", t.model}}));
  t.session.call("trainerStep", {{"trainer", fresh}, {"batch", batch}});
  REQUIRE(t.session.call("toSafetensors", {{"model", fresh_model}}) != t.session.call("toSafetensors", {{"model", model}}));

  const auto refused = [&](auto change) {
    Json changed = state;
    change(changed);
    return named_failure(t.session, "restoreTrainer", {{"trainer", trainer}, {"state", changed}});
  };
  const Json kept = t.session.call("trainerState", {{"trainer", trainer}});
  REQUIRE(refused([](Json& s) { s.erase("step"); }) == "invalid_argument missing");
  REQUIRE(refused([](Json& s) { s.erase("moments"); }) == "invalid_argument missing");
  REQUIRE(refused([](Json& s) { s["moments"] = 5.0; }) == "invalid_argument wrong_type");
  REQUIRE(refused([](Json& s) { s["moments"].erase("ln_f.bias"); }).starts_with("invalid_argument"));
  REQUIRE(refused([](Json& s) { s["moments"]["ln_f.bias"].erase("exp_avg"); }) == "invalid_argument missing");
  REQUIRE(refused([](Json& s) { s["moments"]["ln_f.bias"]["exp_avg"] = {1.0}; }) == "invalid_argument wrong_length");
  REQUIRE(refused([](Json& s) { s["moments"]["no such"] = s["moments"]["ln_f.bias"]; }).starts_with("invalid_argument"));
  REQUIRE(t.session.call("trainerState", {{"trainer", trainer}}) == kept);
}

TEST_CASE("session: trainers and jobs end with what they need") {
  Trained t;
  const Json task = t.session.call("createTask", {{"name", "copy"}});
  const Json shape = t.session.call("taskConfig", {{"task", task}});
  Json fitting = config;
  fitting["n_positions"] = fitting["vocab_size"] = 64.0;
  const auto make = [&] {
    const Json model = t.session.call("createModel", {{"config", fitting}});
    const Json trainer = t.session.call("createTrainer", {{"model", model}, {"options", {{"learning_rate", 0.01}}}});
    const Json options{{"steps", 5.0}, {"batch_size", 2.0}};
    const Json job = t.session.call("beginTraining", {{"trainer", trainer}, {"task", task}, {"options", options}});
    return std::array{model, trainer, job};
  };
  const auto [model, trainer, job] = make();
  REQUIRE(t.session.live_handles() == 6);
  t.session.call("stepJob", {{"job", job}});
  t.session.call("disposeModel", {{"model", model}});
  REQUIRE(t.session.live_handles() == 3);
  REQUIRE(named_failure(t.session, "stepJob", {{"job", job}}) == "disposed job_ended");
  for (const char* method : {"trainerStep", "trainerState"})
    REQUIRE(named_failure(t.session, method, {{"trainer", trainer}, {"batch", batch}}) == "disposed trainer_disposed");
  t.session.call("disposeTrainer", {{"trainer", trainer}});

  const auto [other_model, other_trainer, other_job] = make();
  t.session.call("disposeTrainer", {{"trainer", other_trainer}});
  REQUIRE(named_failure(t.session, "stepJob", {{"job", other_job}}) == "disposed job_ended");
  REQUIRE(named_failure(t.session, "trainerState", {{"trainer", other_trainer}}) == "disposed trainer_disposed");
  REQUIRE(t.session.call("parameterCount", {{"model", other_model}}).get<double>() > 0);
  const auto [third_model, third_trainer, third_job] = make();
  t.session.call("disposeTask", {{"task", task}});
  REQUIRE(named_failure(t.session, "stepJob", {{"job", third_job}}) == "disposed job_ended");
  for (const char* method : {"taskBatch", "taskConfig", "taskEvaluate"})
    REQUIRE(named_failure(t.session, method, {{"task", task}, {"model", third_model}, {"size", 1.0}}) == "disposed task_disposed");
  for (const Json& one : {t.model, other_model, third_model}) t.session.call("disposeModel", {{"model", one}});
  REQUIRE(t.session.live_handles() == 0);
}

TEST_CASE("session: a training run takes the very steps that single calls take, and its last evaluation is the task's") {
  Trained t;
  const auto make = [&] {
    Json big = config;
    const Json task = t.session.call("createTask", {{"name", "k_back"}, {"options", {{"seed", 3.0}, {"length", 8.0}}}});
    const Json model = t.session.call("createModel", {{"config", big}});
    const Json trainer = t.session.call("createTrainer", {{"model", model}, {"options", {{"learning_rate", 0.01}}}});
    return std::array{task, model, trainer};
  };
  const auto [task, model, trainer] = make();
  const Json options{{"steps", 4.0}, {"batch_size", 3.0}, {"evaluate_every", 3.0}, {"sequences", 20.0}};
  const Json result = t.run_to_end(t.session.call("beginTraining", {{"trainer", trainer}, {"task", task}, {"options", options}}));
  const auto [same_task, same_model, same_trainer] = make();
  Json last;
  for (int i = 0; i < 4; ++i) {
    const Json drawn = t.session.call("taskBatch", {{"task", same_task}, {"size", 3.0}});
    last = t.session.call("trainerStep", {{"trainer", same_trainer}, {"batch", drawn}});
  }
  for (const char* name : {"loss", "gradient_norm", "learning_rate", "step"}) REQUIRE(result[name] == last[name]);
  REQUIRE(t.session.call("toSafetensors", {{"model", model}}) == t.session.call("toSafetensors", {{"model", same_model}}));
  const Json evaluation =
      t.session.call("taskEvaluate", {{"task", same_task}, {"model", same_model}, {"options", {{"sequences", 20.0}}}});
  REQUIRE(result["evaluation"]["step"] == 4.0);
  for (const char* name : {"accuracy", "loss", "accuracy_by_position", "loss_by_position"})
    REQUIRE(result["evaluation"][name] == evaluation[name]);
  REQUIRE(named_failure(t.session, "taskEvaluate", {{"task", task}, {"model", 999.0}}) == "disposed model_disposed");
}

TEST_CASE("session: an experiment and a probe run to their results") {
  Trained t;
  const Json listed = t.session.call("experiments", Json::object());
  REQUIRE(listed.size() >= 6);
  const Json job = t.session.call("beginExperiment", {{"id", "C"}, {"options", {{"seed", 1.0}}}});
  const Json step = t.session.call("stepJob", {{"job", job}});
  REQUIRE(step["total"].get<double>() > 1);
  t.session.call("endJob", {{"job", job}});
  REQUIRE(named_failure(t.session, "beginExperiment", {{"id", "D"}}) == "invalid_argument unknown_choice");
  REQUIRE(named_failure(t.session, "beginExperiment", {{"id", "A1"}, {"options", {{"arm", "no such arm"}}}}) ==
          "invalid_argument unknown_choice");
  const Json options{{"samples", 8.0}, {"length", 8.0}};
  const Json probe = t.run_to_end(t.session.call("beginProbe", {{"model", t.model}, {"options", options}}));
  REQUIRE(numbers(probe["by_position"]).size() == 8);
  REQUIRE(probe["r_squared"].get<double>() <= 1);
  REQUIRE(named_failure(t.session, "beginProbe", {{"model", t.model}, {"options", {{"layer", 2.0}}}}) == "out_of_range out_of_range");
  t.session.call("disposeModel", {{"model", t.model}});
  REQUIRE(t.session.live_handles() == 0);
}

TEST_CASE("session: text goes through a tokenizer by characters and comes back") {
  Session session;
  const char* characters = "ab \xc3\xa9";
  REQUIRE(session.call("createTokenizer", {{"options", {{"characters", characters}}}})["vocab_size"] == 4.0);
  const Json ids = session.call("encodeText", {{"characters", characters}, {"text", "b\xc3\xa9 a"}});
  REQUIRE(numbers(ids) == std::vector<double>{1, 3, 2, 0});
  const Json bytes = session.call("decodeTokens", {{"characters", characters}, {"ids", ids}});
  REQUIRE(std::string(bytes.get_binary().begin(), bytes.get_binary().end()) == "b\xc3\xa9 a");
  REQUIRE(named_failure(session, "createTokenizer", {{"options", {{"charcters", "ab"}}}}) == "invalid_argument missing");
  REQUIRE(session.live_handles() == 0);
}

}  // namespace
}  // namespace whereabouts
