#include "exercises/exercises.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "exercises/code.hpp"
#include "exercises/grading.hpp"
#include "exercises/instance.hpp"
#include "exercises/json.hpp"
#include "exercises/registry.hpp"
#include "options.hpp"

namespace whereabouts::exercises {
namespace {

Text note_of(const Exercise& exercise, const Grade& grade) {
  if (exercise.code) return {grade.partly ? "exercise.code.first_wrong" : "exercise.code.everywhere"};
  const Mistake& mistake = grade.mistakes.front();
  const std::string& variant = mistake.made.variant;
  return {text_key(exercise, *mistake.misconception, variant.empty() ? "note" : "note_" + variant),
          mistake.made.values};
}

Parameters parameters_of(const Exercise& exercise, const Json& instance) {
  const auto given = instance.find("parameters");
  Parameters parameters(check_parameters(exercise.parameters, given == instance.end() ? Json::object() : *given, true));
  exercise.check(parameters);
  return parameters;
}

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(); }

Json mismatch_json(std::size_t index, const Json& answer) {
  const Json* numbers = &answer;
  if (answer.is_object()) {
    const auto member = answer.find("numbers");
    if (member != answer.end()) numbers = &*member;
  }
  Json got;
  if (numbers->is_array() && index < numbers->size() && (*numbers)[index].is_number())
    got = number_or_null((*numbers)[index].get<double>());
  Json json;
  json["index"] = index;
  json["got"] = std::move(got);
  return json;
}

/// Of an answer that is neither right nor a known mistake.
std::optional<Text> evidence_of(const Exercise& exercise, const Parameters& parameters, const Json& given) {
  if (exercise.code) return std::nullopt;
  return exercise.evidence(parameters, std::get<Answer>(read_answer(exercise, parameters, given)));
}

/// The first number of a program's outputs that is off.
Json mismatch_json(const Exercise& exercise, const Parameters& parameters, std::size_t number, const Json& outputs) {
  Json place = place_of(exercise, parameters, number);
  const Json& output = outputs[place["index"].get<std::size_t>()];
  const Json& row = exercise.code->one_row ? output : output[place["row"].get<std::size_t>()];
  place["got"] = row[place["entry"].get<std::size_t>()];
  return place;
}

}  // namespace

Exercises::Exercises(const ModelRows& models, const Measured& measured) : exercises_(all_exercises(models, measured)) {}

const Exercise& Exercises::exercise(std::string_view id) const {
  const auto found = std::find_if(exercises_.begin(), exercises_.end(), [&](const Exercise& e) { return e.id == id; });
  if (found != exercises_.end()) return *found;
  std::vector<std::string> ids;
  for (const Exercise& candidate : exercises_) ids.push_back(candidate.id);
  fail_choice("id", id, ids);
}

const Exercise& Exercises::exercise_of(const Json& instance) const {
  if (!instance.is_object()) fail_type("instance", type_name(instance), "object");
  const auto id = instance.find("id");
  if (id == instance.end()) fail_missing("instance.id");
  if (!id->is_string()) fail_type("instance.id", type_name(*id), "string");
  return exercise(id->get<std::string>());
}

Json Exercises::list() const {
  Json list = Json::array();
  for (const Exercise& exercise : exercises_) {
    Json parameters = Json::array();
    for (const ParameterDescription& parameter : exercise.parameters) parameters.push_back(to_json(parameter));
    Json json;
    json["id"] = exercise.id;
    json["lesson"] = exercise.lesson;
    json["title"] = to_json(Text{text_key(exercise.id, "title")});
    json["answer"] = to_string(exercise.answer);
    json["parameters"] = std::move(parameters);
    list.push_back(std::move(json));
  }
  return list;
}

Json Exercises::create_instance(const std::string& id, double seed, const Json& fixed_parameters) const {
  const Exercise& exercise = this->exercise(id);
  require_whole("seed", seed, 0, largest_seed);
  const Parameters parameters = draw_parameters(exercise, static_cast<std::uint64_t>(seed), fixed_parameters);
  Json instance;
  instance["id"] = exercise.id;
  instance["seed"] = seed;
  instance["parameters"] = parameters.json();
  instance["prompt"] = to_json(exercise.prompt(parameters));
  instance["answer"] = to_string(exercise.answer);
  instance["tolerance"] = exercise.tolerance.value;
  instance["relative"] = exercise.tolerance.relative;
  Json given = Json::array();
  for (const GivenRow& row : exercise.given(parameters)) given.push_back(to_json(row));
  if (!given.empty()) instance["given"] = given;
  Json fields = Json::array();
  for (const Field& field : exercise.fields(parameters)) fields.push_back(to_json(field));
  if (!fields.empty()) instance["fields"] = fields;
  if (exercise.field_columns > 0) instance["columns"] = exercise.field_columns;
  Json choices = Json::array();
  for (const Choice& choice : exercise.choices(parameters)) choices.push_back(to_json(choice));
  if (!choices.empty()) instance["choices"] = choices;
  if (exercise.code) {
    instance["function"] = exercise.code->function;
    instance["starter"] = to_json(exercise.code->starter(parameters));
  }
  if (exercise.choices_are_lines) instance["lines"] = true;
  return instance;
}

