#include "exercises/rope_score.hpp"

#include <cmath>

#include "error.hpp"
#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "rope_score";

struct Instance {
  std::vector<double> query, key;
  double query_position, key_position, base;
  RopeLayout layout;
  explicit Instance(const Parameters& p)
      : query(p.numbers("query")),
        key(p.numbers("key")),
        query_position(p.number("query_position")),
        key_position(p.number("key_position")),
        base(p.number("base")),
        layout(rope_layout(p.text("layout"))) {}

  double score(double query_position, double key_position, RopeLayout layout) const {
    return dot(rotated(query, query_position, base, layout), rotated(key, key_position, base, layout));
  }
  double score(double query_position, double key_position) const { return score(query_position, key_position, layout); }
  double truth() const { return score(query_position, key_position); }
  RopeLayout other_layout() const { return layout == RopeLayout::half ? RopeLayout::interleaved : RopeLayout::half; }
  double distance() const { return query_position - key_position; }
};

std::vector<MistakenAnswer> query_only_rotated(const Parameters& p) {
  const Instance at(p);
  return {mistaken({at.score(at.query_position, 0)}, {{"key_position", at.key_position}})};
}

/// The key turned the other way: angles add.
std::vector<MistakenAnswer> sum_of_positions(const Parameters& p) {
  const Instance at(p);
  return {mistaken({at.score(at.query_position, -at.key_position)},
                   {{"sum", at.query_position + at.key_position}, {"difference", at.distance()}})};
}

std::vector<MistakenAnswer> not_rotated(const Parameters& p) {
  const Instance at(p);
  return {mistaken({dot(at.query, at.key)})};
}

std::vector<MistakenAnswer> scaled_by_sqrt_d(const Parameters& p) {
  const Instance at(p);
  const double root = std::sqrt(double(at.query.size()));
  return {mistaken({at.truth() / root}, {{"root", shown(root)}, {"width", at.query.size()}})};
}

/// The direction lost: only a key that comes later than its query shows it.
std::vector<MistakenAnswer> absolute_distance(const Parameters& p) {
  const Instance at(p);
  if (at.key_position <= at.query_position) return {};
  return {mistaken({at.score(at.key_position, at.query_position)},
                   {{"difference", at.distance()}, {"wrong", -at.distance()}})};
}

std::vector<MistakenAnswer> other_layout(const Parameters& p) {
  const Instance at(p);
  return {mistaken({at.score(at.query_position, at.key_position, at.other_layout())},
                   {{"layout", to_string(at.layout)}, {"wrong", to_string(at.other_layout())}})};
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "hint_distance"), {{"difference", at.distance()}}},
          {text_key(id, "hint_pairs_" + p.text("layout")), {{"half", at.query.size() / 2}}},
          {text_key(id, "hint_query"),
           {{"difference", at.distance()}, {"turned", shown(rotated(at.query, at.distance(), at.base, at.layout))}}}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  return {
      {text_key(id, "step_query"),
       {{"position", at.query_position}, {"turned", shown(rotated(at.query, at.query_position, at.base, at.layout))}}},
      {text_key(id, "step_key"),
       {{"position", at.key_position}, {"turned", shown(rotated(at.key, at.key_position, at.base, at.layout))}}},
      {text_key(id, "step_product"), {{"score", shown(at.truth())}}},
      {text_key(id, "step_distance"),
       {{"difference", at.distance()},
        {"query_position", at.query_position + 100},
        {"key_position", at.key_position + 100},
        {"score", shown(at.score(at.query_position + 100, at.key_position + 100))}}}};
}

/// The size that a free vector takes from the fixed one beside it; 4 where that is free too, or of a size that is
/// refused.
std::size_t size_beside(const Draw& draw, const std::string& name) {
  const auto fixed = draw.values().find(name);
  if (fixed == draw.values().end()) return 4;
  const std::size_t size = fixed->size();
  return is_rotary_size(size) ? size : 4;
}

}  // namespace

Exercise make_rope_score() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "rope";
  exercise.parameters =
      plain_parameters({numbers_parameter("query"), numbers_parameter("key"),
                        integer_parameter("query_position", -1e6, 1e6), integer_parameter("key_position", -1e6, 1e6),
                        choice_parameter("layout", {"interleaved", "half"}), number_parameter("base", 1, 1e12)});
  exercise.draw = [](Draw& draw) {
    draw.vector("query", size_beside(draw, "key"));
    draw.vector("key", size_beside(draw, "query"));
    draw.whole("query_position", 1, 12);
    draw.whole("key_position", 1, 12);
    draw.choose("layout", {"interleaved", "half"});
    draw.pick("base", {10000});
  };
  exercise.check = [](const Parameters& p) {
    require_rotary_vector("query", p.numbers("query"));
    require_rotary_vector("key", p.numbers("key"));
    require_length("parameters.key", p.numbers("key").size(), p.numbers("query").size());
  };
  exercise.solve = [](const Parameters& p) { return Answer{"", {Instance(p).truth()}}; };
  exercise.misconceptions = plain_misconceptions({{"query_only_rotated", query_only_rotated},
                                                  {"sum_of_positions", sum_of_positions},
                                                  {"not_rotated", not_rotated},
                                                  {"scaled_by_sqrt_d", scaled_by_sqrt_d},
                                                  {"absolute_distance", absolute_distance},
                                                  {"other_layout", other_layout, true}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt_" + p.text("layout")),
                {{"query", at.query},
                 {"key", at.key},
                 {"query_position", at.query_position},
                 {"key_position", at.key_position},
                 {"base", at.base},
                 {"half", at.query.size() / 2}}};
  };
  exercise.fields = [](const Parameters&) { return std::vector<Field>{{{text_key(id, "field")}, 3}}; };
  exercise.hints = hints;
  exercise.steps = steps;
  return exercise;
}

}  // namespace whereabouts::exercises
