#include "exercises/alibi_slopes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "encodings/alibi.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "alibi_slopes";
constexpr int decimals = 4;

/// The heads are cut in two: first the series of a power of two, then what is missing, from the series of twice as
/// many.
struct Instance {
  std::size_t n_head, power;
  explicit Instance(const Parameters& p) : n_head(p.whole("n_head")), power(std::bit_floor(n_head)) {}
  bool is_power() const { return n_head == power; }
  std::vector<double> slopes() const { return alibi_slopes(n_head); }
  Values values() const {
    const auto all = slopes();
    const auto rest = all.begin() + std::ptrdiff_t(power);
    return {{"n_head", n_head},
            {"power", power},
            {"double", 2 * power},
            {"first", shown(all.front(), decimals)},
            {"series", shown(std::vector(all.begin(), rest), decimals)},
            {"rest", shown(std::vector(rest, all.end()), decimals)},
            {"all", shown(all, decimals)}};
  }
};

/// 2^(-8 h / of), every `step`-th from `first` on.
std::vector<double> series(double of, double first, double step, std::size_t count) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < count; ++i) slopes.push_back(std::exp2(-8 * (first + step * double(i)) / of));
  return slopes;
}

/// In the series alone, in both parts, or with the plain formula of any number of heads.
std::vector<MistakenAnswer> starts_at_one(const Parameters& p) {
  const Instance at(p);
  const Values values = at.values();
  const double power = double(at.power);
  auto once = at.slopes(), twice = series(power, 0, 1, at.power);
  std::copy(twice.begin(), twice.end(), once.begin());
  for (const double slope : series(2 * power, 0, 2, at.n_head - at.power)) twice.push_back(slope);
  std::vector<MistakenAnswer> made{mistaken(once, values)};
  if (!at.is_power()) {
    made.push_back(mistaken(twice, values));
    made.push_back(mistaken(series(double(at.n_head), 0, 1, at.n_head), values));
  }
  return made;
}

std::vector<MistakenAnswer> plain_formula(const Parameters& p) {
  const Instance at(p);
  if (at.is_power()) return {};
  return {mistaken(series(double(at.n_head), 1, 1, at.n_head), at.values())};
}

std::vector<MistakenAnswer> sorted(const Parameters& p) {
  const Instance at(p);
  if (at.is_power()) return {};
  auto slopes = at.slopes();
  std::ranges::sort(slopes, std::greater());
  return {mistaken(std::move(slopes), at.values())};
}

std::vector<Text> parts(const Instance& at, const std::string& first, const std::string& rest) {
  std::vector<Text> texts{{text_key(id, first), at.values()}};
  if (!at.is_power()) texts.push_back({text_key(id, rest), at.values()});
  return texts;
}

}  // namespace

Exercise make_alibi_slopes() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "distance-bias";
  // Width and context have no say in the slopes: to know that is a part of the answer.
  exercise.parameters = plain_parameters({integer_parameter("n_head", 1, 64), integer_parameter("head_dim", 1, 65536),
                                          integer_parameter("n_positions", 1, 1e9)});
  exercise.tolerance = tolerance_of_decimals(decimals);
  exercise.draw = [](Draw& draw) {
    draw.whole("n_head", 2, 12);
    draw.pick("head_dim", {16, 24, 32, 48, 64, 80, 96, 128});
    draw.pick("n_positions", {256, 512, 1024, 2048, 4096, 8192});
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", Instance(p).slopes()}; };
  exercise.misconceptions = plain_misconceptions(
      {{"starts_at_one", starts_at_one}, {"plain_formula", plain_formula, true}, {"sorted", sorted}});
  exercise.prompt = [](const Parameters& p) { return Text{text_key(id, "prompt"), Values(p.json())}; };
  exercise.fields = [](const Parameters& p) { return numbered_fields(id, p.whole("n_head"), decimals); };
  exercise.hints = [](const Parameters& p) {
    const Instance at(p);
    auto hints = parts(at, "hint_series", "hint_rest");
    hints.push_back({text_key(id, "hint_first"), at.values()});
    return hints;
  };
  exercise.steps = [](const Parameters& p) {
    const Instance at(p);
    auto steps = parts(at, "step_series", "step_rest");
    steps.push_back({text_key(id, "step_all"), at.values()});
    return steps;
  };
  return exercise;
}

}  // namespace whereabouts::exercises
