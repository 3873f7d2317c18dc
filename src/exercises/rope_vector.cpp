#include "exercises/rope_vector.hpp"

#include <cmath>

#include "error.hpp"
#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "rope_vector";

struct Instance {
  std::vector<double> vector;
  double position, base;
  std::string layout_name;
  explicit Instance(const Parameters& p)
      : vector(p.numbers("vector")),
        position(p.number("position")),
        base(p.number("base")),
        layout_name(p.text("layout")) {}

  bool any() const { return layout_name == "any"; }
  /// The layout of the worked solution; where the prompt leaves it open, the one of the paper.
  RopeLayout layout() const { return any() ? RopeLayout::interleaved : rope_layout(layout_name); }
  RopeLayout other_layout() const { return layout() == RopeLayout::half ? RopeLayout::interleaved : RopeLayout::half; }
  /// Every layout in which a learner may have made a mistake.
  std::vector<RopeLayout> layouts() const {
    return any() ? std::vector{layout(), other_layout()} : std::vector{layout()};
  }
  std::vector<double> turned(double position, RopeLayout layout) const {
    return rotated(vector, position, base, layout);
  }
};

std::vector<double> truth(const Parameters& p) {
  const Instance at(p);
  return at.turned(at.position, at.layout());
}

std::vector<MistakenAnswer> equivalents(const Parameters& p) {
  const Instance at(p);
  if (!at.any()) return {};
  return {
      mistaken(at.turned(at.position, at.other_layout()), {{"layout", to_string(at.other_layout())}}, "other_layout")};
}

/// The rotation with cos and sin looked up entry by entry, as programs do it, so that look-up and pairing can disagree.
/// `sign` is that of the sine in a pair's first entry: -1 in a rotation.
std::vector<double> turned_by_cache(const Instance& at, RopeLayout pairing, RopeLayout cache, double sign = -1) {
  const auto frequencies = rotary_frequencies(at.vector.size(), at.base);
  std::vector<double> angles(at.vector.size());
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto [first, second] = rope_pair(i, at.vector.size(), cache);
    angles[first] = angles[second] = at.position * frequencies[i];
  }
  std::vector<double> turned(at.vector.size());
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto [first, second] = rope_pair(i, at.vector.size(), pairing);
    const double a = at.vector[first], b = at.vector[second];
    turned[first] = a * std::cos(angles[first]) + sign * b * std::sin(angles[first]);
    turned[second] = b * std::cos(angles[second]) + a * std::sin(angles[second]);
  }
  return turned;
}

/// The same mistake in every layout that the prompt allows.
template <class Make>
std::vector<MistakenAnswer> in_each_layout(const Instance& at, const Values& values, Make make) {
  std::vector<MistakenAnswer> made;
  for (const RopeLayout layout : at.layouts()) made.push_back(mistaken(make(layout), values));
  return made;
}

std::vector<MistakenAnswer> other_layout(const Parameters& p) {
  const Instance at(p);
  if (at.any()) return {};
  return {mistaken(at.turned(at.position, at.other_layout()),
                   {{"layout", to_string(at.layout())}, {"wrong", to_string(at.other_layout())}})};
}

std::vector<MistakenAnswer> opposite_direction(const Parameters& p) {
  const Instance at(p);
  return in_each_layout(at, {{"position", at.position}, {"wrong", -at.position}},
                        [&](RopeLayout layout) { return at.turned(-at.position, layout); });
}

/// cos and sin cached in one layout, entries paired in the other: the norm changes. Both ways round occur.
std::vector<MistakenAnswer> mixed_cache_and_layout(const Parameters& p) {
  const Instance at(p);
  const double norm = std::sqrt(dot(at.vector, at.vector));
  std::vector<MistakenAnswer> made;
  for (const RopeLayout pairing : {at.layout(), at.other_layout()}) {
    const RopeLayout cache = pairing == RopeLayout::half ? RopeLayout::interleaved : RopeLayout::half;
    auto turned = turned_by_cache(at, pairing, cache);
    const double wrong = std::sqrt(dot(turned, turned));
    made.push_back(mistaken(std::move(turned), {{"norm", shown(norm)},
                                                {"wrong", shown(wrong)},
                                                {"pairing", to_string(pairing)},
                                                {"cache", to_string(cache)}}));
  }
  return made;
}

std::vector<MistakenAnswer> off_by_one(const Parameters& p) {
  const Instance at(p);
  std::vector<MistakenAnswer> made;
  for (const double by : {1.0, -1.0})
    for (auto& answer : in_each_layout(at, {{"position", at.position}, {"wrong", at.position + by}},
                                       [&](RopeLayout layout) { return at.turned(at.position + by, layout); })) {
      answer.variant = by > 0 ? "too_many" : "too_few";
      made.push_back(std::move(answer));
    }
  return made;
}

