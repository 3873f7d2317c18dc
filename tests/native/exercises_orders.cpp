// The exercise that asks for an order: every order is run, and compared by what comes out.
#include <numbers>

#include "exercises/exercises.hpp"
#include "exercises/head_pipeline.hpp"
#include "exercises_shown.hpp"

namespace whereabouts::exercises::test {
namespace {

using Order = std::vector<std::string>;

const Pipeline& together = pipelines[0];

Parameters instance(const Pipeline& pipeline = together, double rotate_at = 6, double count_at = 6) {
  return at(find("rope_place"), {{"weights", 11},
                                 {"rows", 5},
                                 {"width", 4},
                                 {"start", 3},
                                 {"shift", 10},
                                 {"pipeline", pipeline.name},
                                 {"rotate_at", rotate_at},
                                 {"count_at", count_at}});
}

double change(const PipelineHead& head, const Pipeline& pipeline, const Order& order, PipelinePlace place) {
  return max_difference(run_pipeline(head, pipeline, order, {3, 0}), run_pipeline(head, pipeline, order, place));
}

Grade grade_of(const Parameters& p, const Order& order) { return real_grader(find("rope_place"), p, Json(order)); }

/// Row times matrix; and a pair turned by an angle, the pairs being neighbours, at frequencies 1 and 0.01.
std::vector<double> times(const double* row, const std::vector<double>& matrix) {
  std::vector<double> result(4);
  for (int out = 0; out < 4; ++out)
    for (int in = 0; in < 4; ++in) result[out] += row[in] * matrix[in * 4 + out];
  return result;
}

std::vector<double> turned(const std::vector<double>& x, double position) {
  const double a = position, b = position / 100;
  return {x[0] * std::cos(a) - x[1] * std::sin(a), x[0] * std::sin(a) + x[1] * std::cos(a),
          x[2] * std::cos(b) - x[3] * std::sin(b), x[2] * std::sin(b) + x[3] * std::cos(b)};
}

}  // namespace

TEST_CASE("rope_place: the right order of each form is attention with RoPE, written out in one call") {
  const PipelineHead head(11, 5, 4);
  const auto query = turned(times(&head.stream[4 * 4], head.query), 7);
  std::vector<double> weights, expected(4);
  double total = 0;
  for (int row = 0; row < 5; ++row) {
    const auto key = turned(times(&head.stream[row * 4], head.key), 3 + row);
    double score = 0;
    for (int i = 0; i < 4; ++i) score += query[i] * key[i];
    weights.push_back(std::exp(score / 2));
    total += weights.back();
  }
  for (int row = 0; row < 5; ++row)
    for (int i = 0; i < 4; ++i) expected[i] += weights[row] / total * times(&head.stream[row * 4], head.value)[i];
  for (const Pipeline& pipeline : pipelines) {
    const std::size_t right = pipeline.right_place();
    CHECK(right == (pipeline.name == std::string("values_last") ? 1 : 2));
    require_close(run_pipeline(head, pipeline, pipeline_order(pipeline, 0, right), {3, 0}), expected, 1e-12);
    const auto late = run_pipeline(head, pipeline, pipeline_order(pipeline, 0, 5), {3, 0});
    CHECK(max_difference(late, expected) > 1e-3);
  }
}

TEST_CASE("rope_place: shifted by 10 the output stays, 1e-5, and no mistake both stays and depends on distance") {
  const Exercise& exercise = find("rope_place");
  CHECK(ids(exercise) ==
        Ids{"value_rotated", "after_softmax", "before_projection", "rotated_twice_with_cache", "cache_offset_reset"});
  for (int seed = 0; seed < 200; ++seed) {
    const Parameters p = real_generator(exercise, seed);
    const PipelineHead head(std::uint64_t(p.number("weights")), p.whole("rows"), p.whole("width"));
    const Pipeline& pipeline = *std::ranges::find(pipelines, p.text("pipeline"), &Pipeline::name);
    const Order right = exercise.solve(p).order;
    CHECK(change(head, pipeline, right, {13, 0}) < 1e-5);
    CHECK(change(head, pipeline, right, {3, 10}) > 1e-5);  // the bad twin of invariance: no position at all
    for (const Mistake& mistake : applicable_mistakes(exercise, p)) {
      INFO(mistake.misconception->id << " at seed " << seed);
      const Order& order = mistake.made.answer.order;
      CHECK((change(head, pipeline, order, {13, 0}) > 1e-5 || change(head, pipeline, order, {3, 10}) < 1e-5));
    }
  }
}

TEST_CASE("rope_place: instances differ in the form of the head and in where the two steps stand, never rightly") {
  const Exercise& exercise = find("rope_place");
  std::set<std::string> asked, right;
  for (int seed = 0; seed < 1000; ++seed) {
    const Parameters p = real_generator(exercise, seed);
    Order order;
    for (const Choice& step : exercise.choices(p)) order.push_back(step.id);
    CHECK_FALSE(grade_of(p, order).passed());
    std::string written;
    for (const std::string& step : order) written += step + " ";
    asked.insert(written);
    written.clear();
    for (const std::string& step : exercise.solve(p).order) written += step + " ";
    right.insert(written);
  }
  CHECK(asked.size() > 100);
  CHECK(right.size() == 3);
  // The numbers in the question are those of the order that it shows.
  const Values unturned = exercise.prompt(instance(together, 5)).values;
  CHECK(unturned.json().at("change").at("value") == 0.0);
  CHECK(unturned.json().at("apart").at("value") == 0.0);
  CHECK(exercise.prompt(instance(together, 1)).values.json().at("change").at("value") > 1e-3);
  // What is right already is not asked.
  for (const Pipeline& pipeline : pipelines) {
    const double place = double(pipeline.right_place());
    CHECK_THROWS_AS(instance(pipeline, place, 0), Error);
    CHECK_THROWS_AS(instance(pipeline, place, place), Error);
    CHECK_NOTHROW(instance(pipeline, place, place + 1));
  }
}

TEST_CASE("rope_place: each place has its verdict") {
  const std::string rows = "before_projection", all = "value_rotated", cached = "rotated_twice_with_cache",
                    late = "after_softmax";
  const std::vector<std::string> expected[] = {{rows, all, "", cached, late, late, late},
                                               {rows, rows, "", cached, late, late, late},
                                               {rows, "", cached, late, late, late, late}};
  for (std::size_t form = 0; form < std::size(pipelines); ++form) {
    const Parameters p = instance(pipelines[form]);
    for (std::size_t place = 0; place < expected[form].size(); ++place) {
      const std::string& named = expected[form][place];
      const Grade result = grade_of(p, pipeline_order(pipelines[form], 0, place));
      INFO(pipelines[form].name << " " << place);
      if (named.empty())
        CHECK(result.verdict == Verdict::correct);
      else
        CHECK((names(result, named) && result.mistakes.size() == 1));
      CHECK_FALSE(result.first_mismatch);
    }
    const std::size_t right = pipelines[form].right_place();
    for (std::size_t count = right + 1; count < 7; ++count)
      CHECK(names(grade_of(p, pipeline_order(pipelines[form], count, right)), "cache_offset_reset"));
  }
}

TEST_CASE("rope_place: what gives the same output is right, wherever it is counted") {
  for (const Pipeline& pipeline : pipelines)
    for (std::size_t count = 0; count <= pipeline.right_place(); ++count) {
      const Order order = pipeline_order(pipeline, count, pipeline.right_place());
      CHECK(grade_of(instance(pipeline), order).verdict == Verdict::correct);
    }
  const Order late{"project", "aside", "rotate", "count", "store", "score", "softmax", "mix"};
  CHECK(names(grade_of(instance(), late), "cache_offset_reset"));
}

TEST_CASE("rope_place: every order is right, a known mistake, or seen to change when it is shifted") {
  const Exercise& exercise = find("rope_place");
  for (const Pipeline& pipeline : pipelines) {
    const Parameters p = instance(pipeline);
    const std::size_t right = pipeline.right_place();
    int unknown = 0;
    for (std::size_t count = 0; count < 7; ++count)
      for (std::size_t rotate = 0; rotate < 7; ++rotate) {
        const Order order = pipeline_order(pipeline, count, rotate);
        INFO(pipeline.name << " " << count << " " << rotate);
        const Grade result = grade_of(p, order);
        CHECK(result.passed() == (rotate == right && count <= right));
        if (result.verdict != Verdict::incorrect) continue;
        ++unknown;
        CHECK(exercise.evidence(p, {"", {}, order})->values.json().at("change").at("value") > 1e-5);
      }
    CHECK(unknown > 5);
  }
}

TEST_CASE("rope_place: two mistakes at once are none that is known, and the run says what they do") {
  const Exercise& exercise = find("rope_place");
  const Parameters p = instance();
  const Order both = pipeline_order(together, 6, 1);
  CHECK(grade_of(p, both).verdict == Verdict::incorrect);
  const auto text = exercise.evidence(p, {"", {}, both});
  REQUIRE(text);
  CHECK(text->values.json().at("change").at("value") > 1e-5);
}

TEST_CASE("rope_place: what is no order of its steps is malformed") {
  const Exercise& exercise = find("rope_place");
  const Parameters p = instance();
  const auto malformed = [&](const Json& given) {
    const Grade result = real_grader(exercise, p, given);
    return result.verdict == Verdict::malformed ? result.malformed->reason : "";
  };
  Order right = exercise.solve(p).order;
  for (const Json& given : {Json(), Json("rotate"), Json(3), Json::array(), Json{"rotate"}, Json::object()})
    CHECK(malformed(given) == "not_an_order");
  Order twice = right;
  twice[0] = "rotate";
  CHECK(malformed(twice) == "not_an_order");
  Order unknown = right;
  unknown[0] = "turn";
  CHECK(malformed(unknown) == "not_an_order");
  Order more = right;
  more.push_back("rotate");
  CHECK(malformed(more) == "not_an_order");
  Order exchanged = right;
  std::swap(*std::ranges::find(exchanged, "score"), *std::ranges::find(exchanged, "mix"));
  CHECK(malformed(exchanged) == "not_an_order");
  Json number = right;
  number[3] = 3;
  CHECK(malformed(number) == "not_an_order");
}

TEST_CASE("rope_place: the steps as a page gets them, and what a mistake leads to") {
  const Exercises exercises(models(), measured());
  const Json instance = exercises.create_instance("rope_place", 3, {{"pipeline", "together"}});
  CHECK(instance.at("answer") == "order");
  const Json& steps = instance.at("choices");
  REQUIRE(steps.size() == 8);
  int movable = 0;
  for (const Json& step : steps) movable += !step.contains("fixed");
  CHECK(movable == 2);
  const auto& rotate = *std::ranges::find_if(steps, [](const Json& step) { return step.at("id") == "rotate"; });
  CHECK(rotate.at("places").size() == 7);
  const Json wrong = exercises.run_mistake(instance, "value_rotated");
  REQUIRE(wrong.size() == 8);
  const Json grade = exercises.grade(instance, wrong);
  CHECK(grade.at("misconception").at("mistaken") == wrong);
  const Json& trial = grade.at("misconception").at("trial");
  CHECK(trial[0].at("right").get<double>() < 1e-5);
  CHECK(trial[0].at("mistaken").get<double>() > 1e-5);
  CHECK(trial.size() == 2 + instance.at("parameters").at("width").get<std::size_t>());
  CHECK(exercises.grade(instance, exercises.solution(instance).at("answer")).at("passed") == true);
}

}  // namespace whereabouts::exercises::test