Json Exercises::grade(const Json& instance, const Json& answer) const {
  const Exercise& exercise = exercise_of(instance);
  const Parameters parameters = parameters_of(exercise, instance);
  const Grade grade = exercises::grade(exercise, parameters, answer);
  Json result;
  result["verdict"] = to_string(grade.verdict);
  result["passed"] = grade.passed();
  result["max_error"] = number_or_null(grade.max_error);
  result["tolerance"] = exercise.tolerance.value;
  result["misconceptions"] = Json::array();
  for (const char* name : {"first_mismatch", "misconception", "note"}) result[name] = nullptr;
  if (grade.first_mismatch)
    result["first_mismatch"] = exercise.code ? mismatch_json(exercise, parameters, *grade.first_mismatch, answer)
                                             : mismatch_json(*grade.first_mismatch, answer);
  if (grade.right) result["right"] = to_json(exercise, parameters, *grade.right);
  for (const Mistake& mistake : grade.mistakes)
    result["misconceptions"].push_back(to_json(exercise, *mistake.misconception));
  switch (grade.verdict) {
    case Verdict::correct:
      result["note"] = to_json(Text{text_key(exercise.id, "right"), exercise.prompt(parameters).values});
      break;
    case Verdict::equivalent:
      result["note"] =
          to_json(Text{text_key(exercise.id, "equivalent." + grade.equivalent->variant), grade.equivalent->values});
      break;
    case Verdict::misconception:
      result["misconception"] = result["misconceptions"][0];
      result["misconception"]["mistaken"] = to_json(exercise, parameters, grade.mistakes.front().made.answer);
      if (const auto trial = printed_apart(exercise.trial(parameters, grade.mistakes.front().made.answer));
          !trial.empty())
        result["misconception"]["trial"] = to_json(trial);
      result["note"] = to_json(note_of(exercise, grade));
      break;
    case Verdict::incorrect:
      if (const auto evidence = evidence_of(exercise, parameters, answer)) result["note"] = to_json(*evidence);
      break;
    case Verdict::malformed: {
      Json values = grade.malformed->values;
      std::string reason = grade.malformed->reason;
      if (const auto field = grade.malformed->field) {
        result["first_mismatch"] = mismatch_json(*field, answer);
        const auto fields = exercise.fields(parameters);
        const bool known = *field < fields.size();
        values["field"] = known ? to_json(fields[*field].label) : Json(*field);
        if (known && fields[*field].decimals == 0) reason = "not_a_whole_number";
      }
      result["note"] = to_json(Text{"exercise.malformed." + reason, Values(std::move(values))});
      break;
    }
  }
  return result;
}

Json Exercises::hint(const Json& instance, double n) const {
  const Exercise& exercise = exercise_of(instance);
  require_whole("n", n, 0, largest_seed);
  const auto hints = exercise.hints(parameters_of(exercise, instance));
  return n < double(hints.size()) ? to_json(hints[static_cast<std::size_t>(n)]) : Json();
}

Json Exercises::solution(const Json& instance) const {
  const Exercise& exercise = exercise_of(instance);
  const Parameters parameters = parameters_of(exercise, instance);
  Json solution;
  solution["answer"] = to_json(exercise, parameters, exercise.solve(parameters));
  solution["steps"] = to_json(exercise.steps(parameters));
  if (exercise.code) solution["program"] = to_json(exercise.code->program(parameters));
  return solution;
}

Json Exercises::code_cases(const Json& instance) const {
  const Exercise& exercise = exercise_of(instance);
  const Parameters parameters = parameters_of(exercise, instance);
  Json cases = Json::array();
  if (exercise.code)
    for (const CodeCase& each : exercise.code->cases(parameters)) cases.push_back(to_json(each));
  return cases;
}

Json Exercises::misconceptions(const std::string& id, const Json& instance) const {
  const Exercise& exercise = this->exercise(id);
  std::vector<Mistake> applicable;
  if (!instance.is_null()) {
    if (&exercise_of(instance) != &exercise)
      fail_choice("instance.id", instance["id"].get<std::string>(), {exercise.id});
    applicable = applicable_mistakes(exercise, parameters_of(exercise, instance));
  }
  Json list = Json::array();
  for (const Misconception& misconception : exercise.misconceptions) {
    Json json = to_json(exercise, misconception);
    json["applicable"] = instance.is_null() ||
                         std::any_of(applicable.begin(), applicable.end(),
                                     [&](const Mistake& mistake) { return mistake.misconception == &misconception; });
    list.push_back(std::move(json));
  }
  return list;
}

Json Exercises::run_mistake(const Json& instance, const std::string& misconception) const {
  const Exercise& exercise = exercise_of(instance);
  const Parameters parameters = parameters_of(exercise, instance);
  for (const Mistake& mistake : applicable_mistakes(exercise, parameters))
    if (mistake.misconception->id == misconception) return to_json(exercise, parameters, mistake.made.answer);
  std::vector<std::string> ids;
  for (const Misconception& candidate : exercise.misconceptions) {
    ids.push_back(candidate.id);
    if (candidate.id != misconception) continue;
    const auto made = candidate.make(parameters);
    if (made.empty())
      throw Error(ErrorCode::invalid_argument, "mistake_not_possible",
                  {{"exercise", exercise.id}, {"mistake", misconception}});
    return to_json(exercise, parameters, made.front().answer);
  }
  fail_choice("misconceptionId", misconception, ids);
}

}  // namespace whereabouts::exercises
