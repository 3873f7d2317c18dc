#include "exercises/sinusoid_row.hpp"

#include <cmath>

#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "sinusoid_row";

struct Instance {
  double position, base;
  std::size_t width;
  explicit Instance(const Parameters& p)
      : position(p.number("position")), base(p.number("base")), width(p.whole("width")) {}
  std::vector<double> frequencies() const { return sinusoidal_frequencies(width, base, SinusoidalLayout::interleaved); }
};

std::vector<double> truth(const Parameters& p) {
  const Instance at(p);
  return sinusoidal_row(at.position, at.width, at.base);
}

/// A row with the sines in the even columns and the angle of each column as the mistake has it.
template <class AngleOf>
std::vector<double> row_with(std::size_t width, AngleOf angle_of) {
  std::vector<double> row(width);
  for (std::size_t column = 0; column < width; ++column) {
    const double angle = angle_of(column);
    row[column] = column % 2 == 0 ? std::sin(angle) : std::cos(angle);
  }
  return row;
}

std::vector<MistakenAnswer> sin_cos_swapped(const Parameters& p) {
  const Instance at(p);
  const auto frequencies = at.frequencies();
  std::vector<double> row(at.width);
  for (std::size_t column = 0; column < at.width; ++column) {
    const double angle = at.position * frequencies[column / 2];
    row[column] = column % 2 == 0 ? std::cos(angle) : std::sin(angle);
  }
  return {mistaken(std::move(row))};
}

std::vector<MistakenAnswer> concatenated_layout(const Parameters& p) {
  const Instance at(p);
  return {mistaken(sinusoidal_row(at.position, at.width, at.base, SinusoidalLayout::concatenated))};
}

std::vector<MistakenAnswer> exponent_i_over_d(const Parameters& p) {
  const Instance at(p);
  return {mistaken(sinusoidal_row(at.position, at.width, base_without_doubling(at.base)))};
}

/// The column's own index in the exponent: sine and cosine of a pair no longer share an angle.
std::vector<MistakenAnswer> exponent_per_column(const Parameters& p) {
  const Instance at(p);
  const auto angle_of = [&](std::size_t column) {
    return at.position * std::pow(at.base, -double(column) / double(at.width));
  };
  return {mistaken(row_with(at.width, angle_of))};
}

std::vector<MistakenAnswer> wrong_base(const Parameters& p) {
  const Instance at(p);
  std::vector<MistakenAnswer> made;  // one of them may be the right base: no mistake there
  for (const double base : {1000.0, 10000.0})
    made.push_back(mistaken(sinusoidal_row(at.position, at.width, base), {{"base", at.base}, {"wrong", base}}));
  return made;
}

std::vector<MistakenAnswer> off_by_one(const Parameters& p) {
  const Instance at(p);
  const auto row_of = [&](double position, const char* variant) {
    return mistaken(sinusoidal_row(position, at.width, at.base), {{"position", at.position}, {"wrong", position}},
                    variant);
  };
  return {row_of(at.position + 1, "too_many"), row_of(at.position - 1, "too_few")};
}

std::vector<MistakenAnswer> degrees(const Parameters& p) {
  const Instance at(p);
  return {mistaken(sinusoidal_row(in_degrees(at.position), at.width, at.base))};
}

std::vector<MistakenAnswer> multiplied_instead_of_divided(const Parameters& p) {
  const Instance at(p);
  const auto frequencies = at.frequencies();
  return {mistaken(row_with(at.width, [&](std::size_t column) { return at.position / frequencies[column / 2]; }))};
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  const std::size_t last_pair = (at.width - 1) / 2;
  return {{text_key(id, "hint_pairs"), {{"width", at.width}}},
          {text_key(id, "hint_angle"),
           {{"position", at.position},
            {"base", at.base},
            {"width", at.width},
            {"pair", last_pair},
            {"doubled", 2 * last_pair}}},
          {text_key(id, "hint_first"), {{"position", at.position}, {"sine", shown(std::sin(at.position))}}}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  const auto frequencies = at.frequencies();
  std::vector<Text> steps;
  for (std::size_t pair = 0; pair < frequencies.size(); ++pair) {
    const double angle = at.position * frequencies[pair];
    const bool has_cosine = 2 * pair + 1 < at.width;
    Values values{{"pair", pair},
                  {"position", at.position},
                  {"base", at.base},
                  {"doubled", 2 * pair},
                  {"width", at.width},
                  {"angle", shown(angle, 5)},
                  {"sine", shown(std::sin(angle))}};
    if (has_cosine) values.add("cosine", shown(std::cos(angle)));
    steps.push_back({text_key(id, has_cosine ? "step_pair" : "step_lone_sine"), std::move(values)});
  }
  steps.push_back({text_key(id, "step_row"), {{"row", shown(truth(p))}, {"position", at.position}}});
  return steps;
}

}  // namespace

Exercise make_sinusoid_row() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "position-table";
  exercise.parameters = plain_parameters(
      {integer_parameter("position", 0, 1e6), integer_parameter("width", 1, 64), number_parameter("base", 1, 1e12)});
  exercise.draw = [](Draw& draw) {
    draw.whole("position", 1, 60);
    draw.pick("width", {4, 4, 6});
    draw.pick("base", {10000, 10000, 1000, 100});
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", truth(p)}; };
  exercise.misconceptions = plain_misconceptions({{"sin_cos_swapped", sin_cos_swapped},
                                                  {"concatenated_layout", concatenated_layout, true},
                                                  {"exponent_i_over_d", exponent_i_over_d},
                                                  {"exponent_per_column", exponent_per_column},
                                                  {"wrong_base", wrong_base},
                                                  {"off_by_one", off_by_one},
                                                  {"degrees", degrees},
                                                  {"multiplied_instead_of_divided", multiplied_instead_of_divided}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"), {{"position", at.position}, {"width", at.width}, {"base", at.base}}};
  };
  exercise.fields = [](const Parameters& p) { return numbered_fields(id, p.whole("width")); };
  exercise.hints = hints;
  exercise.steps = steps;
  return exercise;
}

}  // namespace whereabouts::exercises
