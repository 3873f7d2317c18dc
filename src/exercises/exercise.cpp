#include "exercises/exercise.hpp"

#include <cmath>

namespace whereabouts::exercises {

Tolerance tolerance_of_decimals(int decimals) { return {0.6 / std::pow(10.0, decimals), false}; }

MistakenAnswer mistaken(std::vector<double> numbers, Values values, std::string variant) {
  return {{"", std::move(numbers)}, std::move(variant), std::move(values)};
}

std::vector<Misconception> plain_misconceptions(std::initializer_list<PlainMisconception> list) {
  std::vector<Misconception> misconceptions;
  for (const PlainMisconception& plain : list) misconceptions.push_back({plain.id, plain.make, plain.has_source});
  return misconceptions;
}

std::string_view to_string(AnswerKind kind) {
  switch (kind) {
    case AnswerKind::choice:
      return "choice";
    case AnswerKind::order:
      return "order";
    case AnswerKind::code:
      return "code";
    case AnswerKind::numbers:
      break;
  }
  return "numbers";
}

std::vector<Choice> plain_choices(std::string_view exercise, std::initializer_list<const char*> choices) {
  std::vector<Choice> list;
  for (const std::string choice : choices) list.push_back({choice, {text_key(exercise, "choice." + choice)}});
  return list;
}

std::string text_key(std::string_view exercise, std::string_view name) {
  return "exercise." + std::string(exercise) + "." + std::string(name);
}

std::string text_key(const Exercise& exercise, const Misconception& misconception, std::string_view name) {
  const std::string& words = misconception.words.empty() ? exercise.id : misconception.words;
  return text_key(words, "mistake." + misconception.id + "." + std::string(name));
}

std::vector<Text> plain_texts(std::string_view exercise, std::initializer_list<std::string_view> names) {
  std::vector<Text> texts;
  for (const std::string_view name : names) texts.push_back({text_key(exercise, name)});
  return texts;
}

std::vector<Field> numbered_fields(std::string_view exercise, std::size_t count, int decimals) {
  std::vector<Field> fields;
  for (std::size_t index = 0; index < count; ++index)
    fields.push_back({{text_key(exercise, "field"), {{"index", index}}}, decimals});
  return fields;
}

}  // namespace whereabouts::exercises
