#include "exercises/rope_place.hpp"

#include <algorithm>
#include <cmath>

#include "error.hpp"
#include "exercises/head_pipeline.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "rope_place";
constexpr Tolerance tolerance{1e-5, false};
constexpr std::size_t places = 7;  // before, between and after the six fixed steps

using Order = std::vector<std::string>;

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

const Pipeline& pipeline_of(const Parameters& p) {
  return *std::ranges::find(pipelines, p.text("pipeline"), &Pipeline::name);
}

struct Instance {
  const Pipeline& pipeline;
  PipelineHead head;
  double start, shift;
  Order first;  // as it stands when it is asked
  explicit Instance(const Parameters& p)
      : pipeline(pipeline_of(p)),
        head(std::uint64_t(p.number("weights")), p.whole("rows"), p.whole("width")),
        start(p.number("start")),
        shift(p.number("shift")),
        first(pipeline_order(pipeline, p.whole("count_at"), p.whole("rotate_at"))) {}

  Order right() const { return pipeline_order(pipeline, 0, pipeline.right_place()); }
  std::vector<double> run(const Order& order, PipelinePlace place) const {
    return run_pipeline(head, pipeline, order, place);
  }
  std::vector<double> output(const Order& order) const { return run(order, {start, 0}); }
  std::vector<double> shifted(const Order& order) const { return run(order, {start + shift, 0}); }
  double change_shifted(const Order& order) const { return largest_difference(output(order), shifted(order)); }
  double change_apart(const Order& order) const {
    return largest_difference(output(order), run(order, {start, shift}));
  }
  Values values() const {
    return {{"rows", head.rows},
            {"last", head.rows - 1},
            {"start", start},
            {"shift", shift},
            {"change", shown(change_shifted(first))},
            {"apart", shown(change_apart(first))}};
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

Answer answer(const Parameters& p, const Order& order) { return {"", run(p, order), order}; }

/// Turned wherever this is at hand, or that.
std::vector<MistakenAnswer> rotated_with(const Parameters& p, Hand hand, Hand other) {
  const Pipeline& pipeline = pipeline_of(p);
  std::vector<MistakenAnswer> made;
  for (std::size_t place = 0; place < places; ++place)
    if (const Hand here = pipeline.at_hand(place); here == hand || here == other)
      made.push_back({answer(p, pipeline_order(pipeline, 0, place)), "", {}});
  return made;
}

template <Hand hand, Hand other = hand>
std::vector<MistakenAnswer> rotated_at(const Parameters& p) {
  return rotated_with(p, hand, other);
}

std::vector<MistakenAnswer> cache_offset_reset(const Parameters& p) {
  const Instance at(p);
  const std::size_t turned = at.pipeline.right_place();
  return {{answer(p, pipeline_order(at.pipeline, turned + 1, turned)), "", at.values()}};
}

std::vector<TrialRow> trial(const Parameters& p, const Answer& mistaken) {
  const Instance at(p);
  const Order right = at.right();
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

std::vector<Choice> choices(const Parameters& p) {
  const Instance at(p);
  std::vector<Choice> choices;
  for (const std::string& step : at.first) {
    Choice choice{step, {text_key(id, "step." + step)}, step != "count" && step != "rotate"};
    if (step == "rotate")
      for (std::size_t place = 0; place < places; ++place)
        choice.places.push_back({text_key(id, "rotate_at." + std::string(to_string(at.pipeline.at_hand(place))))});
    choices.push_back(std::move(choice));
  }
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
  exercise.parameters = plain_parameters(
      {integer_parameter("weights", 0, 1e9), integer_parameter("rows", 2, 16), integer_parameter("width", 4, 16),
       integer_parameter("start", 0, 1e6), integer_parameter("shift", 1, 1e6),
       choice_parameter("pipeline", {pipelines[0].name, pipelines[1].name, pipelines[2].name}),
       integer_parameter("rotate_at", 0, places - 1), integer_parameter("count_at", 0, places - 1)});
  exercise.tolerance = tolerance;
  exercise.draw = [](Draw& draw) {
    draw.whole("weights", 0, 9999);
    draw.whole("rows", 4, 8);
    draw.pick("width", {4, 6});
    draw.whole("start", 0, 20);
    draw.pick("shift", {10});
    draw.choose("pipeline", {pipelines[0].name, pipelines[1].name, pipelines[2].name});
    draw.whole("rotate_at", 0, places - 1);
    draw.whole("count_at", 0, places - 1);
  };
  exercise.check = [](const Parameters& p) {
    if (p.whole("width") % 2 == 1)
      throw Error(ErrorCode::invalid_argument, "not_even",
                  {{"argument", "parameters.width"}, {"got", p.number("width")}});
    // What stands there already is nothing to ask for.
    if (const double right = double(pipeline_of(p).right_place()); p.number("rotate_at") == right)
      require_whole("parameters.count_at", p.number("count_at"), right + 1, places - 1);
  };
  exercise.choices = choices;
  exercise.run_order = run;
  exercise.solve = [](const Parameters& p) { return answer(p, Instance(p).right()); };
  exercise.misconceptions = plain_misconceptions({{"value_rotated", rotated_at<Hand::all>},
                                                  {"after_softmax", rotated_at<Hand::late, Hand::output>},
                                                  {"before_projection", rotated_at<Hand::rows>},
                                                  {"rotated_twice_with_cache", rotated_at<Hand::cached>},
                                                  {"cache_offset_reset", cache_offset_reset}});
  exercise.prompt = [](const Parameters& p) { return Text{text_key(id, "prompt"), Instance(p).values()}; };
  exercise.hints = [](const Parameters& p) { return numbered(p, "hint_", 4); };
  exercise.steps = [](const Parameters& p) { return numbered(p, "solution_", 4); };
  exercise.trial = trial;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
