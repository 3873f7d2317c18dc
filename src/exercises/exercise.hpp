// The contract of an exercise: data, and functions of the instance's parameters that draw, solve and explain it. A
// misconception is a function too: it MAKES the mistaken answer. Grading, the generator's checks and "show me what this
// mistake does" all use that one function.
//
// To add an exercise: write make_<id>() in the file of its family and name it in registry.cpp. Its sentences stand in
// the message catalogue under "exercise.<id>".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exercises/function.hpp"
#include "exercises/parameters.hpp"
#include "exercises/values.hpp"
#include "random.hpp"

namespace whereabouts::exercises {

/// A sentence of the catalogue: its key and the values of its placeholders.
struct Text {
  std::string key;
  Values values = {};
};

/// What a learner answers and what solving or a mistake makes. `choice` is empty in an exercise without choices; a
/// mistaken answer without numbers stands for its choice whatever the numbers. Where steps are put in order, `order`
/// names them and `numbers` is what they give when they are run: that is compared.
struct Answer {
  std::string choice;
  std::vector<double> numbers;
  std::vector<std::string> order = {};
};

enum class AnswerKind { numbers, choice, order, code };
std::string_view to_string(AnswerKind kind);

/// One of the answers to choose from, or a step to be put in order.
struct Choice {
  std::string id;
  Text text;
  bool fixed = false;             // a step that keeps its place among the other fixed ones
  std::vector<Text> places = {};  // what a movable step does after none, one, two ... of the fixed ones
};

/// The choices "exercise.<id>.choice.<choice>", in this order.
std::vector<Choice> plain_choices(std::string_view exercise, std::initializer_list<const char*> choices);

struct Field {
  Text label;
  int decimals = 3;
};

/// A row of numbers that the prompt needs beside its sentence.
struct GivenRow {
  Text label;
  std::vector<double> numbers;
  int decimals = 3;
};

/// How far an answer may lie from the truth: the same unit as the answer, or a fraction of the truth.
struct Tolerance {
  double value = 0;
  bool relative = false;
};

/// Half a unit of the last decimal asked, and a fifth of that as slack: 6e-4 for three decimals.
Tolerance tolerance_of_decimals(int decimals);
/// For answers that are whole numbers: no rounding to forgive.
constexpr Tolerance whole_numbers{1e-6, false};

/// One answer that a misconception leads to. A misconception with several forms (a position too many, a position too
/// few) names the form in `variant`; "exercise.<id>.mistake.<misconception>.note" (or ".note_<variant>") says what this
/// answer is.
struct MistakenAnswer {
  Answer answer;
  std::string variant;
  Values values = {};
};

/// One number that came out of running or measuring, beside what comes out of a mistake.
struct TrialRow {
  Text label;
  double right, mistaken;
  int decimals = 3;
};

MistakenAnswer mistaken(std::vector<double> numbers, Values values = {}, std::string variant = "");

using MakeMistake = Function<std::vector<MistakenAnswer>(const Parameters&)>;

struct Misconception {
  std::string id;
  MakeMistake make;         // none where the mistake cannot be made with these parameters
  bool has_source = false;  // "exercise.<id>.mistake.<misconception>.source" says where it comes from
  std::string words = {};   // the exercise whose sentences name and explain it; empty: its own
};

/// The misconceptions of an exercise whose functions need nothing but the parameters: a table that costs a page no
/// code.
struct PlainMisconception {
  const char* id;
  std::vector<MistakenAnswer> (*make)(const Parameters&);
  bool has_source = false;
};
std::vector<Misconception> plain_misconceptions(std::initializer_list<PlainMisconception> list);

/// One call of the function that a learner writes.
struct CodeCase {
  bool hidden;
  Json arguments;  // a list, in the order of the function's parameters
  std::vector<Parameters> rows =
      {};  // each row of what it returns, as an instance of the exercise that asks for it by hand
};

/// What the programs of an instance are compared with (code.cpp).
class References;

/// A function to be written in JavaScript (see code.hpp). Its answer holds the outputs of all cases, one after the
/// other.
struct Code {
  const char* function;  // its name
  bool one_row;          // it returns the only row itself, not a list of rows
  std::vector<CodeCase> (*cases)(const Parameters&);
  Text (*starter)(const Parameters&);
  Text (*program)(const Parameters&);  // of the worked solution
  std::shared_ptr<References> references = {};
};

struct Exercise {
  std::string id;
  std::string lesson;
  AnswerKind answer = AnswerKind::numbers;
  std::vector<ParameterDescription> parameters;
  Tolerance tolerance = tolerance_of_decimals(3);
  /// Where an order is asked for: the steps as they first stand, the movable ones where a learner finds them.
  Function<std::vector<Choice>(const Parameters&)> choices = [](const Parameters&) { return std::vector<Choice>{}; };
  bool choices_are_lines = false;
  /// What the steps in this order give; every order of `choices` that keeps the fixed ones in theirs can be run.
  Function<std::vector<double>(const Parameters&, const std::vector<std::string>&)> run_order;

  /// Draws every parameter that is not fixed.
  Function<void(Draw&)> draw;
  /// Throws Error where parameters do not fit each other; each alone has been checked against its description.
  Function<void(const Parameters&)> check = [](const Parameters&) {};
  Function<Answer(const Parameters&)> solve;
  std::vector<Misconception> misconceptions;
  std::optional<Code> code;  // where a function is asked for
  /// Answers that are right under another documented convention, where the prompt leaves it open.
  MakeMistake equivalents = [](const Parameters&) { return std::vector<MistakenAnswer>{}; };

  Function<Text(const Parameters&)> prompt;
  Function<std::vector<Field>(const Parameters&)> fields = [](const Parameters&) { return std::vector<Field>{}; };
  int field_columns = 0;  // how many fields stand side by side, where that is part of the question: a matrix
  Function<std::vector<GivenRow>(const Parameters&)> given = [](const Parameters&) { return std::vector<GivenRow>{}; };
  Function<std::vector<Text>(const Parameters&)> hints;
  Function<std::vector<Text>(const Parameters&)> steps;
  /// What a mistaken answer leads to, where that is more than its numbers.
  Function<std::vector<TrialRow>(const Parameters&, const Answer&)> trial = [](const Parameters&, const Answer&) {
    return std::vector<TrialRow>{};
  };
  /// What a wrong answer that is no known mistake does, where that can be shown.
  Function<std::optional<Text>(const Parameters&, const Answer&)> evidence = [](const Parameters&, const Answer&) {
    return std::optional<Text>{};
  };
};

/// "exercise.<id>.<name>": the key of one of the exercise's own sentences.
std::string text_key(std::string_view exercise, std::string_view name);
/// "exercise.<id>.mistake.<misconception>.<name>", with the id of the exercise whose words they are.
std::string text_key(const Exercise& exercise, const Misconception& misconception, std::string_view name);

/// The exercise's own sentences of these names, without values.
std::vector<Text> plain_texts(std::string_view exercise, std::initializer_list<std::string_view> names);

/// Fields labelled "exercise.<id>.field" with {index}, counted from 0.
std::vector<Field> numbered_fields(std::string_view exercise, std::size_t count, int decimals = 3);

}  // namespace whereabouts::exercises
