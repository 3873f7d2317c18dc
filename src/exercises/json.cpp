#include "exercises/json.hpp"

#include <cmath>

#include "exercises/code.hpp"

namespace whereabouts::exercises {

// Members are set one by one: a list of them in braces takes a page twice the code.

Json to_json(const Text& text) {
  Json json;
  json["key"] = text.key;
  json["values"] = text.values.json();
  return json;
}

Json to_json(const std::vector<Text>& texts) {
  Json list = Json::array();
  for (const Text& text : texts) list.push_back(to_json(text));
  return list;
}

Json to_json(const Exercise& exercise, const Parameters& parameters, const Answer& answer) {
  if (exercise.answer == AnswerKind::numbers) return answer.numbers;
  if (exercise.code) return outputs_of(exercise, parameters, answer.numbers);
  if (exercise.answer == AnswerKind::order) return answer.order;
  Json json;
  json["choice"] = answer.choice;
  if (!answer.numbers.empty()) json["numbers"] = answer.numbers;
  return json;
}

Json to_json(const Choice& choice) {
  Json json;
  json["id"] = choice.id;
  json["text"] = to_json(choice.text);
  if (choice.fixed) json["fixed"] = true;
  if (!choice.places.empty()) json["places"] = to_json(choice.places);
  return json;
}

std::vector<TrialRow> printed_apart(std::vector<TrialRow> rows) {
  constexpr int more = 3;
  std::vector<TrialRow> apart;
  for (TrialRow& row : rows)
    for (const int most = row.decimals + more; row.decimals <= most; ++row.decimals) {
      const double unit = std::pow(10.0, row.decimals);
      if (std::round(row.right * unit) == std::round(row.mistaken * unit)) continue;
      apart.push_back(std::move(row));
      break;
    }
  return apart;
}

Json to_json(const std::vector<TrialRow>& trial) {
  Json list = Json::array();
  for (const TrialRow& row : trial) {
    Json json;
    json["label"] = to_json(row.label);
    json["right"] = row.right;
    json["mistaken"] = row.mistaken;
    json["decimals"] = row.decimals;
    list.push_back(std::move(json));
  }
  return list;
}

Json to_json(const Field& field) {
  Json json;
  json["label"] = to_json(field.label);
  json["decimals"] = field.decimals;
  return json;
}

Json to_json(const GivenRow& row) {
  Json json;
  json["label"] = to_json(row.label);
  json["numbers"] = shown(row.numbers, row.decimals).json();
  return json;
}

Json to_json(const CodeCase& each) {
  Json json;
  json["arguments"] = each.arguments;
  json["hidden"] = each.hidden;
  return json;
}

Json to_json(const ParameterDescription& parameter) {
  Json json;
  json["name"] = parameter.name;
  json["type"] = parameter.type;
  if (parameter.minimum) json["minimum"] = *parameter.minimum;
  if (parameter.maximum) json["maximum"] = *parameter.maximum;
  if (!parameter.choices.empty()) json["choices"] = parameter.choices;
  return json;
}

Json to_json(const Exercise& exercise, const Misconception& misconception) {
  Json json;
  json["id"] = misconception.id;
  json["title"] = to_json(Text{text_key(exercise, misconception, "title")});
  json["explanation"] = to_json(Text{text_key(exercise, misconception, "explanation")});
  if (misconception.has_source) json["source"] = to_json(Text{text_key(exercise, misconception, "source")});
  return json;
}

}  // namespace whereabouts::exercises
