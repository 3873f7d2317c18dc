#include "exercises/rope_place.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "exercises/head_pipeline.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "rope_place";
constexpr Tolerance tolerance{1e-5, false};
constexpr std::size_t places = 7;                         // before, between and after the six fixed steps
constexpr std::size_t right_count = 0, right_rotate = 2;  // "count" may stand anywhere before "rotate"

using Order = std::vector<std::string>;

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

struct Instance {
  PipelineHead head;
  double start, shift;
  explicit Instance(const Parameters& p)
      : head(std::uint64_t(p.number("weights")), p.whole("rows"), p.whole("width")),
        start(p.number("start")),
        shift(p.number("shift")) {}

  std::vector<double> output(const Order& order) const { return run_pipeline(head, order, {start, 0}); }
  std::vector<double> shifted(const Order& order) const { return run_pipeline(head, order, {start + shift, 0}); }
  double change_shifted(const Order& order) const { return largest_difference(output(order), shifted(order)); }
  double change_apart(const Order& order) const {
    return largest_difference(output(order), run_pipeline(head, order, {start, shift}));
  }
  Values values() const {
    return {{"rows", head.rows}, {"first", head.rows - 1}, {"last", head.rows - 1}, {"start", start}, {"shift", shift}};
  }
};

/// The last row's output where the text stands, and where it is shifted.
std::vector<double> run(const Parameters& p, const Order& order) {
  const Instance at(p);
  auto numbers = at.output(order);
  const auto shifted = at.shifted(order);
  numbers.insert(numbers.end(), shifted.begin(), shifted.end());
  return numbers;
}

Answer answer(const Parameters& p, std::size_t count_after, std::size_t rotate_after) {
  const Order order = pipeline_order(count_after, rotate_after);
  return {"", run(p, order), order};
}

template <std::size_t... rotate_after>
std::vector<MistakenAnswer> rotated_at(const Parameters& p) {
  return {{answer(p, right_count, rotate_after), "", {}}...};
}

std::vector<MistakenAnswer> cache_offset_reset(const Parameters& p) {
  return {{answer(p, right_rotate + 1, right_rotate), "", Instance(p).values()}};
}

std::vector<TrialRow> trial(const Parameters& p, const Answer& mistaken) {
  const Instance at(p);
  const Order right = pipeline_order(right_count, right_rotate);
  std::vector<TrialRow> rows{
      {{text_key(id, "trial_shifted"), at.values()}, at.change_shifted(right), at.change_shifted(mistaken.order)},
      {{text_key(id, "trial_apart"), at.values()}, at.change_apart(right), at.change_apart(mistaken.order)}};
  const auto expected = at.output(right), got = at.output(mistaken.order);
  for (std::size_t i = 0; i < expected.size(); ++i)
    rows.push_back({{text_key(id, "trial_output"), {{"index", i}}}, expected[i], got[i]});
  return rows;
}

std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  const Instance at(p);
  return Text{text_key(id, "evidence"), {{"shift", at.shift}, {"change", shown(at.change_shifted(answer.order), 5)}}};
}

std::vector<Choice> choices(const Parameters&) {
  std::vector<Choice> choices;
  const auto add = [&](const std::string& step, bool fixed) {
    choices.push_back({step, {text_key(id, "step." + step)}, fixed});
  };
  for (const std::string& step : fixed_pipeline_steps) add(step, true);
  add("count", false);
  add("rotate", false);
  for (std::size_t place = 0; place < places; ++place)
    choices.back().places.push_back({text_key(id, "rotate_at." + std::to_string(place))});
  return choices;
}

std::vector<Text> numbered(const Parameters& p, const char* name, std::size_t count) {
  std::vector<Text> texts;
  for (std::size_t i = 0; i < count; ++i)
    texts.push_back({text_key(id, name + std::to_string(i)), Instance(p).values()});
  return texts;
}

}  // namespace

Exercise make_rope_place() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "rope";
  exercise.answer = AnswerKind::order;
  exercise.parameters = {integer_parameter("weights", 0, 1e9), integer_parameter("rows", 2, 16),
                         integer_parameter("width", 4, 16), integer_parameter("start", 0, 1e6),
                         integer_parameter("shift", 1, 1e6)};
  exercise.tolerance = tolerance;
  exercise.draw = [](Draw& draw) {
    draw.whole("weights", 0, 9999);
    draw.whole("rows", 4, 8);
    draw.pick("width", {4, 6});
    draw.whole("start", 0, 20);
    draw.pick("shift", {10});
  };
  exercise.check = [](const Parameters& p) {
    if (p.whole("width") % 2 == 1)
      throw Error(ErrorCode::invalid_argument, "not_even",
                  {{"argument", "parameters.width"}, {"got", p.number("width")}});
  };
  exercise.choices = choices;
  exercise.run_order = run;
  exercise.solve = [](const Parameters& p) { return answer(p, right_count, right_rotate); };
  exercise.misconceptions = {{"value_rotated", rotated_at<1>},
                             {"after_softmax", rotated_at<5, 6>},
                             {"before_projection", rotated_at<0>},
                             {"rotated_twice_with_cache", rotated_at<3>},
                             {"cache_offset_reset", cache_offset_reset}};
  exercise.prompt = [](const Parameters& p) { return Text{text_key(id, "prompt"), Instance(p).values()}; };
  exercise.fields = [](const Parameters&) { return std::vector<Field>{}; };
  exercise.hints = [](const Parameters& p) { return numbered(p, "hint_", 4); };
  exercise.steps = [](const Parameters& p) { return numbered(p, "solution_", 4); };
  exercise.trial = trial;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
