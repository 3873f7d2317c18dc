// Every sentence that an exercise can ask for stands in the message catalogue, and takes exactly the values it is
// given.
#include <fstream>
#include <map>
#include <regex>

#include "catch_amalgamated.hpp"
#include "exercises/exercises.hpp"
#include "exercises_support.hpp"
#include "golden.hpp"

namespace whereabouts::exercises::test {
namespace {

const Json& catalogue() {
  static const Json catalogue =
      Json::parse(std::ifstream(whereabouts::test::golden_path("../../web/messages/en.json")));
  return catalogue;
}

/// The sentence at a dotted key, or "".
std::string sentence(const std::string& key) {
  const Json* at = &catalogue();
  std::size_t begin = 0;
  while (begin <= key.size()) {
    const std::size_t end = std::min(key.find('.', begin), key.size());
    const auto member = at->is_object() ? at->find(key.substr(begin, end - begin)) : at->end();
    if (!at->is_object() || member == at->end()) return "";
    at = &*member;
    begin = end + 1;
  }
  return at->is_string() ? at->get<std::string>() : "";
}

/// The names in braces of the sentence at a key. Read once: the same few sentences come back thousands of times.
const std::vector<std::string>& placeholders(const std::string& key) {
  static std::map<std::string, std::vector<std::string>> known;
  const auto [at, added] = known.try_emplace(key);
  if (added) {
    static const std::regex placeholder("\\{(\\w+)\\}");
    const std::string text = sentence(key);
    for (std::sregex_iterator match(text.begin(), text.end(), placeholder), end; match != end; ++match)
      at->second.push_back((*match)[1].str());
  }
  return at->second;
}

/// What is wrong with the texts inside: a missing sentence, or a placeholder without a value.
void check_texts(const Json& json, std::set<std::string>& faults, std::set<std::string>& used) {
  if (json.is_object() && json.contains("key") && json.contains("values")) {
    const std::string key = json.at("key");
    if (used.insert(key).second && sentence(key).empty()) faults.insert("missing: " + key);
    for (const std::string& name : placeholders(key))
      if (!json.at("values").contains(name)) faults.insert("no value for {" + name + "} in " + key);
  }
  if (json.is_structured())
    for (const Json& inside : json) check_texts(inside, faults, used);
}

void collect_keys(const Json& json, const std::string& path, std::set<std::string>& keys) {
  if (json.is_string()) keys.insert(path);
  if (json.is_object())
    for (const auto& [name, inside] : json.items()) collect_keys(inside, path + "." + name, keys);
}

/// Everything that can be said about this instance.
Json everything_said(const Exercises& exercises, const Exercise& exercise, const Json& instance) {
  const Parameters p(instance.at("parameters"));
  Json said = Json::array({instance, exercises.solution(instance), exercises.misconceptions(exercise.id, instance)});
  for (int n = 0; !exercises.hint(instance, n).is_null(); ++n) said.push_back(exercises.hint(instance, n));
  for (const Misconception& misconception : exercise.misconceptions)
    for (const MistakenAnswer& made : misconception.make(p))
      said.push_back(exercises.grade(instance, sent(exercise, p, made.answer)));
  said.push_back(exercises.grade(instance, exercises.solution(instance).at("answer")));
  for (const MistakenAnswer& other : exercise.equivalents(p))
    said.push_back(exercises.grade(instance, sent(exercise, p, other.answer)));
  const std::size_t size = exercise.solve(p).numbers.size();
  for (const std::vector<double>& numbers : {std::vector<double>(size, 1.5), std::vector<double>(size + 9, 1.0)})
    said.push_back(exercises.grade(instance, sent(exercise, p, {exercise.solve(p).choice, numbers})));
  if (exercise.id == "table_edge") {  // a whole number with a thousands separator
    std::vector<double> numbers = exercise.solve(p).numbers;
    numbers.back() /= 1000;
    said.push_back(exercises.grade(instance, numbers));
  }
  if (exercise.id == "alibi_row") {  // ALiBi's row, but for what all keys have in common
    std::vector<double> numbers = exercise.solve(p).numbers;
    for (double& entry : numbers) entry -= 0.25;
    said.push_back(exercises.grade(instance, numbers));
  }
  if (exercise.code) {  // a mistake in the first case alone
    Json outputs = exercises.solution(instance).at("answer");
    const std::string mistake = exercise.misconceptions.front().id;
    outputs[0] = exercises.run_mistake(instance, mistake)[0];
    said.push_back(exercises.grade(instance, outputs));
  }
  if (exercise.id == "same_family")  // an order, but a wrong one
    said.push_back(exercises.grade(
        instance, {{"choice", "same"}, {"numbers", size == 4 ? Json{3, 2, 1, 0} : Json{5, 4, 3, 2, 1, 0}}}));
  for (const Choice& choice : exercise.choices(p)) said.push_back(exercises.grade(instance, choice.id));
  if (exercise.answer == AnswerKind::order) {  // both movable steps last, and first
    std::vector<std::string> order = exercise.solve(p).order;
    for (const auto& step : {"count", "rotate"}) std::erase(order, step);
    for (const auto& step : {"rotate", "count"}) order.push_back(step);
    said.push_back(exercises.grade(instance, order));
    std::ranges::rotate(order, order.end() - 2);
    said.push_back(exercises.grade(instance, order));
  }
  Json unreadable = sent(exercise, p, exercise.solve(p));
  (unreadable.is_array() ? unreadable : unreadable["numbers"])[0] = nullptr;
  said.push_back(exercises.grade(instance, unreadable));
  said.push_back(exercises.grade(instance, Json()));
  said.push_back(exercises.grade(instance, "nothing"));
  return said;
}

}  // namespace

TEST_CASE("messages: every sentence of the exercises is there, and none of theirs is left over") {
  const Exercises exercises(models(), measured());
  std::set<std::string> faults, used;
  check_texts(exercises.list(), faults, used);
  for (const Exercise& exercise : course()) {
    for (int seed = 0; seed < 100; ++seed)
      check_texts(everything_said(exercises, exercise, exercises.create_instance(exercise.id, seed, Json::object())),
                  faults, used);
  }
  // What the drawn instances do not reach: an odd width ends in a sine alone.
  check_texts(
      everything_said(exercises, find("sinusoid_row"), exercises.create_instance("sinusoid_row", 1, {{"width", 5}})),
      faults, used);
  for (const std::string& fault : faults) FAIL_CHECK(fault);

  std::set<std::string> keys;
  for (const Exercise& exercise : course())
    collect_keys(catalogue().at("exercise").at(exercise.id), "exercise." + exercise.id, keys);
  collect_keys(catalogue().at("exercise").at("malformed"), "exercise.malformed", keys);
  collect_keys(catalogue().at("exercise").at("code"), "exercise.code", keys);
  keys.insert("exercise.thousands_separator");
  for (const std::string& key : keys)
    if (!used.contains(key)) FAIL_CHECK("never used: " << key);
}

TEST_CASE("messages: a missing sentence and a missing value are found") {
  std::set<std::string> faults, used;
  check_texts({{"key", "exercise.sinusoid_row.nothing"}, {"values", Json::object()}}, faults, used);
  check_texts({{"key", "exercise.sinusoid_row.prompt"}, {"values", {{"position", 3}}}}, faults, used);
  CHECK(faults.size() == 3);
}

}  // namespace whereabouts::exercises::test
