// Grading by value. Text is never compared: an answer is right when every number lies within the tolerance of the
// truth, and a mistake is recognised when it lies within the tolerance of what that mistake makes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

/// One answer against another. Errors are in the unit of the tolerance: absolute, or a fraction of the expected number.
struct Comparison {
  bool passed = false;
  double max_error = 0;  // infinite where lengths or choices differ
  std::optional<std::size_t> first_mismatch;
  std::size_t agreeing = 0;  // how many numbers are within the tolerance
};

/// Compares entry by entry. The edge itself passes: the rounding of the difference is added to the tolerance, so that
/// 0.1416 is within 6e-4 of 0.141 although the subtraction gives a little more.
Comparison compare(const Answer& got, const Answer& expected, const Tolerance& tolerance);

/// How many tolerances apart two answers lie, by their farthest entry; infinite where lengths or choices differ.
double distance(const Answer& a, const Answer& b, const Tolerance& tolerance);

/// One mistaken answer with the misconception that makes it, which stays in the exercise that was graded.
struct Mistake {
  const Misconception* misconception = nullptr;
  MistakenAnswer made;
};

/// Every mistaken answer that would not pass at this instance. A misconception all of whose answers would pass is not
/// applicable: there the mistake gives the right answer.
std::vector<Mistake> applicable_mistakes(const Exercise& exercise, const Parameters& parameters);

enum class Verdict { correct, equivalent, misconception, incorrect, malformed };
std::string_view to_string(Verdict verdict);

/// An answer that cannot be compared; `reason` names a sentence "exercise.malformed.<reason>".
struct Malformed {
  std::string reason;  // "not_an_answer", "not_a_choice", "not_an_order", "wrong_length", "not_a_number", "outputs"
  Json values = Json::object();
  std::optional<std::size_t> field;  // the field to mark; of programs, the case
};

/// Reads what the page sends: a list of numbers; where there are choices the id of one, or {"choice": id, "numbers":
/// [...]}; where an order is asked for the ids of all steps, which are then run. Numbers are only asked for with the
/// right choice, and may have the length of a mistaken answer (a concatenation).
std::variant<Answer, Malformed> read_answer(const Exercise& exercise, const Parameters& parameters, const Json& given);

struct Grade {
  Verdict verdict = Verdict::malformed;
  double max_error = 0;
  std::optional<std::size_t> first_mismatch;
  std::vector<Mistake> mistakes;  // nearest first; several where they coincide
  std::optional<MistakenAnswer> equivalent;
  std::optional<Malformed> malformed;
  bool partly = false;               // of programs: the mistake explains only the first case that is wrong
  std::optional<Answer> right = {};  // of programs: the truth, or the equivalent that they come nearer to
  bool passed() const { return verdict == Verdict::correct || verdict == Verdict::equivalent; }
};

Grade grade(const Exercise& exercise, const Parameters& parameters, const Json& given);

/// "exercise.thousands_separator" where an answer becomes the truth once a number of it is taken a thousandfold: 47,117
/// was typed for 47117, and the comma read as the decimal point. For exercises whose truth can be 1000 or more.
std::optional<Text> thousands_separator(const Answer& answer, const Answer& truth, const Tolerance& tolerance);

}  // namespace whereabouts::exercises
