#include "exercises/code.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace whereabouts::exercises {

using Numbers = std::vector<double>;

/// Kept for the instance that was asked about last: drawing it and each grade of it ask for all of this several times,
/// and a learner tries one instance again and again.
class References {
 public:
  References(decltype(Code::cases) cases, Exercise by_hand) : cases_(cases), by_hand_(std::move(by_hand)) {}

  std::vector<std::vector<std::size_t>> shape;     // how many numbers each row of each case has
  std::vector<std::size_t> ends;                   // where each case ends, in numbers
  Answer truth;                                    // of all cases, one after the other
  std::vector<std::vector<MistakenAnswer>> wrong;  // of each misconception
  std::vector<MistakenAnswer> equivalents;

  const References& at(const Parameters& parameters) {
    if (parameters_ == parameters.json()) return *this;
    parameters_ = nullptr;  // until all of it is there
    shape.clear();
    ends.clear();
    truth.numbers.clear();
    wrong.clear();
    rows_.clear();
    right_.clear();
    for (const CodeCase& each : cases_(parameters)) {
      shape.emplace_back();
      for (const Parameters& row : each.rows) {
        rows_.push_back(row);
        right_.push_back(by_hand_.solve(row).numbers);
        shape.back().push_back(right_.back().size());
        append(truth.numbers, right_.back());
      }
      ends.push_back(truth.numbers.size());
    }
    for (const Misconception& known : by_hand_.misconceptions) wrong.push_back(in_every_row(known.make));
    equivalents = in_every_row(by_hand_.equivalents);
    parameters_ = parameters.json();
    return *this;
  }

 private:
  static void append(Numbers& numbers, const Numbers& more) { numbers.insert(numbers.end(), more.begin(), more.end()); }

  /// What is made of one row, a mistake or an equivalent, in every row of every case, form by form. Where a row knows
  /// fewer forms than another, its last one is theirs too; where it knows none, the program is right there.
  std::vector<MistakenAnswer> in_every_row(const MakeMistake& make) const {
    std::vector<std::vector<MistakenAnswer>> made;
    std::size_t forms = 0;
    for (const Parameters& row : rows_) {
      made.push_back(make(row));
      forms = std::max(forms, made.back().size());
    }
    std::vector<MistakenAnswer> programs(forms);
    for (std::size_t form = 0; form < forms; ++form)
      for (std::size_t row = 0; row < made.size(); ++row) {
        if (made[row].empty()) {
          append(programs[form].answer.numbers, right_[row]);
          continue;
        }
        const MistakenAnswer& here = made[row][std::min(form, made[row].size() - 1)];
        append(programs[form].answer.numbers, here.answer.numbers);
        programs[form].variant = here.variant;
      }
    return programs;
  }

  decltype(Code::cases) cases_;
  Exercise by_hand_;
  Json parameters_;
  std::vector<Parameters> rows_;
  std::vector<Numbers> right_;  // of each row
};

namespace {

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

}  // namespace

void set_code(Exercise& exercise, Exercise by_hand, Code code) {
  exercise.answer = AnswerKind::code;
  exercise.tolerance = of_programs;
  exercise.parameters = by_hand.parameters;
  exercise.check = by_hand.check;
  for (const Misconception& known : by_hand.misconceptions)
    exercise.misconceptions.push_back({known.id, {}, known.has_source, known.words.empty() ? by_hand.id : known.words});
  const auto references = code.references = std::make_shared<References>(code.cases, std::move(by_hand));
  for (std::size_t i = 0; i < exercise.misconceptions.size(); ++i)
    exercise.misconceptions[i].make = [references, i](const Parameters& p) { return references->at(p).wrong[i]; };
  exercise.solve = [references](const Parameters& p) { return references->at(p).truth; };
  exercise.equivalents = [references](const Parameters& p) { return references->at(p).equivalents; };
  exercise.code = std::move(code);
}

Json outputs_of(const Exercise& exercise, const Parameters& parameters, const std::vector<double>& numbers) {
  Json outputs = Json::array();
  auto next = numbers.begin();
  for (const auto& sizes : exercise.code->references->at(parameters).shape) {
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
  const auto& shape = exercise.code->references->at(parameters).shape;
  for (std::size_t index = 0; index < shape.size(); ++index)
    for (std::size_t row = 0; row < shape[index].size(); ++row) {
      if (number >= shape[index][row]) {
        number -= shape[index][row];
        continue;
      }
      Json place;
      place["index"] = index;
      place["entry"] = number;
      if (!exercise.code->one_row) place["row"] = row;
      return place;
    }
  return nullptr;
}

Grade grade_outputs(const Exercise& exercise, const Parameters& parameters, const Json& given) {
  Grade result;
  result.max_error = std::numeric_limits<double>::infinity();
  const References& with = exercise.code->references->at(parameters);
  const std::size_t cases = with.shape.size();
  Answer answer;
  std::size_t read = 0;  // cases
  while (given.is_array() && read < cases && read < given.size() &&
         read_output(given[read], with.shape[read], exercise.code->one_row, answer.numbers))
    ++read;
  const std::size_t known = read > 0 ? with.ends[read - 1] : 0;
  answer = part(answer, 0, known);  // without the readable rows of an output that is not

  const auto compared = [&](const Answer& right) { return compare(answer, part(right, 0, known), exercise.tolerance); };
  Comparison nearest = compared(with.truth);
  result.right = with.truth;
  for (const MistakenAnswer& other : with.equivalents) {
    const Comparison here = compared(other.answer);
    if (here.agreeing <= nearest.agreeing) continue;
    nearest = here;
    result.right = other.answer;
    result.equivalent = other;
  }
  if (nearest.passed) {
    result.verdict = read < cases ? Verdict::malformed : result.equivalent ? Verdict::equivalent : Verdict::correct;
    if (read == cases)
      result.max_error = nearest.max_error;
    else
      result.malformed = Malformed{"outputs", Json::object(), read};
    return result;
  }
  result.max_error = nearest.max_error;
  result.first_mismatch = nearest.first_mismatch;

  const std::size_t wrong =
      std::upper_bound(with.ends.begin(), with.ends.end(), *nearest.first_mismatch) - with.ends.begin();
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
  result.partly = result.mistakes.empty() || read < cases;
  if (result.mistakes.empty()) explain(wrong > 0 ? with.ends[wrong - 1] : 0, with.ends[wrong]);
  result.verdict = result.mistakes.empty() ? Verdict::incorrect : Verdict::misconception;
  return result;
}

}  // namespace whereabouts::exercises
