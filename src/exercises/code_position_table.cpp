#include "exercises/code_position_table.hpp"

#include "exercises/code.hpp"
#include "exercises/sinusoid_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "code_position_table";

/// positionTable(positions, width, base)
void add(std::vector<CodeCase>& cases, bool hidden, std::initializer_list<double> positions, double width,
         double base) {
  CodeCase made{hidden, Json::array({std::vector<double>(positions), width, base})};
  for (const double position : positions) {
    Json row;
    row["position"] = position;
    row["width"] = width;
    row["base"] = base;
    made.rows.emplace_back(std::move(row));
  }
  cases.push_back(std::move(made));
}

/// Position 0 and a gap; a start elsewhere. Hidden: an odd width, positions out of order under a base of their own, one
/// column, far positions, none, fractions.
std::vector<CodeCase> cases(const Parameters& p) {
  const double position = p.number("position"), width = p.number("width"), base = p.number("base");
  std::vector<CodeCase> cases;
  add(cases, false, {0, 1, position}, width, base);
  add(cases, false, {position + 3, position + 4}, 2, base);
  add(cases, true, {1, position}, width + 1, base);
  add(cases, true, {5, 2, position}, 4, 500);
  add(cases, true, {position}, 1, base);
  add(cases, true, {1000, 1001}, 16, base);
  add(cases, true, {}, width, base);
  add(cases, true, {0.5, position + 0.25}, width, base);
  return cases;
}

}  // namespace

Exercise make_code_position_table() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "position-table";
  exercise.draw = [](Draw& draw) {
    draw.whole("position", 2, 40);
    draw.pick("width", {4, 6, 8});
    draw.pick("base", {10000, 1000, 100});
  };
  exercise.prompt = [](const Parameters&) { return Text{text_key(id, "prompt")}; };
  exercise.hints = [](const Parameters&) { return plain_texts(id, {"hint_rows", "hint_pair", "hint_odd"}); };
  exercise.steps = [](const Parameters&) { return plain_texts(id, {"step_rows", "step_angle", "step_column"}); };
  set_code(exercise, make_sinusoid_row(),
           {"positionTable", false, cases, [](const Parameters&) { return Text{text_key(id, "starter")}; },
            [](const Parameters&) { return Text{text_key(id, "program")}; }});
  return exercise;
}

}  // namespace whereabouts::exercises
