#include "exercises/wavelength.hpp"

#include <numbers>

#include "error.hpp"
#include "exercises/grading.hpp"
#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "wavelength";
constexpr double pi = std::numbers::pi;
constexpr int decimals = 3;
constexpr Tolerance tolerance{1e-3, true};

struct Instance {
  std::size_t width, pair;
  double base;
  explicit Instance(const Parameters& p) : width(p.whole("width")), pair(p.whole("pair")), base(p.number("base")) {}
  std::size_t last_pair() const { return width / 2 - 1; }
};

/// Positions that one radian takes.
double positions_per_radian(std::size_t pair, std::size_t width, double base) {
  return 1 / sinusoidal_frequencies(width, base, SinusoidalLayout::interleaved)[pair];
}

double wavelength(std::size_t pair, std::size_t width, double base) {
  return 2 * pi * positions_per_radian(pair, width, base);
}

double truth(const Parameters& p) {
  const Instance at(p);
  return wavelength(at.pair, at.width, at.base);
}

/// 2 pi base is where wavelengths would end if there were one pair more; the last pair stops short of it.
std::vector<MistakenAnswer> limit_value(const Parameters& p) {
  const Instance at(p);
  if (at.pair != at.last_pair()) return {};
  return {mistaken({2 * pi * at.base}, {{"base", at.base}, {"doubled", 2 * at.pair}, {"width", at.width}})};
}

std::vector<MistakenAnswer> missing_two_pi(const Parameters& p) {
  const Instance at(p);
  const double radian = positions_per_radian(at.pair, at.width, at.base);
  return {mistaken({radian}, {{"radian", shown(radian, decimals)}})};
}

std::vector<MistakenAnswer> exponent_i_over_d(const Parameters& p) {
  const Instance at(p);
  return {mistaken({wavelength(at.pair, at.width, base_without_doubling(at.base))},
                   {{"pair", at.pair}, {"doubled", 2 * at.pair}, {"width", at.width}})};
}

std::vector<MistakenAnswer> reversed_order(const Parameters& p) {
  const Instance at(p);
  const std::size_t mirrored = at.last_pair() - at.pair;
  return {mistaken({wavelength(mirrored, at.width, at.base)}, {{"pair", at.pair}, {"wrong", mirrored}})};
}

std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  return thousands_separator(answer, {"", {truth(p)}}, tolerance);
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  const Values pair{{"pair", at.pair}, {"base", at.base}, {"doubled", 2 * at.pair}, {"width", at.width}};
  Values with_wavelength = pair;
  with_wavelength.add("wavelength", shown(2 * pi));
  return {
      {text_key(id, "hint_turn")}, {text_key(id, "hint_angle"), pair}, {text_key(id, "hint_first"), with_wavelength}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  const double radian = positions_per_radian(at.pair, at.width, at.base);
  return {
      {text_key(id, "step_radian"),
       {{"pair", at.pair},
        {"base", at.base},
        {"doubled", 2 * at.pair},
        {"width", at.width},
        {"radian", shown(radian, decimals)}}},
      {text_key(id, "step_turn"), {{"radian", shown(radian, decimals)}, {"wavelength", shown(truth(p), decimals)}}}};
}

}  // namespace

Exercise make_wavelength() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "position-table";
  exercise.parameters = plain_parameters(
      {integer_parameter("width", 2, 65536), integer_parameter("pair", 0, 32767), number_parameter("base", 1, 1e12)});
  exercise.tolerance = tolerance;
  exercise.draw = [](Draw& draw) {
    const double width = draw.pick("width", {8, 16, 32, 64, 128, 256});
    const auto last = std::size_t(width) / 2 - 1;
    // The last pair has a mistake of its own, so it comes more often than the others.
    std::vector<double> pairs(1 + last / 4, double(last));
    for (std::size_t pair = 1; pair < last; ++pair) pairs.push_back(double(pair));
    draw.pick("pair", pairs);
    draw.pick("base", {10000, 10000, 1000, 500000});
  };
  exercise.check = [](const Parameters& p) {
    if (p.whole("width") % 2 == 1)
      throw Error(ErrorCode::invalid_argument, "not_even",
                  {{"argument", "parameters.width"}, {"got", p.number("width")}});
    require_range("parameters.pair", p.number("pair"), 0, p.number("width") / 2 - 1);
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", {truth(p)}}; };
  exercise.misconceptions = plain_misconceptions({{"limit_value", limit_value},
                                                  {"missing_two_pi", missing_two_pi},
                                                  {"exponent_i_over_d", exponent_i_over_d},
                                                  {"reversed_order", reversed_order}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"), {{"width", at.width}, {"pair", at.pair}, {"base", at.base}}};
  };
  exercise.fields = [](const Parameters&) { return std::vector<Field>{{{text_key(id, "field")}, decimals}}; };
  exercise.hints = hints;
  exercise.steps = steps;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
