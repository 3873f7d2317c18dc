// Exercises that ask for a function in JavaScript. The page runs it (never this core) on the cases of the instance and
// sends what it returned; every row of that is an instance of an exercise which asks for the same by hand, so truth,
// tolerance and mistakes are those of that exercise: a program is graded by the values it makes, its text is not read.
#pragma once

#include <string>
#include <vector>

#include "exercises/exercise.hpp"
#include "exercises/grading.hpp"

namespace whereabouts::exercises {

/// Programs compute every digit: room for single precision at positions up to about a thousand, and no more.
constexpr Tolerance of_programs{1e-4, false};

/// Sets answer, parameters, check, truth, misconceptions, equivalents and tolerance of `exercise` from those of
/// `by_hand`; `code.references` is left to be set here. A mistaken program makes one mistake in every row. A mistake
/// with several forms makes them in the same order in every row; where it makes none, its program is right.
void set_code(Exercise& exercise, Exercise by_hand, Code code);

/// The numbers of an answer as the function returns them: a list of outputs, one a case.
Json outputs_of(const Exercise& exercise, const Parameters& parameters, const std::vector<double>& numbers);

/// Where a number of an answer stands: {"index": the case, "row": unless the function returns one row, "entry"}.
Json place_of(const Exercise& exercise, const Parameters& parameters, std::size_t number);

/// Grades a list of outputs, one a case. The list may end early, where the function failed: the cases before that are
/// graded, and a missing or unreadable output is malformed ("outputs", its case in `field`) only if they are all right.
/// What is off is found beside the truth or the equivalent, whichever more of the numbers agree with. A mistake counts
/// when it explains everything, or else all of the first case that is wrong (`partly`).
Grade grade_outputs(const Exercise& exercise, const Parameters& parameters, const Json& given);

}  // namespace whereabouts::exercises
