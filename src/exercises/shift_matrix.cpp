#include "exercises/shift_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "error.hpp"
#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "shift_matrix";

struct Instance {
  double shift, base, position;
  std::size_t width, pair;
  explicit Instance(const Parameters& p)
      : shift(p.number("shift")),
        base(p.number("base")),
        position(p.number("position")),
        width(p.whole("width")),
        pair(p.whole("pair")) {}
  double frequency() const { return sinusoidal_frequencies(width, base, SinusoidalLayout::interleaved)[pair]; }
  /// (sine, cosine) of this pair, from the table itself.
  std::array<double, 2> pair_at(double position) const {
    const auto row = sinusoidal_row(position, width, base);
    return {row[2 * pair], row[2 * pair + 1]};
  }
};

/// [cos a, sin a; -sin a, cos a], row by row: (sin x, cos x) becomes (sin(x + a), cos(x + a)).
std::vector<double> turning(double angle) {
  return {std::cos(angle), std::sin(angle), -std::sin(angle), std::cos(angle)};
}

std::vector<double> truth(const Parameters& p) {
  const Instance at(p);
  return turning(at.shift * at.frequency());
}

std::vector<MistakenAnswer> transposed(const Parameters& p) {
  const Instance at(p);
  return {mistaken(turning(-at.shift * at.frequency()), {{"shift", at.shift}})};
}

/// Built from position + shift: right for the step from position 0, and for no other.
std::vector<MistakenAnswer> depends_on_position(const Parameters& p) {
  const Instance at(p);
  return {mistaken(turning((at.position + at.shift) * at.frequency()),
                   {{"position", at.position}, {"shift", at.shift}, {"wrong", at.position + at.shift}})};
}

std::vector<MistakenAnswer> missing_frequency(const Parameters& p) {
  const Instance at(p);
  return {
      mistaken(turning(at.shift), {{"shift", at.shift}, {"pair", at.pair}, {"frequency", shown(at.frequency(), 5)}})};
}

std::array<double, 2> applied(const std::vector<double>& matrix, const std::array<double, 2>& pair) {
  return {matrix[0] * pair[0] + matrix[1] * pair[1], matrix[2] * pair[0] + matrix[3] * pair[1]};
}

/// The first of five positions from which the learner's matrix does not arrive.
std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  const Instance at(p);
  for (double step = 0; step < 5; ++step) {
    const double from = at.position + step;
    const auto got = applied(answer.numbers, at.pair_at(from));
    const auto wanted = at.pair_at(from + at.shift);
    if (std::max(std::abs(got[0] - wanted[0]), std::abs(got[1] - wanted[1])) < 2e-3) continue;
    return Text{text_key(id, "evidence"),
                {{"from", from},
                 {"to", from + at.shift},
                 {"got", shown(std::vector(got.begin(), got.end()))},
                 {"wanted", shown(std::vector(wanted.begin(), wanted.end()))}}};
  }
  return std::nullopt;
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "hint_rotation"), {{"shift", at.shift}}},
          {text_key(id, "hint_angle"),
           {{"shift", at.shift},
            {"frequency", shown(at.frequency(), 5)},
            {"pair", at.pair},
            {"base", at.base},
            {"doubled", 2 * at.pair},
            {"width", at.width}}},
          {text_key(id, "hint_addition")}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  const double angle = at.shift * at.frequency();
  const auto matrix = truth(p);
  const auto from = at.pair_at(at.position), to = applied(matrix, from);
  return {{text_key(id, "step_angle"),
           {{"shift", at.shift},
            {"pair", at.pair},
            {"base", at.base},
            {"doubled", 2 * at.pair},
            {"width", at.width},
            {"angle", shown(angle, 5)}}},
          {text_key(id, "step_addition")},
          {text_key(id, "step_matrix"),
           {{"first", shown(std::vector(matrix.begin(), matrix.begin() + 2))},
            {"second", shown(std::vector(matrix.begin() + 2, matrix.end()))}}},
          {text_key(id, "step_applied"),
           {{"from", at.position},
            {"to", at.position + at.shift},
            {"pair", shown(std::vector(from.begin(), from.end()))},
            {"result", shown(std::vector(to.begin(), to.end()))}}}};
}

std::vector<Field> fields(const Parameters&) {
  std::vector<Field> fields;
  for (int row = 1; row <= 2; ++row)
    for (int column = 1; column <= 2; ++column)
      fields.push_back({{text_key(id, "field"), {{"row", row}, {"column", column}}}, 3});
  return fields;
}

}  // namespace

Exercise make_shift_matrix() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "position-table";
  exercise.parameters = plain_parameters({integer_parameter("shift", -1e6, 1e6), integer_parameter("width", 2, 1024),
                                          integer_parameter("pair", 0, 511), number_parameter("base", 1, 1e12),
                                          integer_parameter("position", 0, 1e6)});
  exercise.draw = [](Draw& draw) {
    draw.whole("shift", 1, 9);
    const double width = draw.pick("width", {4, 8, 8, 16});
    const auto last = std::size_t(width) / 4;
    draw.whole("pair", std::min<std::size_t>(1, last), last);  // a fixed width of 2 has pair 0 alone
    draw.pick("base", {10000, 100});
    draw.whole("position", 1, 20);
  };
  exercise.check = [](const Parameters& p) {
    if (p.whole("width") % 2 == 1)
      throw Error(ErrorCode::invalid_argument, "not_even",
                  {{"argument", "parameters.width"}, {"got", p.number("width")}});
    require_range("parameters.pair", p.number("pair"), 0, p.number("width") / 2 - 1);
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", truth(p)}; };
  exercise.misconceptions = plain_misconceptions({{"transposed", transposed},
                                                  {"depends_on_position", depends_on_position},
                                                  {"missing_frequency", missing_frequency}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"),
                {{"shift", at.shift},
                 {"width", at.width},
                 {"pair", at.pair},
                 {"base", at.base},
                 {"position", at.position},
                 {"sine", 2 * at.pair},
                 {"cosine", 2 * at.pair + 1}}};
  };
  exercise.fields = fields;
  exercise.field_columns = 2;
  exercise.hints = hints;
  exercise.steps = steps;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
