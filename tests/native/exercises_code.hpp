// What the tests of programs share: grading what a program returned.
#pragma once

#include "catch_amalgamated.hpp"
#include "exercises/exercises.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {

using Row = std::vector<double>;

inline const Exercises& engine() {
  static const Exercises exercises(models(), measured());
  return exercises;
}

inline std::string verdict(const Json& instance, const Json& answer) {
  const Json grade = engine().grade(instance, answer);
  return grade.at("misconception").is_null() ? grade.at("verdict").get<std::string>()
                                             : grade.at("misconception").at("id").get<std::string>();
}

inline std::string said(const Json& instance, const Json& answer) {
  return engine().grade(instance, answer).at("note").at("key");
}

}  // namespace whereabouts::exercises::test
