#include "exercises/zeroed_table.hpp"

#include <algorithm>
#include <array>

#include "error.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "zeroed_table";
constexpr int decimals = 1;
constexpr double wordings = 3;  // sentences for each claim
constexpr std::size_t orders = 6;

constexpr auto numbers = {"kept", "zeroed", "shuffled", "without"};
constexpr std::array claims{"depends", "position_indispensable", "nope_claim"};

struct Instance {
  std::string change;
  double kept, changed, without;
  explicit Instance(const Parameters& p)
      : change(p.text("change")), kept(p.number("kept")), changed(p.number(change)), without(p.number("without")) {}
  Values values() const {
    return {
        {"kept", shown(kept, decimals)}, {"changed", shown(changed, decimals)}, {"without", shown(without, decimals)}};
  }
  Text text(const std::string& name) const { return {text_key(id, name), values()}; }
  Text text_of_change(const std::string& name) const { return text(name + "_" + change); }
};

std::vector<Choice> choices(const Parameters& p) {
  std::vector<Choice> choices;
  const auto worded = p.numbers("wording");
  for (std::size_t i = 0; i < claims.size(); ++i)
    choices.push_back(
        {claims[i], {text_key(id, std::string("choice.") + claims[i] + "_" + std::to_string(int(worded[i])))}});
  for (std::size_t i = 0; i < p.whole("order"); ++i)
    std::ranges::next_permutation(choices, {},
                                  [](const Choice& choice) { return std::ranges::find(claims, choice.id); });
  return choices;
}

/// "not_larger" unless `value` is above `minimum`, which is that of `other`.
void require_larger(const std::string& name, double value, const char* other, double minimum) {
  if (!(value > minimum))
    throw Error(ErrorCode::out_of_range, "not_larger",
                {{"argument", "parameters." + name},
                 {"got", value},
                 {"other", std::string("parameters.") + other},
                 {"minimum", minimum}});
}

template <std::size_t claim>
std::vector<MistakenAnswer> claimed(const Parameters& p) {
  return {{{claims[claim], {}}, "", Instance(p).values()}};
}

/// What was measured, beside what would have been if the claim were true.
std::vector<TrialRow> trial(const Parameters& p, const Answer& mistaken) {
  const Instance at(p);
  if (mistaken.choice == claims[1]) return {{at.text("trial_without"), at.without, at.changed, decimals}};
  return {{at.text_of_change("trial"), at.changed, at.kept, decimals}};
}

}  // namespace

Exercise make_zeroed_table(const Measured& measured) {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "learned-table";
  exercise.answer = AnswerKind::choice;
  for (const char* name : numbers) exercise.parameters.push_back(number_parameter(name, 1, 1e9));
  exercise.parameters.push_back(choice_parameter("change", {"zeroed", "shuffled"}));
  exercise.parameters.push_back(integers_parameter("wording", 0, wordings - 1));
  exercise.parameters.push_back(integer_parameter("order", 0, double(orders) - 1));
  exercise.tolerance = whole_numbers;
  exercise.draw = [&measured](Draw& draw) {
    if (const auto& table = measured.table) {
      draw.pick("kept", {table->kept});
      draw.pick("zeroed", {table->zeroed});
      draw.pick("shuffled", {table->shuffled});
      draw.pick("without", {table->without});
    }
    draw.choose("change", {"zeroed", "shuffled"});
    draw.integers("wording", claims.size(), std::size_t(wordings));
    draw.whole("order", 0, orders - 1);
  };
  exercise.check = [](const Parameters& p) {
    for (const char* name : numbers)  // nothing was handed in that could be quoted
      if (!p.json().contains(name)) fail_missing(std::string("parameters.") + name);
    require_list_length("wording", p.numbers("wording").size(), claims.size(), claims.size());
    // Which claim is right, and every sentence about it, rests on these numbers rising in this order.
    const Instance at(p);
    require_larger("without", at.without, "kept", at.kept);
    require_larger(at.change, at.changed, "without", at.without);
  };
  exercise.choices = choices;
  exercise.solve = [](const Parameters&) { return Answer{claims[0], {}}; };
  exercise.misconceptions = plain_misconceptions({{claims[1], claimed<1>}, {claims[2], claimed<2>}});
  exercise.prompt = [](const Parameters& p) { return Instance(p).text_of_change("prompt"); };
  exercise.hints = [](const Parameters& p) {
    const Instance at(p);
    return std::vector<Text>{at.text("hint_trained"), at.text("hint_other"), at.text("hint_each")};
  };
  exercise.steps = [](const Parameters& p) {
    const Instance at(p);
    return std::vector<Text>{at.text_of_change("step"), at.text("step_without"), at.text("step_both")};
  };
  exercise.trial = trial;
  return exercise;
}

}  // namespace whereabouts::exercises
