#include "exercises/code_alibi.hpp"

#include "encodings/alibi.hpp"
#include "exercises/alibi_row.hpp"
#include "exercises/alibi_slopes.hpp"
#include "exercises/code.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "code_alibi";
constexpr double later = 6;  // how many rows further down a hidden case looks

/// alibiRow(n_head, head, row). The width of a head has no say in it.
void add(std::vector<CodeCase>& cases, bool hidden, double n_head, double head, double row) {
  CodeCase made{hidden, Json::array({n_head, head, row})};
  Json parameters;
  parameters["n_head"] = n_head;
  parameters["head"] = head;
  parameters["row"] = row;
  parameters["head_dim"] = 1.0;
  made.rows.emplace_back(std::move(parameters));
  cases.push_back(std::move(made));
}

/// Eight heads, and the drawn number of them. Hidden: a lone head, heads beyond a power of two on both sides of where
/// the second series begins, a later row, and the first one.
std::vector<CodeCase> cases(const Parameters& p) {
  const double n_head = p.number("n_head"), head = p.number("head"), row = p.number("row");
  std::vector<CodeCase> cases;
  add(cases, false, 8, 2, 3);
  add(cases, false, n_head, head, row);
  add(cases, true, 1, 0, 3);
  add(cases, true, 12, 7, 2);
  add(cases, true, 12, 8, row);
  add(cases, true, 6, 5, 4);
  add(cases, true, 16, 1, row + later);
  add(cases, true, n_head, head, 0);
  return cases;
}

/// The bias of a head whose slope is mistaken: by the distance, and by the key alone.
std::vector<MistakenAnswer> by_mistaken_slopes(const MakeMistake& make, const Parameters& p) {
  std::vector<MistakenAnswer> rows;
  Json heads;
  heads["n_head"] = p.number("n_head");
  auto made = make(Parameters(std::move(heads)));
  if (made.empty()) made.push_back(mistaken(alibi_slopes(p.whole("n_head"))));  // right here, in either form
  for (const MistakenAnswer& slopes : made) {
    for (const double from : {p.number("row"), 0.0}) {
      std::vector<double> bias;
      for (double key = 0; key <= p.number("row"); ++key)
        bias.push_back(slopes.answer.numbers[p.whole("head")] * (key - from));
      rows.push_back(mistaken(std::move(bias)));
    }
  }
  return rows;
}

Exercise by_hand() {
  Exercise exercise = make_alibi_row();
  // What is wrong with a slope shows in all heads together.
  std::erase_if(exercise.misconceptions, [](const Misconception& known) {
    return known.id == "scaled_by_sqrt_d" || known.id.starts_with("slope_");
  });
  std::erase_if(exercise.parameters, [](const ParameterDescription& known) { return known.name == "head_dim"; });
  for (ParameterDescription& parameter : exercise.parameters)
    if (parameter.name == "row") *parameter.maximum -= later;
  for (const Misconception& known : make_alibi_slopes().misconceptions)
    exercise.misconceptions.push_back({known.id,
                                       [make = known.make](const Parameters& p) { return by_mistaken_slopes(make, p); },
                                       known.has_source, "alibi_slopes"});
  return exercise;
}

}  // namespace

Exercise make_code_alibi() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "distance-bias";
  exercise.draw = [](Draw& draw) {
    const auto n_head = std::size_t(draw.pick("n_head", {4, 6, 8, 12, 16}));
    draw.whole("head", 0, n_head - 1);
    draw.whole("row", 2, 9);
  };
  exercise.prompt = [](const Parameters&) { return Text{text_key(id, "prompt")}; };
  exercise.hints = [](const Parameters&) { return plain_texts(id, {"hint_bias", "hint_series", "hint_rest"}); };
  exercise.steps = [](const Parameters&) { return plain_texts(id, {"step_series", "step_rest", "step_bias"}); };
  set_code(exercise, by_hand(),
           {"alibiRow", true, cases, [](const Parameters&) { return Text{text_key(id, "starter")}; },
            [](const Parameters&) { return Text{text_key(id, "program")}; }});
  return exercise;
}

}  // namespace whereabouts::exercises
