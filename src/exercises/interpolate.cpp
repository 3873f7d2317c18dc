#include "exercises/interpolate.hpp"

#include <cmath>

#include "encodings/rope_scaling.hpp"
#include "error.hpp"
#include "exercises/grading.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "interpolate";
constexpr int decimals = 3;
constexpr Tolerance tolerance{5e-4, true};

struct Instance {
  bool linear;
  double position, base, factor;
  std::size_t width;
  explicit Instance(const Parameters& p)
      : linear(p.text("method") == "linear"),
        position(p.number("position")),
        base(p.number("base")),
        factor(p.number("factor")),
        width(p.whole("width")) {}
  double answer() const { return linear ? position / factor : ntk_base(base, factor, width); }
  Values values() const {
    return {{"position", position}, {"base", base}, {"factor", factor}, {"width", width}, {"rest", width - 2}};
  }
  std::string key(const std::string& name) const { return text_key(id, name + (linear ? "_linear" : "_ntk")); }
};

double truth(const Parameters& p) { return Instance(p).answer(); }

std::vector<MistakenAnswer> multiplied_position(const Parameters& p) {
  const Instance at(p);
  if (!at.linear) return {};
  return {mistaken({at.position * at.factor}, {{"position", at.position}, {"wrong", at.position * at.factor}})};
}

/// Stretches the slowest pair, whose exponent is (d - 2) / d, by a little less than the factor.
std::vector<MistakenAnswer> base_times_factor(const Parameters& p) {
  const Instance at(p);
  if (at.linear) return {};
  const double reached = std::pow(at.factor, 1 - 2 / double(at.width));
  return {mistaken({at.base * at.factor},
                   {{"base", at.base}, {"factor", at.factor}, {"reached", shown(reached, decimals)}})};
}

/// With the exponent or without it.
std::vector<MistakenAnswer> divided_base(const Parameters& p) {
  const Instance at(p);
  if (at.linear) return {};
  std::vector<MistakenAnswer> made;
  for (const double grown : {at.answer(), at.base * at.factor}) {
    const double wrong = at.base * (at.base / grown);
    made.push_back(mistaken({wrong}, {{"base", at.base}, {"wrong", shown(wrong, decimals)}}));
  }
  return made;
}

std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  return thousands_separator(answer, {"", {truth(p)}}, tolerance);
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{at.key("hint_aim"), at.values()}, {at.key("hint_how"), at.values()}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  Values values = at.values();
  values.add("exponent", shown(double(at.width) / double(at.width - 2), 4));
  values.add("answer", shown(at.answer(), decimals));
  return {{at.key("step_rule"), values}, {at.key("step"), values}};
}

}  // namespace

Exercise make_interpolate() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "longer";
  exercise.parameters = plain_parameters({choice_parameter("method", {"linear", "ntk"}),
                                          integer_parameter("position", 0, 1e9), integer_parameter("width", 4, 65536),
                                          number_parameter("base", 1, 1e12), number_parameter("factor", 1, 1e6)});
  exercise.tolerance = tolerance;
  exercise.draw = [](Draw& draw) {
    draw.choose("method", {"linear", "ntk"});
    draw.whole("position", 100, 9999);
    draw.pick("width", {16, 32, 64, 96, 128, 256});
    draw.pick("base", {10000, 10000, 50000, 500000, 1000000});
    draw.pick("factor", {2, 3, 4, 5, 8, 16, 32});
  };
  exercise.check = [](const Parameters& p) {
    if (p.whole("width") % 2 == 1)
      throw Error(ErrorCode::invalid_argument, "not_even",
                  {{"argument", "parameters.width"}, {"got", p.number("width")}});
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", {truth(p)}}; };
  exercise.misconceptions = plain_misconceptions({{"base_times_factor", base_times_factor},
                                                  {"divided_base", divided_base},
                                                  {"multiplied_position", multiplied_position}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{at.key("prompt"), at.values()};
  };
  exercise.fields = [](const Parameters& p) {
    const Instance at(p);
    return std::vector<Field>{{{at.key("field")}, at.linear ? decimals : 1}};
  };
  exercise.hints = hints;
  exercise.steps = steps;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
