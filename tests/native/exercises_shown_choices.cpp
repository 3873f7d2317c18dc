// zeroed_table and find_the_bug: what is quoted is what was handed in, and what a program gives is what the engine
// gives.
#include <cmath>

#include "exercises/exercises.hpp"
#include "exercises_shown.hpp"

namespace whereabouts::exercises::test {
namespace {

Parameters quoted(const std::string& change, double order = 0) {
  return at(find("zeroed_table"), {{"kept", 5.1},
                                   {"zeroed", 19.8},
                                   {"shuffled", 28.8},
                                   {"without", 7.4},
                                   {"change", change},
                                   {"wording", {0, 1, 2}},
                                   {"order", order}});
}

Parameters program(const std::string& variant, double position = 3, double size = 8) {
  return at(find("find_the_bug"), {{"variant", variant}, {"position", position}, {"size", size}});
}

std::vector<std::string> choice_ids(const Exercise& exercise, const Parameters& p) {
  std::vector<std::string> ids;
  for (const Choice& choice : exercise.choices(p)) ids.push_back(choice.id);
  return ids;
}

}  // namespace

TEST_CASE("zeroed_table: the model depends on its table; both other claims are known") {
  const Exercise& exercise = find("zeroed_table");
  CHECK(ids(exercise) == Ids{"position_indispensable", "nope_claim"});
  const Parameters p = quoted("zeroed");
  CHECK(real_grader(exercise, p, "depends").verdict == Verdict::correct);
  CHECK(names(real_grader(exercise, p, "position_indispensable"), "position_indispensable"));
  CHECK(names(real_grader(exercise, p, "nope_claim"), "nope_claim"));
  CHECK(real_grader(exercise, p, "perhaps").verdict == Verdict::malformed);
}

TEST_CASE("zeroed_table: what was measured stands beside what the claim would have it be") {
  const Exercise& exercise = find("zeroed_table");
  for (const auto& [change, changed] : {std::pair("zeroed", 19.8), std::pair("shuffled", 28.8)}) {
    const Parameters p = quoted(change);
    const auto every = exercise.trial(p, {"position_indispensable", {}}), none = exercise.trial(p, {"nope_claim", {}});
    REQUIRE(every.size() == 1);
    CHECK(every[0].right == 7.4);
    CHECK(every[0].mistaken == changed);
    REQUIRE(none.size() == 1);
    CHECK(none[0].right == changed);
    CHECK(none[0].mistaken == 5.1);
    CHECK(exercise.prompt(p).values.json().at("changed").at("value") == changed);
  }
}

TEST_CASE("zeroed_table: numbers that do not rise in the order that the claims rest on are refused") {
  const Exercises exercises(models(), measured());
  const auto refused = [&](const Json& fixed) {
    try {
      exercises.create_instance("zeroed_table", 1, fixed);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK(refused({{"kept", 5}, {"zeroed", 20}, {"shuffled", 30}, {"without", 7}}).empty());
  // Trained without any encoding it does as well: nothing has its price.
  CHECK(refused({{"kept", 7}, {"without", 7}}).starts_with("not_larger (argument = parameters.without"));
  // It does no better than the broken one: the claim about every model would stand.
  CHECK(refused({{"without", 20}, {"change", "zeroed"}}).starts_with("not_larger (argument = parameters.zeroed"));
  CHECK(refused({{"shuffled", 7.3}, {"change", "shuffled"}}).starts_with("not_larger (argument = parameters.shuffled"));
  Measured otherwise{TablePerplexities{5.1, 5.0, 5.0, 7.4}};
  CHECK_THROWS_AS(Exercises(models(), otherwise).create_instance("zeroed_table", 1, Json::object()), Error);
  // Where only one change breaks the model, that one is asked about.
  Measured half{TablePerplexities{5.1, 19.8, 5.0, 7.4}};
  for (int seed = 0; seed < 20; ++seed)
    CHECK(
        Exercises(models(), half).create_instance("zeroed_table", seed, Json::object()).at("parameters").at("change") ==
        "zeroed");
}

TEST_CASE("zeroed_table: the claims come in every order, each once, in the wording that is asked for") {
  const Exercise& exercise = find("zeroed_table");
  std::set<std::vector<std::string>> orders;
  for (int order = 0; order < 6; ++order) orders.insert(choice_ids(exercise, quoted("zeroed", order)));
  CHECK(orders.size() == 6);
  for (const auto& order : orders) CHECK(std::set(order.begin(), order.end()).size() == 3);
  for (const Choice& choice : exercise.choices(quoted("zeroed")))
    if (choice.id == "nope_claim") CHECK(choice.text.key == "exercise.zeroed_table.choice.nope_claim_2");
}

TEST_CASE("zeroed_table: without measured numbers there is nothing to quote, unless the page gives them") {
  Measured late;
  const Exercises exercises(models(), late);
  const auto create = [&](const Json& fixed) { return exercises.create_instance("zeroed_table", 1, fixed); };
  REQUIRE_THROWS_AS(create(Json::object()), Error);
  CHECK(create({{"kept", 4}, {"zeroed", 9}, {"shuffled", 11}, {"without", 5}}).at("parameters").at("kept") == 4);
  late.table = TablePerplexities{3, 8, 9, 4};
  CHECK(create(Json::object()).at("parameters").at("zeroed") == 8);
}

TEST_CASE("find_the_bug: which line, and what the repaired program gives") {
  const Exercise& exercise = find("find_the_bug");
  CHECK(ids(exercise) ==
        Ids{"sines_only", "constant_over_keys", "index_modulo", "exponent_off_by_one", "cache_offset_reset"});
  struct Expected {
    std::string variant, line;
    std::vector<double> repaired, faulty;
  };
  for (const auto& [variant, line, repaired, faulty] :
       {Expected{"sines_only", "line_4", {0.141, -0.990, 0.030, 1.000}, {0.141, 0.141, 0.030, 0.030}},
        Expected{"constant_over_keys", "line_2", {-1.5, -1, 0}, {-1.5, -1.5, -1.5}},
        Expected{"index_modulo", "line_2", {7, -1, -1}, {7, 0, 3}},
        Expected{"exponent_off_by_one", "line_3", {0.5, 0.25, 0.00390625}, {1, 0.5, 0.0078125}},
        Expected{"cache_offset_reset", "line_2", {8, 10}, {0, 2}}}) {
    INFO(variant);
    const Parameters p = program(variant);
    CHECK(exercise.solve(p).choice == line);
    require_close(exercise.solve(p).numbers, repaired);
    require_close(mistake(exercise, p, variant), faulty);
    const auto verdict = [&](const Json& given) { return real_grader(exercise, p, given); };
    CHECK(verdict({{"choice", line}, {"numbers", repaired}}).verdict == Verdict::correct);
    CHECK(names(verdict({{"choice", line}, {"numbers", faulty}}), variant));
    CHECK(verdict(line).verdict == Verdict::malformed);  // the line alone is no repair
    for (const std::string& other : choice_ids(exercise, p)) {
      if (other == line) continue;
      const Grade wrong = verdict(other);
      CHECK(wrong.verdict == Verdict::incorrect);
      CHECK(exercise.evidence(p, {other, {}}));
    }
    // Of five variants one is in this program; the others cannot be made here.
    CHECK(applicable_mistakes(exercise, p).size() == 1);
    CHECK(applicable(exercise, p, variant));
  }
}

TEST_CASE("find_the_bug: what the mistake leads to is run") {
  const Exercise& exercise = find("find_the_bug");
  // A constant bias leaves the weights of equal keys equal.
  const auto weights = exercise.trial(program("constant_over_keys"), {});
  REQUIRE(weights.size() == 3);
  for (const TrialRow& row : weights) CHECK_THAT(row.mistaken, Catch::Matchers::WithinAbs(1 / 3.0, 1e-12));
  CHECK(weights[2].right > weights[1].right);
  CHECK(weights[1].right > weights[0].right);
  // Eight positions apart, and none: cos(8) + cos(0.08), and 2.
  const auto score = exercise.trial(program("cache_offset_reset"), {});
  REQUIRE(score.size() == 1);
  CHECK_THAT(score[0].right, Catch::Matchers::WithinAbs(std::cos(8) + std::cos(0.08), 1e-12));
  CHECK_THAT(score[0].mistaken, Catch::Matchers::WithinAbs(2, 1e-12));
}

}  // namespace whereabouts::exercises::test
