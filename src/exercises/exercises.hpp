// Everything the page can ask about exercises, as Json in and Json out. Nothing is kept between calls: an instance
// carries its id and parameters, and whatever else it holds is made again from those, so that a changed instance cannot
// cheat or crash.
//
// Wherever a sentence stands, there is {"key": ..., "values": {...}} for the message catalogue (see Text in
// exercise.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exercises/exercise.hpp"
#include "exercises/measured.hpp"
#include "exercises/model_rows.hpp"

namespace whereabouts::exercises {

class Exercises {
 public:
  /// Both must outlive this; what was measured may be filled in later.
  Exercises(const ModelRows& models, const Measured& measured);

  /// [{id, lesson, title, answer: "numbers" | "choice" | "order" | "code", parameters: [{name, type, minimum?,
  /// maximum?, choices?}]}]
  Json list() const;

  /// {id, seed, parameters, prompt, answer, given?: [{label, numbers}], fields?: [{label, decimals}],
  ///  choices?: [{id, text, fixed?, places?}], lines?, columns?, function?, starter?, tolerance, relative}
  /// given: rows that the prompt needs, their numbers as {value, decimals}, to be shown in a table. columns: fields
  /// side by side. function: the name of the function to be written, which the program `starter` begins. tolerance is
  /// in the unit of the answer, or a fraction of the truth where relative is true. seed: whole, 0 .. 2^53 - 1. Errors:
  /// "unknown_choice" for the id or a parameter name; what check_parameters throws.
  Json create_instance(const std::string& id, double seed, const Json& fixed_parameters) const;

  /// answer: a list of numbers; where there are choices the id of one, or {choice, numbers} where the instance has
  /// both; the ids of the steps where an order is asked for; where a function is asked for, a list of what it returned,
  /// one output a case (see grade_outputs). An entry that could not be read may be null or NaN: malformed, with its
  /// field named. {verdict, passed, max_error: number | null, tolerance, first_mismatch: {index, got: number | null} |
  /// null (of programs: the case, and the row and entry in its output),
  ///  misconception: {id, title, explanation, mistaken, trial?: [{label, right, mistaken, decimals}]} | null,
  ///  misconceptions: [the same, all that coincide here], note: text | null, right: of programs, the outputs that
  ///  theirs are compared with}
  Json grade(const Json& instance, const Json& answer) const;

  /// The n-th hint, from 0, or null.
  Json hint(const Json& instance, double n) const;

  /// {answer, steps, program?}: the answer in the form that grade takes; the program where one is asked for.
  Json solution(const Json& instance) const;

  /// [{arguments, hidden}]: the calls to make of a learner's function; empty where none is asked for.
  Json code_cases(const Json& instance) const;

  /// [{id, title, explanation, source?, applicable}]; without an instance (null) all count as applicable.
  Json misconceptions(const std::string& id, const Json& instance) const;

  /// The mistaken answer, in the form that grade takes: the first form of the mistake that is applicable, else the
  /// first one. Error "mistake_not_possible" where it cannot be made with these parameters.
  Json run_mistake(const Json& instance, const std::string& misconception) const;

 private:
  const Exercise& exercise(std::string_view id) const;
  const Exercise& exercise_of(const Json& instance) const;

  std::vector<Exercise> exercises_;
};

}  // namespace whereabouts::exercises
