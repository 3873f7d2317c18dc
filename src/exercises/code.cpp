#include "exercises/code.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace whereabouts::exercises {
namespace {

using Numbers = std::vector<double>;

/// What is made of one row, a mistake or an equivalent, in every row of every case, form by form. Where a row knows
/// fewer forms than another, its last one is theirs too; where it knows none, the program is right there.
std::vector<MistakenAnswer> in_every_row(const Code& code, const MakeMistake& make, const Parameters& parameters) {
  std::vector<std::vector<MistakenAnswer>> rows;
  std::vector<Numbers> right;
  std::size_t forms = 0;
  for (const CodeCase& each : code.cases(parameters))
    for (const Parameters& row : each.rows) {
      rows.push_back(make(row));
      right.push_back(code.solve_row(row).numbers);
      forms = std::max(forms, rows.back().size());
    }
  std::vector<MistakenAnswer> programs(forms);
  for (std::size_t form = 0; form < forms; ++form)
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto& made = rows[row];
      const MistakenAnswer* here = made.empty() ? nullptr : &made[std::min(form, made.size() - 1)];
      const Numbers& returned = here ? here->answer.numbers : right[row];
      auto& numbers = programs[form].answer.numbers;
      numbers.insert(numbers.end(), returned.begin(), returned.end());
      if (here) programs[form].variant = here->variant;
    }
  return programs;
}

bool read_row(const Json& given, std::size_t size, Numbers& numbers) {
  if (!given.is_array() || given.size() != size) return false;
  for (const Json& entry : given) {
    if (!entry.is_number() || !std::isfinite(entry.get<double>())) return false;
    numbers.push_back(entry.get<double>());
  }
  return true;
}

bool read_output(const Json& given, const std::vector<std::size_t>& rows, bool one_row, Numbers& numbers) {
  if (one_row) return read_row(given, rows.front(), numbers);
  if (!given.is_array() || given.size() != rows.size()) return false;
  for (std::size_t row = 0; row < rows.size(); ++row)
    if (!read_row(given[row], rows[row], numbers)) return false;
  return true;
}

/// The numbers [begin, end) of an answer.
Answer part(const Answer& answer, std::size_t begin, std::size_t end) {
  const auto first = answer.numbers.begin();
  return {"", {first + std::ptrdiff_t(begin), first + std::ptrdiff_t(end)}};
}

/// Where each case ends, in numbers.
std::vector<std::size_t> ends_of(const std::vector<std::vector<std::size_t>>& shape) {
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (const auto& rows : shape) {
    for (const std::size_t size : rows) end += size;
    ends.push_back(end);
  }
  return ends;
}

}  // namespace

void set_code(Exercise& exercise, const Exercise& by_hand, Code code) {
  code.solve_row = by_hand.solve;
  exercise.answer = AnswerKind::code;
  exercise.tolerance = of_programs;
  exercise.solve = [code](const Parameters& p) {
    Answer answer;
    for (const CodeCase& each : code.cases(p))
      for (const Parameters& row : each.rows) {
        const Numbers numbers = code.solve_row(row).numbers;
        answer.numbers.insert(answer.numbers.end(), numbers.begin(), numbers.end());
      }
    return answer;
  };
  for (const Misconception& known : by_hand.misconceptions) {
    const auto make = [code, make = known.make](const Parameters& p) { return in_every_row(code, make, p); };
    exercise.misconceptions.push_back(
        {known.id, make, known.has_source, known.words.empty() ? by_hand.id : known.words});
  }
  exercise.equivalents = [code, make = by_hand.equivalents](const Parameters& p) {
    return in_every_row(code, make, p);
  };
  exercise.code = std::move(code);
}

std::vector<std::vector<std::size_t>> code_shape(const Exercise& exercise, const Parameters& parameters) {
  std::vector<std::vector<std::size_t>> shape;
  for (const CodeCase& each : exercise.code->cases(parameters)) {
    shape.emplace_back();
    for (const Parameters& row : each.rows) shape.back().push_back(exercise.code->solve_row(row).numbers.size());
  }
  return shape;
}

Json outputs_of(const Exercise& exercise, const Parameters& parameters, const std::vector<double>& numbers) {
  Json outputs = Json::array();
  auto next = numbers.begin();
  for (const auto& sizes : code_shape(exercise, parameters)) {
    Json rows = Json::array();
    for (const std::size_t size : sizes) {
      rows.push_back(Numbers(next, next + std::ptrdiff_t(size)));
      next += std::ptrdiff_t(size);
    }
    outputs.push_back(exercise.code->one_row ? rows[0] : rows);
  }
  return outputs;
}

Json place_of(const Exercise& exercise, const Parameters& parameters, std::size_t number) {
  const auto shape = code_shape(exercise, parameters);
  for (std::size_t index = 0; index < shape.size(); ++index)
    for (std::size_t row = 0; row < shape[index].size(); ++row) {
      if (number >= shape[index][row]) {
        number -= shape[index][row];
        continue;
      }
      Json place{{"index", index}, {"entry", number}};
      if (!exercise.code->one_row) place["row"] = row;
      return place;
    }
  return nullptr;
}

Grade grade_outputs(const Exercise& exercise, const Parameters& parameters, const Json& given) {
  Grade result;
  result.max_error = std::numeric_limits<double>::infinity();
  const auto shape = code_shape(exercise, parameters);
  const auto ends = ends_of(shape);
  Answer answer;
  std::size_t read = 0;  // cases
  while (given.is_array() && read < shape.size() && read < given.size() &&
         read_output(given[read], shape[read], exercise.code->one_row, answer.numbers))
    ++read;
  const std::size_t known = read > 0 ? ends[read - 1] : 0;
  answer = part(answer, 0, known);  // without the readable rows of an output that is not
  const Answer truth = part(exercise.solve(parameters), 0, known);
  const Comparison with_truth = compare(answer, truth, exercise.tolerance);
  if (with_truth.passed) {
    result.verdict = read == shape.size() ? Verdict::correct : Verdict::malformed;
    if (result.verdict == Verdict::correct) result.max_error = with_truth.max_error;
    if (result.verdict == Verdict::malformed) result.malformed = Malformed{"outputs", Json::object(), read};
    return result;
  }
  for (const MistakenAnswer& other : exercise.equivalents(parameters))
    if (read == shape.size() && compare(answer, other.answer, exercise.tolerance).passed) {
      result.verdict = Verdict::equivalent;
      result.max_error = with_truth.max_error;
      result.equivalent = other;
      return result;
    }
  result.max_error = with_truth.max_error;
  result.first_mismatch = with_truth.first_mismatch;

  const std::size_t wrong = std::upper_bound(ends.begin(), ends.end(), *with_truth.first_mismatch) - ends.begin();
  const auto mistakes = applicable_mistakes(exercise, parameters);
  const auto explain = [&](std::size_t begin, std::size_t end) {
    const Answer got = part(answer, begin, end);
    for (const Mistake& mistake : mistakes) {
      const bool named = std::any_of(result.mistakes.begin(), result.mistakes.end(), [&](const Mistake& earlier) {
        return earlier.misconception == mistake.misconception;
      });
      if (!named && compare(got, part(mistake.made.answer, begin, end), exercise.tolerance).passed)
        result.mistakes.push_back(mistake);
    }
  };
  explain(0, known);
  result.partly = result.mistakes.empty() || read < shape.size();
  if (result.mistakes.empty()) explain(wrong > 0 ? ends[wrong - 1] : 0, ends[wrong]);
  result.verdict = result.mistakes.empty() ? Verdict::incorrect : Verdict::misconception;
  return result;
}

}  // namespace whereabouts::exercises
