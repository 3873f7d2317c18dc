#include "exercises/instance.hpp"

#include <exception>

#include "error.hpp"
#include "exercises/grading.hpp"

namespace whereabouts::exercises {
namespace {

constexpr double needed_distance = 4;   // in tolerances
constexpr double same_distance = 1e-6;  // in tolerances: equal but for rounding
constexpr int most_draws = 200;  // a draw is kept more often than not, so this many fail only where none can be kept

struct Candidate {
  const Misconception* misconception;  // null: truth or an equivalent
  Answer answer;
};

bool told_apart(const Candidate& a, const Candidate& b, const Tolerance& tolerance) {
  if (a.misconception && a.misconception == b.misconception) return true;  // two forms of one mistake have one name
  const double apart = distance(a.answer, b.answer, tolerance);
  return apart > needed_distance || (a.misconception && b.misconception && apart < same_distance);
}

}  // namespace

bool answers_are_separate(const Exercise& exercise, const Parameters& parameters) {
  std::vector<Candidate> candidates{{nullptr, exercise.solve(parameters)}};
  const auto same_as_right = [&](const Answer& answer) {
    for (const Candidate& candidate : candidates)
      if (!candidate.misconception && distance(answer, candidate.answer, exercise.tolerance) < same_distance)
        return true;
    return false;
  };
  for (MistakenAnswer& other : exercise.equivalents(parameters))
    if (!same_as_right(other.answer)) candidates.push_back({nullptr, std::move(other.answer)});
  for (const Misconception& misconception : exercise.misconceptions)
    for (MistakenAnswer& made : misconception.make(parameters))
      if (!same_as_right(made.answer)) candidates.push_back({&misconception, std::move(made.answer)});
  for (std::size_t i = 0; i < candidates.size(); ++i)
    for (std::size_t j = i + 1; j < candidates.size(); ++j)
      if (!told_apart(candidates[i], candidates[j], exercise.tolerance)) return false;
  return true;
}

Parameters draw_parameters(const Exercise& exercise, std::uint64_t seed, const Json& fixed) {
  const Json checked = check_parameters(exercise.parameters, fixed, false);
  const bool nothing_to_draw = checked.size() == exercise.parameters.size();
  Random random(seed);
  std::optional<Parameters> first;
  std::exception_ptr misfit;
  for (int attempt = 0; attempt < (nothing_to_draw ? 1 : most_draws); ++attempt) {
    Draw draw(random, checked);
    exercise.draw(draw);
    Parameters parameters(draw.values());
    try {
      exercise.check(parameters);
    } catch (const Error&) {  // a drawn parameter may not fit a fixed one; another draw may
      misfit = std::current_exception();
      continue;
    }
    if (answers_are_separate(exercise, parameters)) return parameters;
    if (!first) first = std::move(parameters);
  }
  if (!first) std::rethrow_exception(misfit);
  return *std::move(first);
}

}  // namespace whereabouts::exercises
