#include "exercises/table_edge.hpp"

#include "exercises/grading.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "table_edge";

struct Instance {
  double n_positions, n_embd, n_layer;
  explicit Instance(const Parameters& p)
      : n_positions(p.number("n_positions")), n_embd(p.number("n_embd")), n_layer(p.number("n_layer")) {}
  double last() const { return n_positions - 1; }
  double size() const { return n_positions * n_embd; }
};

Answer truth(const Parameters& p) {
  const Instance at(p);
  return {"", {at.last(), at.size()}};
}

std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  return thousands_separator(answer, truth(p), whole_numbers);
}

/// Also beside each of the other mistakes.
std::vector<MistakenAnswer> one_past_the_end(const Parameters& p) {
  const Instance at(p);
  std::vector<MistakenAnswer> made;
  for (const double size : {at.size(), at.size() * at.n_layer, at.last() * at.n_embd})
    made.push_back(mistaken({at.n_positions, size}, {{"n_positions", at.n_positions}, {"last", at.last()}}));
  return made;
}

std::vector<MistakenAnswer> per_layer(const Parameters& p) {
  const Instance at(p);
  return {mistaken({at.last(), at.size() * at.n_layer}, {{"n_layer", at.n_layer}, {"size", at.size()}})};
}

std::vector<MistakenAnswer> rows_minus_one(const Parameters& p) {
  const Instance at(p);
  return {mistaken({at.last(), at.last() * at.n_embd},
                   {{"n_positions", at.n_positions}, {"last", at.last()}, {"n_embd", at.n_embd}})};
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "hint_count"), {{"n_positions", at.n_positions}}},
          {text_key(id, "hint_row"), {{"n_embd", at.n_embd}}},
          {text_key(id, "hint_once"), {{"n_layer", at.n_layer}}}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "step_last"), {{"n_positions", at.n_positions}, {"last", at.last()}}},
          {text_key(id, "step_size"), {{"n_positions", at.n_positions}, {"n_embd", at.n_embd}, {"size", at.size()}}},
          {text_key(id, "step_once"), {{"n_layer", at.n_layer}}}};
}

}  // namespace

Exercise make_table_edge() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "learned-table";
  exercise.parameters = plain_parameters({integer_parameter("n_positions", 1, 1e7), integer_parameter("n_embd", 1, 1e5),
                                          integer_parameter("n_layer", 1, 1000)});
  exercise.tolerance = whole_numbers;
  exercise.draw = [](Draw& draw) {
    draw.pick("n_positions", {64, 128, 256, 512, 1024, 2048, 4096});
    draw.pick("n_embd", {32, 64, 128, 256, 384, 512, 768, 1024, 1280, 1600, 2048, 4096});
    draw.pick("n_layer", {2, 4, 6, 8, 12, 16, 24, 32, 36, 48});
  };
  exercise.solve = truth;
  exercise.misconceptions = plain_misconceptions(
      {{"one_past_the_end", one_past_the_end}, {"per_layer", per_layer}, {"rows_minus_one", rows_minus_one}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"),
                {{"n_positions", at.n_positions}, {"n_embd", at.n_embd}, {"n_layer", at.n_layer}}};
  };
  exercise.fields = [](const Parameters&) {
    return std::vector<Field>{{{text_key(id, "field_last")}, 0}, {{text_key(id, "field_size")}, 0}};
  };
  exercise.hints = hints;
  exercise.steps = steps;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
