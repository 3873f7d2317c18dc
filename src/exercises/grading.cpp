#include "exercises/grading.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "exercises/code.hpp"

namespace whereabouts::exercises {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double allowed(double expected, const Tolerance& tolerance) {
  return tolerance.relative ? tolerance.value * std::abs(expected) : tolerance.value;
}

/// What rounding can add to |got - expected|: both were rounded once when they were written down or computed, and the
/// difference once more.
double rounding(double got, double expected) {
  return 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(got), std::abs(expected));
}

bool comparable(const Answer& got, const Answer& expected) {
  if (got.choice != expected.choice) return false;
  return got.numbers.size() == expected.numbers.size();
}

/// A mistaken answer that is only a choice stands for that choice with any numbers.
bool only_a_choice(const Answer& answer) { return !answer.choice.empty() && answer.numbers.empty(); }

Comparison compare_with_mistake(const Answer& got, const Answer& mistaken, const Tolerance& tolerance) {
  if (only_a_choice(mistaken)) return compare({got.choice, {}}, mistaken, tolerance);
  return compare(got, mistaken, tolerance);
}

bool passes(const Answer& answer, const Answer& truth, const std::vector<MistakenAnswer>& equivalents,
            const Tolerance& tolerance) {
  if (compare(answer, truth, tolerance).passed) return true;
  return std::any_of(equivalents.begin(), equivalents.end(),
                     [&](const MistakenAnswer& other) { return compare(answer, other.answer, tolerance).passed; });
}

/// The ids, where they name each step once and the fixed ones in their order.
std::optional<std::vector<std::string>> order_in(const Json& given, const std::vector<Choice>& steps) {
  if (!given.is_array() || given.size() != steps.size()) return std::nullopt;
  std::vector<std::string> order;
  auto fixed = steps.begin();
  const auto skip = [&] { fixed = std::find_if(fixed, steps.end(), [](const Choice& step) { return step.fixed; }); };
  skip();
  for (const Json& entry : given) {
    const std::string id = entry.is_string() ? entry.get<std::string>() : "";
    const auto step = std::find_if(steps.begin(), steps.end(), [&](const Choice& step) { return step.id == id; });
    if (step == steps.end() || std::find(order.begin(), order.end(), id) != order.end()) return std::nullopt;
    if (step->fixed) {
      if (step != fixed) return std::nullopt;
      ++fixed;
      skip();
    }
    order.push_back(id);
  }
  return order;
}

std::string choice_in(const Json& given) {
  const Json* choice = &given;
  if (given.is_object()) {
    const auto member = given.find("choice");
    if (member == given.end()) return "";
    choice = &*member;
  }
  return choice->is_string() ? choice->get<std::string>() : "";
}

const Json& numbers_in(const Json& given) {
  static const Json none = Json::array();
  if (!given.is_object()) return given.is_array() ? given : none;
  const auto member = given.find("numbers");
  return member == given.end() || !member->is_array() ? none : *member;
}

}  // namespace

Comparison compare(const Answer& got, const Answer& expected, const Tolerance& tolerance) {
  if (!comparable(got, expected)) return {false, infinite, std::nullopt};
  Comparison result{true, 0, std::nullopt};
  for (std::size_t i = 0; i < expected.numbers.size(); ++i) {
    const double difference = std::abs(got.numbers[i] - expected.numbers[i]);
    const double limit = allowed(expected.numbers[i], tolerance) + rounding(got.numbers[i], expected.numbers[i]);
    if (difference <= limit) {
      ++result.agreeing;
    } else if (result.passed) {
      result.passed = false;
      result.first_mismatch = i;
    }
    const double error = tolerance.relative && difference > 0 ? difference / std::abs(expected.numbers[i]) : difference;
    if (!(error <= result.max_error)) result.max_error = error;
  }
  return result;
}

double distance(const Answer& a, const Answer& b, const Tolerance& tolerance) {
  if (a.choice != b.choice) return infinite;
  if (a.numbers.size() != b.numbers.size()) return infinite;
  double farthest = 0;
  for (std::size_t i = 0; i < a.numbers.size(); ++i) {
    const double difference = std::abs(a.numbers[i] - b.numbers[i]);
    if (difference == 0) continue;
    // The wider of the two tolerances: each is someone's truth here.
    const double unit = std::max(allowed(a.numbers[i], tolerance), allowed(b.numbers[i], tolerance));
    farthest = std::max(farthest, difference / unit);
  }
  return farthest;
}

std::vector<Mistake> applicable_mistakes(const Exercise& exercise, const Parameters& parameters) {
  const Answer truth = exercise.solve(parameters);
  const auto equivalents = exercise.equivalents(parameters);
  std::vector<Mistake> applicable;
  for (const Misconception& misconception : exercise.misconceptions)
    for (MistakenAnswer& made : misconception.make(parameters))
      if (!passes(made.answer, truth, equivalents, exercise.tolerance))
        applicable.push_back({&misconception, std::move(made)});
  return applicable;
}

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::correct:
      return "correct";
    case Verdict::equivalent:
      return "equivalent";
    case Verdict::misconception:
      return "misconception";
    case Verdict::incorrect:
      return "incorrect";
    case Verdict::malformed:
      return "malformed";
  }
  return "malformed";
}

