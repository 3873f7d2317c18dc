// The Json face of the exercises: what the page can ask, and what it is told when it asks wrongly.
#include <cmath>
#include <limits>
#include <numbers>

#include "catch_amalgamated.hpp"
#include "error.hpp"
#include "exercises/exercises.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {
namespace {

const Exercises& exercises_() {
  static const Exercises exercises(models(), measured());
  return exercises;
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.key();
  }
  return "no error";
}

bool is_text(const Json& json, const std::string& key) {
  return json.is_object() && json.size() == 2 && json.at("key") == key && json.at("values").is_object();
}

const std::vector<std::string> all_ids{
    "sinusoid_row", "add_to_embedding", "wavelength",          "shift_matrix", "residual_sum",
    "table_edge",   "zeroed_table",     "rope_vector",         "rope_score",   "same_family",
    "rope_place",   "find_the_bug",     "visible_rows",        "permute",      "alibi_slopes",
    "alibi_row",    "interpolate",      "code_position_table", "code_rope",    "code_alibi"};

}  // namespace

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

TEST_CASE("grade: a number read with its thousands separator as the decimal point is told so") {
  const Exercises& exercises = exercises_();
  const Json wave = exercises.create_instance("wavelength", 1, {{"width", 512}, {"pair", 248}, {"base", 10000}});
  const double truth = exercises.solution(wave).at("answer")[0];
  REQUIRE(truth > 1000);
  const Json read = exercises.grade(wave, Json::array({std::round(truth) / 1000}));
  CHECK(read.at("verdict") == "incorrect");
  CHECK(is_text(read.at("note"), "exercise.thousands_separator"));
  CHECK(read.at("note").at("values").at("written") == std::round(truth));
  CHECK(exercises.grade(wave, Json::array({std::round(truth) / 100})).at("note").is_null());
  // Below 1000 nobody writes a separator: 0.0063 for 6.3 is another mistake.
  const Json fast = exercises.create_instance("wavelength", 1, {{"width", 8}, {"pair", 0}, {"base", 10000}});
  CHECK(exercises.grade(fast, {2 * std::numbers::pi / 1000}).at("note").is_null());

  const Json edge =
      exercises.create_instance("table_edge", 1, {{"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}});
  CHECK(exercises.grade(edge, {1023, 786.432}).at("note").at("values") == Json{{"got", 786.432}, {"written", 786432}});
  CHECK(exercises.grade(edge, {1.023, 786.432}).at("note").at("values").at("written") == 1023);
  CHECK(exercises.grade(edge, {1000, 786.432}).at("note").is_null());  // the other field is wrong all the same
}

TEST_CASE("exercises: every wrong argument is a named error") {
  const Exercises& exercises = exercises_();
  const auto create = [&](const std::string& id, double seed, const Json& fixed) {
    return error_of([&] { exercises.create_instance(id, seed, fixed); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(create("nothing", 1, Json::object()) == "unknown_choice");
  CHECK(create("sinusoid_row", -1, Json::object()) == "out_of_range");
  CHECK(create("sinusoid_row", 0.5, Json::object()) == "not_whole");
  CHECK(create("sinusoid_row", nan, Json::object()) == "not_finite");
  CHECK(create("sinusoid_row", 1e300, Json::object()) == "out_of_range");
  CHECK(create("sinusoid_row", 1, Json::array()) == "wrong_type");
  CHECK(create("sinusoid_row", 1, {{"positions", 3}}) == "unknown_choice");
  CHECK(create("sinusoid_row", 1, {{"position", "3"}}) == "wrong_type");
  CHECK(create("sinusoid_row", 1, {{"position", 0.5}}) == "not_whole");
  CHECK(create("sinusoid_row", 1, {{"position", -1}}) == "out_of_range");
  CHECK(create("sinusoid_row", 1, {{"position", nan}}) == "not_finite");
  CHECK(create("sinusoid_row", 1, {{"width", 1e9}}) == "out_of_range");
  CHECK(create("sinusoid_row", 1, {{"base", 0}}) == "out_of_range");
  CHECK(create("add_to_embedding", 1, {{"embedding", Json::array()}}) == "out_of_range");
  CHECK(create("add_to_embedding", 1, {{"embedding", std::vector<double>(65, 0.5)}}) == "out_of_range");
  CHECK(create("add_to_embedding", 1, {{"embedding", {0.1, nan}}}) == "not_finite");
  CHECK(create("add_to_embedding", 1, {{"embedding", 0.1}}) == "wrong_type");
  CHECK(create("wavelength", 1, {{"width", 5}}) == "not_even");
  CHECK(create("wavelength", 1, {{"width", 8}, {"pair", 4}}) == "out_of_range");
  CHECK(create("interpolate", 1, {{"width", 5}}) == "not_even");
  CHECK(create("interpolate", 1, {{"width", 2}}) == "out_of_range");
  CHECK(create("interpolate", 1, {{"method", "yarn"}}) == "unknown_choice");
  CHECK(create("rope_vector", 1, {{"layout", "sideways"}}) == "unknown_choice");
  CHECK(create("rope_vector", 1, {{"vector", {1, 2, 3}}}) == "not_even");
  CHECK(create("zeroed_table", 1, {{"wording", {0, 1}}}) == "out_of_range");
  CHECK(create("zeroed_table", 1, {{"kept", 0}}) == "out_of_range");
  CHECK(create("rope_place", 1, {{"width", 5}}) == "not_even");
  CHECK(create("find_the_bug", 1, {{"size", 12}}) == "unknown_choice");
  CHECK(create("find_the_bug", 1, {{"variant", "none"}}) == "unknown_choice");
  CHECK(create("alibi_slopes", 1, {{"n_head", 0}}) == "out_of_range");
  CHECK(create("alibi_row", 1, {{"n_head", 4}, {"head", 4}}) == "out_of_range");
  CHECK(create("permute", 1, {{"tokens", {1, 2, 3, 1}}}) == "not_different");
  CHECK(create("permute", 1, {{"tokens", {1, 2, 3}}}) == "out_of_range");
  CHECK(create("rope_score", 1, {{"query", {1, 2, 3, 4}}, {"key", {1, 2}}}) == "wrong_length");
  CHECK(create("residual_sum", 1, {{"tokens", {1, 2, 1000}}}) == "out_of_range");
  CHECK(create("residual_sum", 1, {{"index", 4}, {"tokens", {1, 2}}}) == "out_of_range");
  CHECK(create("residual_sum", 1, {{"model", "another"}}) == "unknown_choice");

  const Json instance = exercises.create_instance("sinusoid_row", 1, Json::object());
  const auto with = [&](const char* name, const Json& value) {
    Json changed = instance;
    changed[name] = value;
    return changed;
  };
  const Json answer{0, 0, 0, 0};
  for (const Json& wrong : {Json(), Json(3), Json("x"), Json::array(), with("id", 3), with("parameters", 3)})
    CHECK(error_of([&] { exercises.grade(wrong, answer); }) == "wrong_type");
  CHECK(error_of([&] { exercises.grade(Json::object(), answer); }) == "missing");
  CHECK(error_of([&] { exercises.grade(with("id", "nothing"), answer); }) == "unknown_choice");
  CHECK(error_of([&] { exercises.solution(with("parameters", Json::object())); }) == "missing");
  CHECK(error_of([&] { exercises.hint(instance, -1); }) == "out_of_range");
  CHECK(error_of([&] { exercises.hint(instance, 0.5); }) == "not_whole");
  CHECK(error_of([&] { exercises.run_mistake(instance, "nothing"); }) == "unknown_choice");
  CHECK(error_of([&] { exercises.misconceptions("nothing", Json()); }) == "unknown_choice");
  CHECK(error_of([&] { exercises.misconceptions("table_edge", instance); }) == "unknown_choice");
  const Json early = exercises.create_instance("rope_score", 1, {{"query_position", 9}, {"key_position", 2}});
  CHECK(error_of([&] { exercises.run_mistake(early, "absolute_distance"); }) == "mistake_not_possible");
}

TEST_CASE("grade: what it returns for each verdict") {
  const Exercises& exercises = exercises_();
  const Json instance = exercises.create_instance("sinusoid_row", 1, {{"position", 3}, {"width", 4}, {"base", 10000}});
  const Json right = exercises.grade(instance, {0.141, -0.990, 0.030, 1.000});
  CHECK(right.at("verdict") == "correct");
  CHECK(right.at("passed") == true);
  CHECK(right.at("misconception").is_null());
  CHECK(right.at("first_mismatch").is_null());
  CHECK(is_text(right.at("note"), "exercise.sinusoid_row.right"));

  const Json late = exercises.grade(instance, {-0.757, -0.654, 0.040, 0.999});
  CHECK(late.at("verdict") == "misconception");
  CHECK(late.at("passed") == false);
  CHECK(late.at("misconception").at("id") == "off_by_one");
  CHECK(is_text(late.at("misconception").at("title"), "exercise.sinusoid_row.mistake.off_by_one.title"));
  CHECK(is_text(late.at("misconception").at("explanation"), "exercise.sinusoid_row.mistake.off_by_one.explanation"));
  CHECK(is_text(late.at("note"), "exercise.sinusoid_row.mistake.off_by_one.note_too_many"));
  CHECK(late.at("note").at("values").at("wrong") == 4);
  CHECK(late.at("first_mismatch") == Json{{"index", 0}, {"got", -0.757}});
  CHECK(late.at("misconceptions").size() == 1);
  CHECK_THAT(late.at("misconception").at("mistaken")[0].get<double>(),
             Catch::Matchers::WithinAbs(std::sin(4.0), 1e-12));

  const Json wrong = exercises.grade(instance, {0.141, -0.990, 0.5, 1.000});
  CHECK(wrong.at("verdict") == "incorrect");
  CHECK(wrong.at("first_mismatch") == Json{{"index", 2}, {"got", 0.5}});

  const Json nonsense = exercises.grade(instance, Json::array({0.141, nullptr, 0.030, 1.000}));
  CHECK(nonsense.at("verdict") == "malformed");
  CHECK(nonsense.at("max_error").is_null());
  CHECK(nonsense.at("first_mismatch") == Json{{"index", 1}, {"got", nullptr}});
  CHECK(is_text(nonsense.at("note"), "exercise.malformed.not_a_number"));
  CHECK(is_text(nonsense.at("note").at("values").at("field"), "exercise.sinusoid_row.field"));

  const Json open = exercises.create_instance(
      "rope_vector", 1, {{"vector", {1, 0.5, -0.3, 0.8}}, {"position", 3}, {"layout", "any"}, {"base", 10000}});
  const Json other = exercises.grade(open, {-0.948, 0.476, 0.438, 0.815});
  CHECK(other.at("verdict") == "equivalent");
  CHECK(other.at("passed") == true);
  CHECK(is_text(other.at("note"), "exercise.rope_vector.equivalent.other_layout"));

  const Json shift = exercises.create_instance("shift_matrix", 1, Json::object());
  CHECK(is_text(exercises.grade(shift, {1, 0, 0, 1}).at("note"), "exercise.shift_matrix.evidence"));
}

TEST_CASE("grade: only the id and the parameters of an instance are believed") {
  Json instance =
      exercises_().create_instance("table_edge", 1, {{"n_positions", 1024}, {"n_embd", 768}, {"n_layer", 12}});
  instance["tolerance"] = 1e9;
  instance["fields"] = Json::array();
  CHECK(exercises_().grade(instance, {0, 0}).at("passed") == false);
  CHECK(exercises_().grade(instance, {1023, 786432}).at("passed") == true);
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
