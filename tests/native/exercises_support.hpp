// What the tests of exercises share: the promises of grading and drawing as functions that list every breach, so that a
// deliberately broken grader or generator can be shown to be caught by the very same functions.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"
#include "exercises/code.hpp"
#include "exercises/exercise.hpp"
#include "exercises/grading.hpp"
#include "exercises/instance.hpp"
#include "exercises/registry.hpp"
#include "exercises/seeded_model.hpp"
#include "golden.hpp"

namespace whereabouts::exercises::test {

using whereabouts::test::max_difference;

using Breaches = std::vector<std::string>;
using Grader = std::function<Grade(const Exercise&, const Parameters&, const Json&)>;
using Generator = std::function<Parameters(const Exercise&, std::uint64_t)>;

inline SeededModel& models() {
  static SeededModel models;
  return models;
}

/// Made up: what the cards say is the package's to hand in.
inline const Measured& measured() {
  static const Measured measured{TablePerplexities{5.1, 19.8, 28.8, 7.4}};
  return measured;
}

inline const std::vector<Exercise>& course() {
  static const std::vector<Exercise> exercises = all_exercises(models(), measured());
  return exercises;
}

inline const Exercise& find(std::string_view id) {
  return *std::find_if(course().begin(), course().end(), [&](const Exercise& exercise) { return exercise.id == id; });
}

inline Grade real_grader(const Exercise& exercise, const Parameters& parameters, const Json& given) {
  return grade(exercise, parameters, given);
}

inline Parameters real_generator(const Exercise& exercise, std::uint64_t seed) {
  return draw_parameters(exercise, seed, Json::object());
}

/// The answer as the page sends it.
inline Json sent(const Exercise& exercise, const Parameters& parameters, const Answer& answer) {
  if (exercise.answer == AnswerKind::numbers) return answer.numbers;
  if (exercise.code) return outputs_of(exercise, parameters, answer.numbers);
  if (exercise.answer == AnswerKind::order) return answer.order;
  return {{"choice", answer.choice}, {"numbers", answer.numbers}};
}

/// As a learner types it: with the decimals that are asked for.
inline Answer typed(const Exercise& exercise, const Parameters& parameters, Answer answer) {
  const auto fields = exercise.fields(parameters);
  for (std::size_t i = 0; i < answer.numbers.size() && i < fields.size(); ++i) {
    const double unit = std::pow(10.0, fields[i].decimals);
    answer.numbers[i] = std::round(answer.numbers[i] * unit) / unit;
  }
  return answer;
}

inline bool names(const Grade& grade, const std::string& id) {
  return std::any_of(grade.mistakes.begin(), grade.mistakes.end(),
                     [&](const Mistake& mistake) { return mistake.misconception->id == id; });
}

/// The truth, exact and as typed, is correct and called nothing else.
inline void check_truth(const Exercise& exercise, const Parameters& p, const Grader& grader, Breaches& breaches) {
  const Answer truth = exercise.solve(p);
  for (const Answer& answer : {truth, typed(exercise, p, truth)}) {
    const Grade result = grader(exercise, p, sent(exercise, p, answer));
    if (result.verdict != Verdict::correct || !result.passed() || !result.mistakes.empty())
      breaches.push_back(exercise.id + ": truth is " + std::string(to_string(result.verdict)) + " at " +
                         p.json().dump());
  }
}

/// Every applicable mistake, exact and as typed, fails and is recognised under its own id.
inline void check_mistakes(const Exercise& exercise, const Parameters& p, const Grader& grader, Breaches& breaches) {
  for (const Mistake& mistake : applicable_mistakes(exercise, p))
    for (const Answer& answer : {mistake.made.answer, typed(exercise, p, mistake.made.answer)}) {
      const Grade result = grader(exercise, p, sent(exercise, p, answer));
      const std::string id = mistake.misconception->id;
      if (result.passed()) breaches.push_back(exercise.id + ": " + id + " passes at " + p.json().dump());
      if (result.verdict != Verdict::misconception || !names(result, id))
        breaches.push_back(exercise.id + ": " + id + " is not recognised at " + p.json().dump());
    }
}

inline Breaches breaches_of_grading(const Exercise& exercise, int seeds, const Grader& grader) {
  Breaches breaches;
  for (int seed = 0; seed < seeds; ++seed) {
    const Parameters p = real_generator(exercise, seed);
    check_truth(exercise, p, grader, breaches);
    check_mistakes(exercise, p, grader, breaches);
  }
  return breaches;
}

/// How far apart two answers lie in tolerances, written without the engine's own comparison.
inline double tolerances_apart(const Exercise& exercise, const Answer& a, const Answer& b) {
  if (a.choice != b.choice || a.numbers.size() != b.numbers.size()) return HUGE_VAL;
  double farthest = 0;
  for (std::size_t i = 0; i < a.numbers.size(); ++i) {
    const double size = std::max(std::abs(a.numbers[i]), std::abs(b.numbers[i]));
    const double unit = exercise.tolerance.relative ? exercise.tolerance.value * size : exercise.tolerance.value;
    if (a.numbers[i] != b.numbers[i]) farthest = std::max(farthest, std::abs(a.numbers[i] - b.numbers[i]) / unit);
  }
  return farthest;
}

/// Truth and every mistake lie more than four tolerances apart, or are the same.
inline void check_separation(const Exercise& exercise, const Parameters& p, Breaches& breaches) {
  struct Named {
    std::string name;
    Answer answer;
  };
  std::vector<Named> answers{{"truth", exercise.solve(p)}};
  for (auto& other : exercise.equivalents(p)) answers.push_back({"equivalent", other.answer});
  for (const Misconception& misconception : exercise.misconceptions)
    for (auto& made : misconception.make(p)) answers.push_back({misconception.id, made.answer});
  for (std::size_t i = 0; i < answers.size(); ++i)
    for (std::size_t j = i + 1; j < answers.size(); ++j) {
      const double apart = tolerances_apart(exercise, answers[i].answer, answers[j].answer);
      if (answers[i].name != answers[j].name && apart <= 4 && apart > 1e-6)
        breaches.push_back(exercise.id + ": " + answers[i].name + " and " + answers[j].name + " are " +
                           std::to_string(apart) + " tolerances apart at " + p.json().dump());
    }
}

/// Instances are separate, sound, and at least a fifth of them different.
inline Breaches breaches_of_drawing(const Exercise& exercise, int seeds, const Generator& generator) {
  Breaches breaches;
  std::set<std::string> different;
  for (int seed = 0; seed < seeds; ++seed) {
    const Parameters p = generator(exercise, seed);
    if (p.json() != generator(exercise, seed).json()) breaches.push_back(exercise.id + ": a seed gives two instances");
    try {
      check_parameters(exercise.parameters, p.json(), true);
      exercise.check(p);
    } catch (const Error& error) {
      breaches.push_back(exercise.id + ": an instance outside its own description: " + error.what());
      continue;
    }
    check_separation(exercise, p, breaches);
    different.insert(p.json().dump());
  }
  if (different.size() * 5 < std::size_t(seeds))
    breaches.push_back(exercise.id + ": only " + std::to_string(different.size()) + " different instances");
  return breaches;
}

}  // namespace whereabouts::exercises::test
