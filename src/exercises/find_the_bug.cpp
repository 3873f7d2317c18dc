#include "exercises/find_the_bug.hpp"

#include <bit>
#include <cmath>

#include "encodings/alibi.hpp"
#include "error.hpp"
#include "exercises/one_row.hpp"
#include "kernels/reduce.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "find_the_bug";
constexpr std::size_t width = 4;  // of the table and of the vectors

/// `size` is whatever the program has so many of: rows of a table, heads, rows in the cache.
struct Case {
  double position, size;
};

/// What a program gives, whole and with its wrong line.
struct Outcome {
  std::vector<double> repaired, faulty;
};

struct Program {
  const char* name;
  std::size_t lines, wrong_line;  // counted from 1
  int decimals;
  Outcome (*run)(const Case&);
};

Outcome sines_only(const Case& at) {
  Outcome outcome;
  outcome.repaired = outcome.faulty = sinusoidal_row(at.position, width, 10000);
  for (std::size_t pair = 0; pair < width / 2; ++pair) outcome.faulty[2 * pair + 1] = outcome.faulty[2 * pair];
  return outcome;
}

double slope(const Case& at) { return alibi_slopes(std::size_t(at.size)).front(); }

/// For the first two keys and the last one. The wrong line takes the query's position for the distance.
Outcome constant_over_keys(const Case& at) {
  const double keys[] = {0, 1, at.position}, own = slope(at);
  Outcome outcome{std::vector<double>(3), std::vector<double>(3, -own * at.position)};
  alibi_bias<double>({&own, 1}, {&at.position, 1}, keys, std::span(outcome.repaired));
  return outcome;
}

/// For the last row, the position after it, and one farther out; -1 is an error.
Outcome index_modulo(const Case& at) {
  Outcome outcome;
  for (const double position : {at.size - 1, at.size, at.size + at.position}) {
    outcome.repaired.push_back(position < at.size ? position : -1);
    outcome.faulty.push_back(std::fmod(position, at.size));
  }
  return outcome;
}

/// Of the first two heads and the last one; the wrong line counts heads from 0 in the exponent.
Outcome exponent_off_by_one(const Case& at) {
  const auto slopes = alibi_slopes(std::size_t(at.size));
  Outcome outcome{{slopes[0], slopes[1], slopes.back()}, {}};
  for (const double head : {0.0, 1.0, at.size - 1}) outcome.faulty.push_back(std::exp2(-8 * head / at.size));
  return outcome;
}

/// Where the first and the last row of the second call stand.
Outcome cache_offset_reset(const Case& at) { return {{at.size, at.size + at.position - 1}, {0, at.position - 1}}; }

constexpr Program programs[] = {{"sines_only", 4, 4, 3, sines_only},
                                {"constant_over_keys", 5, 2, 3, constant_over_keys},
                                {"index_modulo", 4, 2, 0, index_modulo},
                                {"exponent_off_by_one", 4, 3, 4, exponent_off_by_one},
                                {"cache_offset_reset", 5, 2, 0, cache_offset_reset}};

std::vector<std::string> program_names() {
  std::vector<std::string> names;
  for (const Program& program : programs) names.push_back(program.name);
  return names;
}

struct Instance : Case {
  const Program* program = programs;
  explicit Instance(const Parameters& p) : Case{p.number("position"), p.number("size")} {
    while (program->name != p.text("variant")) ++program;
  }
  Outcome outcome() const { return program->run(*this); }
  std::string line(std::size_t number) const { return "line_" + std::to_string(number); }
  Answer answer(std::vector<double> numbers) const { return {line(program->wrong_line), std::move(numbers)}; }
  Values values() const {
    const Outcome made = outcome();
    return {{"position", position},
            {"size", size},
            {"slope", shown(slope(*this))},
            {"line", program->wrong_line},
            {"last", size - 1},
            {"far", size + position},
            {"repaired", shown(made.repaired, program->decimals)},
            {"faulty", shown(made.faulty, program->decimals)}};
  }
  Text text(const std::string& name) const { return {text_key(id, name + "." + program->name), values()}; }
};

