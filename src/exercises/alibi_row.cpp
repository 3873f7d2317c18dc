#include "exercises/alibi_row.hpp"

#include <bit>
#include <cmath>

#include "encodings/alibi.hpp"
#include "error.hpp"
#include "exercises/grading.hpp"
#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "alibi_row";
constexpr int decimals = 4;

/// As many decimals as a slope of a power of two has: who goes on with what is shown gets a right answer.
double exact(double slope) { return std::round(slope * 1e8) / 1e8; }

struct Instance {
  std::size_t n_head, head;
  double row, head_dim, slope;
  explicit Instance(const Parameters& p)
      : n_head(p.whole("n_head")),
        head(p.whole("head")),
        row(p.number("row")),
        head_dim(p.number("head_dim")),
        slope(alibi_slopes(n_head).at(head)) {}

  std::vector<double> keys() const {
    std::vector<double> keys;
    for (double key = 0; key <= row; ++key) keys.push_back(key);
    return keys;
  }
  std::vector<double> bias() const {
    std::vector<double> bias(std::size_t(row) + 1);
    alibi_bias<double>({&slope, 1}, {&row, 1}, keys(), std::span(bias));
    return bias;
  }
  Values values() const {
    return {{"n_head", n_head},
            {"head", head},
            {"row", row},
            {"head_dim", head_dim},
            {"root", shown(std::sqrt(head_dim), 2)},
            {"slope", exact(slope)},
            {"largest", shown(slope * row, decimals)},
            {"bias", shown(bias(), decimals)}};
  }
};

std::vector<MistakenAnswer> wrong_sign(const Parameters& p) {
  const Instance at(p);
  return {mistaken(scaled(at.bias(), -1), at.values())};
}

/// The cost of the query's own position, the same for every key.
std::vector<MistakenAnswer> query_only(const Parameters& p) {
  const Instance at(p);
  return {mistaken(std::vector<double>(at.keys().size(), -at.slope * at.row), at.values())};
}

std::vector<MistakenAnswer> scaled_by_sqrt_d(const Parameters& p) {
  const Instance at(p);
  return {mistaken(scaled(at.bias(), 1 / std::sqrt(at.head_dim)), at.values())};
}

std::vector<MistakenAnswer> by_slope(const Instance& at, double slope) {
  std::vector<double> bias;
  for (const double key : at.keys()) bias.push_back(-slope * (at.row - key));
  return {mistaken(bias, at.values().add("wrong", exact(slope)))};
}

/// Head h with h in its exponent in place of h + 1, in either part of the heads.
std::vector<MistakenAnswer> starts_at_one(const Parameters& p) {
  const Instance at(p);
  const std::size_t power = std::bit_floor(at.n_head);
  return by_slope(at, at.slope * std::exp2(8.0 / double(at.head < power ? power : 2 * power)));
}

std::vector<MistakenAnswer> plain_formula(const Parameters& p) {
  const Instance at(p);
  if (std::has_single_bit(at.n_head)) return {};
  return by_slope(at, std::exp2(-8.0 * double(at.head + 1) / double(at.n_head)));
}

/// By the key's position instead of the distance: another number in every row, but the same one for all its keys.
std::vector<MistakenAnswer> key_only(const Parameters& p) {
  const Instance at(p);
  return {mistaken(scaled(at.keys(), at.slope), at.values(), "key_only")};
}

/// Softmax takes away what all keys of a row have in common.
std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  const auto truth = Instance(p).bias();
  if (answer.numbers.size() != truth.size()) return std::nullopt;
  const double shift = answer.numbers.back() - truth.back();
  auto moved = truth;
  for (double& entry : moved) entry += shift;
  if (!compare(answer, {"", moved}, tolerance_of_decimals(decimals)).passed) return std::nullopt;
  return Text{text_key(id, "evidence"), {{"shift", shown(shift, decimals)}}};
}

}  // namespace

Exercise make_alibi_row() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "distance-bias";
  exercise.parameters = plain_parameters({integer_parameter("n_head", 1, 64), integer_parameter("head", 0, 63),
                                          integer_parameter("row", 0, 31), integer_parameter("head_dim", 1, 65536)});
  exercise.tolerance = tolerance_of_decimals(decimals);
  exercise.draw = [](Draw& draw) {
    const auto n_head = std::size_t(draw.pick("n_head", {4, 6, 8, 8, 8, 12, 16}));
    draw.whole("head", 0, n_head - 1);
    draw.whole("row", 2, 5);
    draw.pick("head_dim", {16, 32, 48, 64, 80, 96, 128});
  };
  exercise.check = [](const Parameters& p) {
    require_whole("parameters.head", p.number("head"), 0, p.number("n_head") - 1);
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", Instance(p).bias()}; };
  exercise.equivalents = key_only;
  exercise.misconceptions = plain_misconceptions({{"wrong_sign", wrong_sign},
                                                  {"query_only", query_only},
                                                  {"scaled_by_sqrt_d", scaled_by_sqrt_d},
                                                  {"slope_starts_at_one", starts_at_one},
                                                  {"slope_by_plain_formula", plain_formula}});
  exercise.prompt = [](const Parameters& p) { return Text{text_key(id, "prompt"), Instance(p).values()}; };
  exercise.fields = [](const Parameters& p) { return numbered_fields(id, p.whole("row") + 1, decimals); };
  exercise.hints = [](const Parameters& p) {
    const Values values = Instance(p).values();
    return std::vector<Text>{{text_key(id, "hint_slope"), values},
                             {text_key(id, "hint_distance"), values},
                             {text_key(id, "hint_own"), values}};
  };
  exercise.steps = [](const Parameters& p) {
    const Values values = Instance(p).values();
    return std::vector<Text>{
        {text_key(id, "step_slope"), values}, {text_key(id, "step_cost"), values}, {text_key(id, "step_row"), values}};
  };
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
