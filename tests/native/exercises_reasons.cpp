// What is said of a wrong answer beside that it is wrong: a reason for every choice, and in the run of a mistake
// nothing but what differs.
#include <cstdio>

#include "exercises/exercises.hpp"
#include "exercises/json.hpp"
#include "exercises_shown.hpp"

namespace whereabouts::exercises::test {
namespace {

constexpr int tried = 100;

/// Wrong choices that are told neither the mistake that they show nor what speaks against them.
Breaches unexplained(const Exercise& exercise) {
  Breaches breaches;
  for (int seed = 0; seed < tried; ++seed) {
    const Parameters p = real_generator(exercise, seed);
    for (const Choice& choice : exercise.choices(p)) {
      if (choice.id == exercise.solve(p).choice) continue;
      const Grade result = real_grader(exercise, p, Json(choice.id));
      if (result.passed() || (result.mistakes.empty() && !exercise.evidence(p, {choice.id, {}})))
        breaches.push_back(exercise.id + ": " + choice.id + " at " + p.json().dump());
    }
  }
  return breaches;
}

std::string printed(double number, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, number);
  const std::string shown = text;
  return shown.find_first_not_of("-0.") == std::string::npos ? "0" : shown;
}

using Show = std::vector<TrialRow> (*)(std::vector<TrialRow>);

/// Rows of what a mistake leads to that have the same number on both sides.
Breaches alike(const Exercise& exercise, Show show) {
  Breaches breaches;
  for (int seed = 0; seed < tried; ++seed) {
    const Parameters p = real_generator(exercise, seed);
    for (const Mistake& mistake : applicable_mistakes(exercise, p))
      for (const TrialRow& row : show(exercise.trial(p, mistake.made.answer)))
        if (printed(row.right, row.decimals) == printed(row.mistaken, row.decimals))
          breaches.push_back(exercise.id + ": " + row.label.key + " of " + mistake.misconception->id);
  }
  return breaches;
}

}  // namespace

TEST_CASE("choices: every wrong one is told why") {
  int with_choices = 0;
  for (const Exercise& exercise : course()) {
    if (exercise.answer != AnswerKind::choice) continue;
    ++with_choices;
    const Breaches breaches = unexplained(exercise);
    INFO((breaches.empty() ? "" : breaches.front()));
    CHECK(breaches.empty());
  }
  CHECK(with_choices == 4);
}

TEST_CASE("choices: one without a reason is found") {
  for (std::size_t left_out = 0; left_out < find("permute").misconceptions.size(); ++left_out) {
    Exercise poorer = find("permute");
    poorer.misconceptions.erase(poorer.misconceptions.begin() + std::ptrdiff_t(left_out));
    CHECK_FALSE(unexplained(poorer).empty());
  }
  Exercise silent = find("find_the_bug");
  silent.evidence = [](const Parameters&, const Answer&) { return std::optional<Text>{}; };
  CHECK_FALSE(unexplained(silent).empty());
}

TEST_CASE("trials: the two sides of a row are printed differently") {
  for (const Exercise& exercise : course()) {
    const Breaches breaches = alike(exercise, printed_apart);
    INFO((breaches.empty() ? "" : breaches.front()));
    CHECK(breaches.empty());
  }
  // As they come out, some are the same: turned too late, nothing changes where nothing may.
  CHECK_FALSE(alike(find("rope_place"), [](std::vector<TrialRow> rows) { return rows; }).empty());
}

TEST_CASE("trials: decimals are added where that shows a difference; what is the same but for rounding goes") {
  const auto rows = printed_apart({{{"large"}, 0.5, 0.25},
                                   {{"small"}, 0.0, 0.0004},
                                   {{"rounding"}, 1e-16, 0},
                                   {{"negative"}, -0.0001, 0.0001, 1},
                                   {{"too small"}, 2, 2 + 1e-8}});
  REQUIRE(rows.size() == 3);
  CHECK((rows[0].label.key == "large" && rows[0].decimals == 3));
  CHECK((rows[1].label.key == "small" && rows[1].decimals == 4));
  CHECK((rows[2].label.key == "negative" && rows[2].decimals == 4));
}

TEST_CASE("trials: turned too late, it is what must change and does not that is shown") {
  const Exercises exercises(models(), measured());
  const Json instance = exercises.create_instance("rope_place", 3, {{"pipeline", "together"}});
  const Json order{"count", "project", "aside", "store", "score", "rotate", "softmax", "mix"};
  const Json grade = exercises.grade(instance, order);
  REQUIRE(grade.at("misconception").at("id") == "after_softmax");
  const Json& first = grade.at("misconception").at("trial").at(0);
  CHECK(first.at("label").at("key") == "exercise.rope_place.trial_apart");
  CHECK(first.at("right").get<double>() > 1e-3);
  CHECK(first.at("mistaken") == 0.0);
}

}  // namespace whereabouts::exercises::test
