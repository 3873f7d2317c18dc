#include "exercises/code_rope.hpp"

#include "exercises/code.hpp"
#include "exercises/rope_vector.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "code_rope";

/// rotate(vector, position, base), with the first `size` entries of the given vector; beyond its end comes its half,
/// negated.
void add(std::vector<CodeCase>& cases, const Parameters& p, bool hidden, std::size_t size, double position,
         double base) {
  const std::vector<double> given = p.numbers("vector");
  std::vector<double> vector;
  for (std::size_t i = 0; i < size; ++i) vector.push_back(given[i % given.size()] * (i < given.size() ? 1 : -0.5));
  Json row;
  row["vector"] = vector;
  row["position"] = position;
  row["base"] = base;
  row["layout"] = p.text("layout");
  CodeCase made{hidden, Json::array({vector, position, base})};
  made.rows.emplace_back(std::move(row));
  cases.push_back(std::move(made));
}

/// The given vector, a shorter one. Hidden: six and eight entries, position 0, a negative position, and a far one under
/// a base of its own.
std::vector<CodeCase> cases(const Parameters& p) {
  const double position = p.number("position"), base = p.number("base");
  const std::size_t size = p.numbers("vector").size();
  std::vector<CodeCase> cases;
  add(cases, p, false, size, position, base);
  add(cases, p, false, 2, 1, base);
  add(cases, p, true, 8, position + 4, base);
  add(cases, p, true, 6, 3, base);
  add(cases, p, true, size, 0, base);
  add(cases, p, true, size, -position, base);
  add(cases, p, true, 16, 1000, 500);
  return cases;
}

/// The name with the layout that is asked for.
std::string of_layout(const char* name, const Parameters& p) { return std::string(name) + "_" + p.text("layout"); }

/// A program is told which layout to use.
Exercise by_hand() {
  Exercise exercise = make_rope_vector();
  for (ParameterDescription& parameter : exercise.parameters) std::erase(parameter.choices, "any");
  return exercise;
}

}  // namespace

Exercise make_code_rope() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "rope";
  exercise.draw = [](Draw& draw) {
    draw.vector("vector", 4);
    draw.whole("position", 2, 12);
    draw.choose("layout", {"interleaved", "half"});
    draw.pick("base", {10000});
  };
  exercise.prompt = [](const Parameters& p) { return Text{text_key(id, of_layout("prompt", p))}; };
  exercise.hints = [](const Parameters& p) {
    return plain_texts(id, {of_layout("hint_pairs", p), "hint_angle", "hint_copy"});
  };
  exercise.steps = [](const Parameters& p) {
    return plain_texts(id, {of_layout("step_pairs", p), "step_turn", "step_rest"});
  };
  set_code(exercise, by_hand(),
           {"rotate", true, cases, [](const Parameters& p) { return Text{text_key(id, of_layout("starter", p))}; },
            [](const Parameters& p) { return Text{text_key(id, of_layout("program", p))}; }});
  return exercise;
}

}  // namespace whereabouts::exercises
