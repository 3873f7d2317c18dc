#include "exercises/add_to_embedding.hpp"

#include <cmath>

#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "add_to_embedding";

struct Instance {
  std::vector<double> embedding;
  double position, base;
  explicit Instance(const Parameters& p)
      : embedding(p.numbers("embedding")), position(p.number("position")), base(p.number("base")) {}
  std::vector<double> row_at(double position) const { return sinusoidal_row(position, embedding.size(), base); }
  std::vector<double> row() const { return row_at(position); }
};

std::vector<double> truth(const Parameters& p) {
  const Instance at(p);
  return sum(at.embedding, at.row());
}

/// Twice as wide; a learner with as many fields as the embedding has entries types its first half.
std::vector<MistakenAnswer> concatenated(const Parameters& p) {
  const Instance at(p);
  std::vector<double> both = at.embedding;
  const auto row = at.row();
  both.insert(both.end(), row.begin(), row.end());
  const Values widths{{"width", at.embedding.size()}, {"wide", both.size()}};
  return {mistaken(at.embedding, widths, "first_half"), mistaken(std::move(both), widths)};
}

std::vector<MistakenAnswer> position_zero_row(const Parameters& p) {
  const Instance at(p);
  return {mistaken(sum(at.embedding, at.row_at(0)), {{"position", at.position}, {"row", shown(at.row_at(0))}})};
}

std::vector<MistakenAnswer> encoding_only(const Parameters& p) {
  const Instance at(p);
  return {mistaken(at.row(), {{"position", at.position}, {"embedding", at.embedding}})};
}

/// The original paper multiplies the embedding by sqrt(d_model) before it adds (Vaswani et al. 2017, section 3.4).
std::vector<MistakenAnswer> scaled_by_sqrt_d(const Parameters& p) {
  const Instance at(p);
  const double factor = std::sqrt(double(at.embedding.size()));
  return {mistaken(sum(scaled(at.embedding, factor), at.row()),
                   {{"width", at.embedding.size()}, {"factor", shown(factor)}})};
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "hint_sum"), {{"width", at.embedding.size()}}},
          {text_key(id, "hint_row"), {{"position", at.position}, {"base", at.base}, {"width", at.embedding.size()}}},
          {text_key(id, "hint_first"),
           {{"position", at.position}, {"sine", shown(at.row().front())}, {"entry", at.embedding.front()}}}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  return {
      {text_key(id, "step_row"), {{"position", at.position}, {"row", shown(at.row())}}},
      {text_key(id, "step_add"), {{"embedding", at.embedding}, {"row", shown(at.row())}, {"sum", shown(truth(p))}}}};
}

}  // namespace

Exercise make_add_to_embedding() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "position-table";
  exercise.parameters = plain_parameters(
      {numbers_parameter("embedding"), integer_parameter("position", 0, 1e6), number_parameter("base", 1, 1e12)});
  exercise.draw = [](Draw& draw) {
    draw.vector("embedding", 4);
    draw.whole("position", 1, 12);
    draw.pick("base", {10000});
  };
  exercise.check = [](const Parameters& p) { require_list_length("embedding", p.numbers("embedding").size(), 1, 64); };
  exercise.solve = [](const Parameters& p) { return Answer{"", truth(p)}; };
  exercise.misconceptions = plain_misconceptions({{"concatenated", concatenated},
                                                  {"position_zero_row", position_zero_row},
                                                  {"encoding_only", encoding_only},
                                                  {"scaled_by_sqrt_d", scaled_by_sqrt_d, true}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"), {{"embedding", at.embedding}, {"position", at.position}, {"base", at.base}}};
  };
  exercise.fields = [](const Parameters& p) { return numbered_fields(id, p.numbers("embedding").size()); };
  exercise.hints = hints;
  exercise.steps = steps;
  return exercise;
}

}  // namespace whereabouts::exercises
