// The Json face of the exercises: what the page can ask for.
#include "exercises_interface.hpp"

namespace whereabouts::exercises::test {

TEST_CASE("exercises(): every exercise with its lesson, its kind of answer and its parameters") {
  const Json list = exercises_().list();
  REQUIRE(list.size() == all_ids.size());
  for (std::size_t i = 0; i < list.size(); ++i) {
    CHECK(list[i].at("id") == all_ids[i]);
    CHECK(is_text(list[i].at("title"), "exercise." + all_ids[i] + ".title"));
    CHECK_FALSE(list[i].at("parameters").empty());
    const bool chosen =
        std::set<std::string>{"same_family", "permute", "zeroed_table", "find_the_bug"}.contains(all_ids[i]);
    const bool code = all_ids[i].starts_with("code_");
    CHECK(list[i].at("answer") == (code                         ? "code"
                                   : all_ids[i] == "rope_place" ? "order"
                                   : chosen                     ? "choice"
                                                                : "numbers"));
  }
  CHECK(list[0].at("lesson") == "position-table");
  CHECK(list[4].at("lesson") == "learned-table");
  CHECK(list[8].at("lesson") == "rope");
  CHECK(list[13].at("lesson") == "order-blind");
}

TEST_CASE("createInstance: id, seed, parameters, prompt, fields with their decimals") {
  const Json instance =
      exercises_().create_instance("sinusoid_row", 7, {{"position", 3}, {"width", 4}, {"base", 10000}});
  CHECK(instance.at("id") == "sinusoid_row");
  CHECK(instance.at("seed") == 7);
  CHECK(instance.at("parameters") == Json{{"position", 3}, {"width", 4}, {"base", 10000}});
  CHECK(is_text(instance.at("prompt"), "exercise.sinusoid_row.prompt"));
  CHECK(instance.at("tolerance").get<double>() == Catch::Approx(6e-4));
  REQUIRE(instance.at("fields").size() == 4);
  CHECK(instance.at("fields")[2].at("decimals") == 3);
  CHECK_FALSE(instance.contains("choices"));
  const Json choice = exercises_().create_instance("same_family", 1, Json::object());
  CHECK(choice.at("choices").size() == 2);
  CHECK(is_text(choice.at("choices")[0].at("text"), "exercise.same_family.choice.same"));
  CHECK_FALSE(choice.at("fields").empty());
  CHECK(exercises_().create_instance("residual_sum", 1, Json::object()).at("given").size() >= 5);
}

TEST_CASE("createInstance: fixing one parameter leaves the others as the seed draws them") {
  for (int seed = 0; seed < 50; ++seed) {
    const Json free = exercises_().create_instance("rope_score", seed, Json::object()).at("parameters");
    const Json fixed =
        exercises_().create_instance("rope_score", seed, {{"query_position", free.at("query_position")}});
    CHECK(fixed.at("parameters") == free);
  }
  for (const std::string& id : all_ids) {
    const Json instance = exercises_().create_instance(id, 11, Json::object());
    CHECK(exercises_().create_instance(id, 99, instance.at("parameters")).at("parameters") ==
          instance.at("parameters"));
  }
}

TEST_CASE("createInstance: fixed parameters that do not separate still give an instance") {
  const Json instance = exercises_().create_instance("sinusoid_row", 1, {{"position", 0}});
  CHECK(instance.at("parameters").at("position") == 0);
  const Json close = exercises_().create_instance("sinusoid_row", 1, {{"base", 9990}, {"position", 1}, {"width", 4}});
  CHECK_FALSE(answers_are_separate(find("sinusoid_row"), Parameters(close.at("parameters"))));
  CHECK(exercises_().grade(close, exercises_().solution(close).at("answer")).at("passed") == true);
}

TEST_CASE("createInstance: a fixed parameter that fits only some draws gets one of those") {
  const Json instance = exercises_().create_instance("wavelength", 3, {{"pair", 100}});
  CHECK(instance.at("parameters").at("width") == 256);
}

TEST_CASE("createInstance: each parameter alone at an end of its range gives an instance or a named error") {
  const Exercises& exercises = exercises_();
  for (const Json& exercise : exercises.list())
    for (const Json& parameter : exercise.at("parameters")) {
      std::vector<Json> ends = parameter.value("choices", std::vector<Json>());
      for (const char* end : {"minimum", "maximum"})
        if (parameter.contains(end))
          ends.push_back(parameter.at("type").get<std::string>().ends_with("s") ? Json::array({parameter.at(end)})
                                                                                : parameter.at(end));
      REQUIRE(ends.size() >= 1);
      for (const Json& end : ends) {
        INFO(exercise.at("id") << " " << parameter.at("name") << " " << end);
        try {
          const Json instance =
              exercises.create_instance(exercise.at("id"), 1, {{parameter.at("name").get<std::string>(), end}});
          CHECK(exercises.grade(instance, exercises.solution(instance).at("answer")).at("passed") == true);
        } catch (const Error& error) {
          CHECK(error.key() != "internal");
          CHECK(error.key() != "empty_range");  // a range that is empty for some fixed value was not thought through
        }
      }
    }
  // These once divided by the width of an empty range.
  CHECK(exercises.create_instance("shift_matrix", 1, {{"width", 2}}).at("parameters").at("pair") == 0);
  CHECK(error_of([&] { exercises.create_instance("shift_matrix", 1, {{"width", 3}, {"pair", 0}}); }) == "not_even");
}

TEST_CASE("createInstance: what is drawn fits the vector or the tokens that are fixed") {
  const Exercises& exercises = exercises_();
  for (const std::size_t size : {2, 4, 6, 64})
    for (const auto& [fixed, drawn] : {std::pair("key", "query"), std::pair("query", "key")}) {
      INFO(fixed << " " << size);
      const Json instance = exercises.create_instance("rope_score", 1, {{fixed, std::vector<double>(size, 0.5)}});
      CHECK(instance.at("parameters").at(drawn).size() == size);
    }
  for (const std::size_t size : {1, 2, 3, 5})
    for (int seed = 0; seed < 20; ++seed) {
      const Json instance = exercises.create_instance("residual_sum", seed, {{"tokens", std::vector<double>(size, 3)}});
      CHECK(instance.at("parameters").at("index") < size);
    }
}

TEST_CASE("hints come one at a time and end, the solution is graded correct, mistakes run") {
  for (const std::string& id : all_ids)
    for (int seed = 0; seed < 20; ++seed) {
      INFO(id << " " << seed);
      const Json instance = exercises_().create_instance(id, seed, Json::object());
      int hints = 0;
      while (!exercises_().hint(instance, hints).is_null()) ++hints;
      CHECK(hints >= 2);
      CHECK(exercises_().hint(instance, hints + 5).is_null());
      const Json solution = exercises_().solution(instance);
      CHECK(solution.at("steps").size() >= 2);
      CHECK(exercises_().grade(instance, solution.at("answer")).at("verdict") == "correct");
      for (const Json& misconception : exercises_().misconceptions(id, instance)) {
        if (!misconception.at("applicable").get<bool>()) continue;
        const Json answer = exercises_().run_mistake(instance, misconception.at("id").get<std::string>());
        const Json result = exercises_().grade(instance, answer);
        CHECK(result.at("verdict") == "misconception");
        CHECK(result.at("passed") == false);
      }
    }
}

TEST_CASE("misconceptions: not applicable where the mistake gives the right answer") {
  const Json zero = exercises_().create_instance("sinusoid_row", 1, {{"position", 0}, {"width", 4}, {"base", 10000}});
  const auto applicable = [&](const Json& instance, const std::string& id) {
    for (const Json& misconception : exercises_().misconceptions("sinusoid_row", instance))
      if (misconception.at("id") == id) return misconception.at("applicable").get<bool>();
    return false;
  };
  CHECK_FALSE(applicable(zero, "degrees"));
  CHECK(applicable(zero, "off_by_one"));
  CHECK(applicable(Json(), "degrees"));
}

}  // namespace whereabouts::exercises::test