template <std::size_t program>
std::vector<MistakenAnswer> unrepaired(const Parameters& p) {
  const Instance at(p);
  if (at.program != programs + program) return {};
  return {{at.answer(at.outcome().faulty), "", at.values()}};
}

/// What the numbers asked for lead to: weights of keys that are all alike, or the score of two equal vectors in two
/// calls.
std::vector<TrialRow> trial(const Parameters& p, const Answer&) {
  const Instance at(p);
  auto [repaired, faulty] = at.outcome();
  std::vector<TrialRow> rows;
  if (at.program->run == constant_over_keys) {
    for (auto* weights : {&repaired, &faulty}) softmax<double>(*weights, weights->size());
    for (std::size_t i = 0; i < repaired.size(); ++i)
      rows.push_back(
          {{text_key(id, "trial_weight"), {{"key", i < 2 ? double(i) : at.position}}}, repaired[i], faulty[i]});
  }
  if (at.program->run == cache_offset_reset) {
    const std::vector<double> vector{1, 0, 1, 0};
    const auto score = [&](double position) {
      return dot(rotated(vector, position, 10000, RopeLayout::interleaved), vector);
    };
    rows.push_back({{text_key(id, "trial_score")}, score(repaired[0]), score(faulty[0])});
  }
  return rows;
}

std::vector<Choice> choices(const Parameters& p) {
  const Instance at(p);
  std::vector<Choice> lines;
  for (std::size_t number = 1; number <= at.program->lines; ++number)
    lines.push_back(
        {at.line(number),
         {text_key(id, std::string("program.") + at.program->name + "." + std::to_string(number)), at.values()}});
  return lines;
}

std::vector<Field> fields(const Parameters& p) {
  const Instance at(p);
  std::vector<Field> fields;
  for (std::size_t i = 0; i < at.outcome().repaired.size(); ++i)
    fields.push_back({{text_key(id, std::string("field.") + at.program->name + "." + std::to_string(i)), at.values()},
                      at.program->decimals});
  return fields;
}

/// A line that is as it should be, or a number that no repair gives.
std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  if (answer.choice == Instance(p).line(Instance(p).program->wrong_line)) return std::nullopt;
  return Text{text_key(id, "evidence")};
}

}  // namespace

Exercise make_find_the_bug() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "rope";
  exercise.answer = AnswerKind::choice;
  exercise.parameters = {choice_parameter("variant", program_names()), integer_parameter("position", 2, 1000),
                         integer_parameter("size", 4, 64)};
  exercise.draw = [](Draw& draw) {
    draw.choose("variant", program_names());
    draw.whole("position", 2, 20);
    draw.pick("size", {4, 8, 16, 32});
  };
  exercise.check = [](const Parameters& p) {  // the slopes of other numbers of heads are no plain series
    const std::size_t size = p.whole("size");
    if (!std::has_single_bit(size)) fail_choice("parameters.size", std::to_string(size), {"4", "8", "16", "32", "64"});
  };
  exercise.choices = choices;
  exercise.choices_are_lines = true;
  exercise.solve = [](const Parameters& p) {
    const Instance at(p);
    return at.answer(at.outcome().repaired);
  };
  exercise.misconceptions = plain_misconceptions({{programs[0].name, unrepaired<0>},
                                                  {programs[1].name, unrepaired<1>},
                                                  {programs[2].name, unrepaired<2>},
                                                  {programs[3].name, unrepaired<3>},
                                                  {programs[4].name, unrepaired<4>}});
  exercise.prompt = [](const Parameters& p) { return Instance(p).text("prompt"); };
  exercise.fields = fields;
  exercise.hints = [](const Parameters& p) {
    const Instance at(p);
    return std::vector<Text>{at.text("hint_symptom"), at.text("hint_line")};
  };
  exercise.steps = [](const Parameters& p) {
    const Instance at(p);
    return std::vector<Text>{at.text("step_line"), at.text("step_repair"), {text_key(id, "step_result"), at.values()}};
  };
  exercise.trial = trial;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