std::variant<Answer, Malformed> read_answer(const Exercise& exercise, const Parameters& parameters, const Json& given) {
  const Answer truth = exercise.solve(parameters);
  Answer answer;
  if (exercise.answer == AnswerKind::order) {
    const auto order = order_in(given, exercise.choices(parameters));
    if (!order) return Malformed{"not_an_order", Json::object(), {}};
    return Answer{"", exercise.run_order(parameters, *order), *order};
  }
  if (exercise.answer == AnswerKind::choice) {
    if (!given.is_string() && !given.is_object()) return Malformed{"not_an_answer", Json::object(), {}};
    answer.choice = choice_in(given);
    const auto choices = exercise.choices(parameters);
    if (std::none_of(choices.begin(), choices.end(), [&](const Choice& choice) { return choice.id == answer.choice; }))
      return Malformed{"not_a_choice", {{"got", answer.choice}}, {}};
    if (answer.choice != truth.choice) return answer;
  } else if (!given.is_array()) {
    return Malformed{"not_an_answer", Json::object(), {}};
  }
  const Json& numbers = numbers_in(given);
  bool known_length = numbers.size() == truth.numbers.size();
  if (!known_length)
    for (const Mistake& mistake : applicable_mistakes(exercise, parameters))
      known_length = known_length || (mistake.made.answer.choice == answer.choice &&
                                      mistake.made.answer.numbers.size() == numbers.size());
  if (!known_length)
    return Malformed{"wrong_length", {{"got", numbers.size()}, {"expected", truth.numbers.size()}}, {}};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (!numbers[i].is_number() || !std::isfinite(numbers[i].get<double>()))
      return Malformed{"not_a_number", Json::object(), i};
    answer.numbers.push_back(numbers[i].get<double>());
  }
  return answer;
}

Grade grade(const Exercise& exercise, const Parameters& parameters, const Json& given) {
  if (exercise.code) return grade_outputs(exercise, parameters, given);
  Grade result;
  const auto read = read_answer(exercise, parameters, given);
  if (const auto* malformed = std::get_if<Malformed>(&read)) {
    result.malformed = *malformed;
    result.max_error = infinite;
    return result;
  }
  const Answer& answer = std::get<Answer>(read);
  const Comparison with_truth = compare(answer, exercise.solve(parameters), exercise.tolerance);
  result.max_error = with_truth.max_error;
  if (exercise.answer != AnswerKind::order) result.first_mismatch = with_truth.first_mismatch;
  if (with_truth.passed) {
    result.verdict = Verdict::correct;
    return result;
  }
  for (MistakenAnswer& other : exercise.equivalents(parameters)) {
    if (!compare(answer, other.answer, exercise.tolerance).passed) continue;
    result.verdict = Verdict::equivalent;
    result.first_mismatch.reset();
    result.equivalent = std::move(other);
    return result;
  }
  std::vector<std::pair<double, Mistake>> matching;
  for (Mistake& mistake : applicable_mistakes(exercise, parameters)) {
    const Comparison with_mistake = compare_with_mistake(answer, mistake.made.answer, exercise.tolerance);
    if (with_mistake.passed) matching.emplace_back(with_mistake.max_error, std::move(mistake));
  }
  std::stable_sort(matching.begin(), matching.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [error, mistake] : matching) {
    const bool named = std::any_of(
        result.mistakes.begin(), result.mistakes.end(),
        [&mistake = mistake](const Mistake& earlier) { return earlier.misconception == mistake.misconception; });
    if (!named) result.mistakes.push_back(std::move(mistake));
  }
  result.verdict = result.mistakes.empty() ? Verdict::incorrect : Verdict::misconception;
  return result;
}

std::optional<Text> thousands_separator(const Answer& answer, const Answer& truth, const Tolerance& tolerance) {
  Answer meant = answer;
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i < truth.numbers.size() && i < meant.numbers.size(); ++i) {
    const auto near = [&](double number) {
      return compare({"", {number}}, {"", {truth.numbers[i]}}, tolerance).passed;
    };
    if (near(answer.numbers[i]) || std::abs(truth.numbers[i]) < 1000 || !near(1000 * answer.numbers[i])) continue;
    meant.numbers[i] *= 1000;
    if (!first) first = i;
  }
  if (!first || !compare(meant, truth, tolerance).passed) return std::nullopt;
  return Text{"exercise.thousands_separator",
              {{"got", answer.numbers[*first]}, {"written", std::round(meant.numbers[*first])}}};
}

}  // namespace whereabouts::exercises