std::vector<MistakenAnswer> added_instead_of_rotated(const Parameters& p) {
  const Instance at(p);
  return in_each_layout(at, {{"position", at.position}}, [&](RopeLayout layout) {
    const auto order = layout == RopeLayout::half ? SinusoidalLayout::concatenated : SinusoidalLayout::interleaved;
    return sum(at.vector, sinusoidal_row(at.position, at.vector.size(), at.base, order));
  });
}

std::vector<MistakenAnswer> missing_minus(const Parameters& p) {
  const Instance at(p);
  return in_each_layout(at, {}, [&](RopeLayout layout) { return turned_by_cache(at, layout, layout, +1); });
}

std::vector<MistakenAnswer> exponent_i_over_d(const Parameters& p) {
  const Instance at(p);
  return in_each_layout(at, {{"width", at.vector.size()}}, [&](RopeLayout layout) {
    return rotated(at.vector, at.position, base_without_doubling(at.base), layout);
  });
}

std::vector<MistakenAnswer> degrees(const Parameters& p) {
  const Instance at(p);
  return in_each_layout(at, {{"position", at.position}},
                        [&](RopeLayout layout) { return at.turned(in_degrees(at.position), layout); });
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  const std::size_t width = at.vector.size();
  const auto [first, second] = rope_pair(0, width, at.layout());
  return {{text_key(id, "hint_pairs_" + at.layout_name), {{"half", width / 2}}},
          {text_key(id, "hint_angle"), {{"position", at.position}, {"base", at.base}, {"width", width}}},
          {text_key(id, "hint_first"),
           {{"first", at.vector[first]},
            {"second", at.vector[second]},
            {"angle", at.position},
            {"result", shown(truth(p)[first])}}}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  const auto frequencies = rotary_frequencies(at.vector.size(), at.base);
  const auto result = truth(p);
  std::vector<Text> steps;
  if (at.any()) steps.push_back({text_key(id, "step_any")});
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    const auto [first, second] = rope_pair(i, at.vector.size(), at.layout());
    const double angle = at.position * frequencies[i];
    steps.push_back({text_key(id, "step_pair"),
                     {{"pair", i},
                      {"first", first},
                      {"second", second},
                      {"a", at.vector[first]},
                      {"b", at.vector[second]},
                      {"angle", shown(angle, 5)},
                      {"cosine", shown(std::cos(angle))},
                      {"sine", shown(std::sin(angle))},
                      {"result", shown(std::vector{result[first], result[second]})}}});
  }
  steps.push_back({text_key(id, "step_result"),
                   {{"result", shown(result)}, {"norm", shown(std::sqrt(dot(at.vector, at.vector)))}}});
  return steps;
}

}  // namespace

Exercise make_rope_vector() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "rope";
  exercise.parameters =
      plain_parameters({numbers_parameter("vector"), integer_parameter("position", -1e6, 1e6),
                        choice_parameter("layout", {"interleaved", "half", "any"}), number_parameter("base", 1, 1e12)});
  exercise.draw = [](Draw& draw) {
    draw.vector("vector", 4);
    draw.whole("position", 1, 12);
    draw.choose("layout", {"interleaved", "half", "any"});
    draw.pick("base", {10000});
  };
  exercise.check = [](const Parameters& p) { require_rotary_vector("vector", p.numbers("vector")); };
  exercise.solve = [](const Parameters& p) { return Answer{"", truth(p)}; };
  exercise.equivalents = equivalents;
  exercise.misconceptions = plain_misconceptions({{"other_layout", other_layout, true},
                                                  {"opposite_direction", opposite_direction},
                                                  {"mixed_cache_and_layout", mixed_cache_and_layout},
                                                  {"off_by_one", off_by_one},
                                                  {"added_instead_of_rotated", added_instead_of_rotated},
                                                  {"missing_minus", missing_minus},
                                                  {"exponent_i_over_d", exponent_i_over_d},
                                                  {"degrees", degrees}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt_" + at.layout_name),
                {{"vector", at.vector}, {"position", at.position}, {"base", at.base}, {"half", at.vector.size() / 2}}};
  };
  exercise.fields = [](const Parameters& p) { return numbered_fields(id, p.numbers("vector").size()); };
  exercise.hints = hints;
  exercise.steps = steps;
  return exercise;
}

}  // namespace whereabouts::exercises
