// What the tests of shown instances share: an instance with these parameters, and what a mistake makes of it.
#pragma once

#include "catch_amalgamated.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {

inline Parameters at(const Exercise& exercise, const Json& values) {
  Parameters parameters(check_parameters(exercise.parameters, values, true));
  exercise.check(parameters);
  return parameters;
}

inline void require_close(const std::vector<double>& got, const std::vector<double>& expected,
                          double tolerance = 5.01e-4) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) REQUIRE_THAT(got[i], Catch::Matchers::WithinAbs(expected[i], tolerance));
}

/// What the misconception makes; the only answer, or the one of this variant.
inline std::vector<double> mistake(const Exercise& exercise, const Parameters& p, const std::string& id,
                                   const std::string& variant = "") {
  for (const Misconception& misconception : exercise.misconceptions)
    if (misconception.id == id)
      for (const MistakenAnswer& made : misconception.make(p))
        if (made.variant == variant) return made.answer.numbers;
  FAIL("no " << id);
  return {};
}

inline std::vector<std::string> ids(const Exercise& exercise) {
  std::vector<std::string> ids;
  for (const Misconception& misconception : exercise.misconceptions) ids.push_back(misconception.id);
  return ids;
}

inline bool applicable(const Exercise& exercise, const Parameters& p, const std::string& id) {
  for (const Mistake& mistake : applicable_mistakes(exercise, p))
    if (mistake.misconception->id == id) return true;
  return false;
}

using Ids = std::vector<std::string>;

}  // namespace whereabouts::exercises::test
