#include "exercises/visible_rows.hpp"

#include <algorithm>

#include "error.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "visible_rows";
constexpr std::size_t longest = 16;
constexpr double last_row = 1e6;

std::vector<double> over_rows(const Parameters& p, double (*read)(double row)) {
  std::vector<double> values;
  for (const double row : p.numbers("rows")) values.push_back(read(row));
  return values;
}

/// A row sees itself and all before it; of these the begin token alone holds 1.
std::vector<double> truth(const Parameters& p) {
  return over_rows(p, [](double row) { return 1 / (row + 1); });
}

/// Rows of the whole sequence: it ends at the last row asked for.
double length(const Parameters& p) { return std::ranges::max(p.numbers("rows")) + 1; }

std::vector<MistakenAnswer> mask_forgotten(const Parameters& p) {
  return {mistaken(std::vector<double>(p.numbers("rows").size(), 1 / length(p)), {{"length", length(p)}})};
}

std::vector<MistakenAnswer> off_by_one(const Parameters& p) {
  // Row 0 sees nothing without itself; who forgets it there still has to write something, and that is the mark.
  return {mistaken(over_rows(p, [](double row) { return 1 / std::max(1.0, row); }), {}, "without_itself"),
          mistaken(over_rows(p, [](double row) { return 1 / (row + 2); }), {}, "one_too_many")};
}

std::vector<MistakenAnswer> all_equal(const Parameters& p) {
  return {mistaken(std::vector<double>(p.numbers("rows").size(), 1))};
}

/// The row of the hints and steps: the largest one says most.
Values example(const Parameters& p) {
  const double row = length(p) - 1;
  return {{"row", row}, {"seen", row + 1}, {"value", shown(1 / (row + 1))}};
}

}  // namespace

Exercise make_visible_rows() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "mask-leaks";
  exercise.parameters = plain_parameters({integers_parameter("rows", 0, last_row)});
  exercise.draw = [](Draw& draw) { draw.ascending("rows", 5, 16); };
  exercise.check = [](const Parameters& p) { require_list_length("rows", p.numbers("rows").size(), 1, longest); };
  exercise.solve = [](const Parameters& p) { return Answer{"", truth(p)}; };
  exercise.misconceptions =
      plain_misconceptions({{"mask_forgotten", mask_forgotten}, {"off_by_one", off_by_one}, {"all_equal", all_equal}});
  exercise.prompt = [](const Parameters& p) {
    return Text{text_key(id, "prompt"), {{"length", length(p)}, {"last", length(p) - 1}}};
  };
  exercise.fields = [](const Parameters& p) {
    std::vector<Field> fields;
    for (const double row : p.numbers("rows")) fields.push_back({{text_key(id, "field"), {{"row", row}}}, 3});
    return fields;
  };
  exercise.hints = [](const Parameters& p) {
    return std::vector<Text>{
        {text_key(id, "hint_seen"), example(p)}, {text_key(id, "hint_mean")}, {text_key(id, "hint_mark")}};
  };
  exercise.steps = [](const Parameters& p) {
    return std::vector<Text>{{text_key(id, "step_seen"), example(p)},
                             {text_key(id, "step_mean"), example(p)},
                             {text_key(id, "step_all"), {{"values", shown(truth(p))}}}};
  };
  return exercise;
}

}  // namespace whereabouts::exercises
