#include "exercises/residual_sum.hpp"

#include <algorithm>

#include "error.hpp"
#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "residual_sum";
constexpr std::size_t entries_asked = 4;
constexpr int decimals_given = 4;  // one more than asked, so that adding rounded entries stays within the tolerance

std::vector<double> asked(std::vector<double> row) {
  row.resize(entries_asked);
  return row;
}

struct Instance {
  const ModelRows& models;
  std::string model;
  std::vector<double> tokens;
  std::size_t index;
  Instance(const ModelRows& models, const Parameters& p)
      : models(models), model(p.text("model")), tokens(p.numbers("tokens")), index(p.whole("index")) {}

  std::size_t token(std::size_t index) const { return std::size_t(tokens[index]); }
  std::vector<double> token_row(std::size_t index) const { return models.token_row(model, token(index)); }
  std::vector<double> position_row(std::size_t position) const { return models.position_row(model, position); }
  std::vector<double> stream(std::size_t index) const { return sum(token_row(index), position_row(index)); }
  bool has_row(std::size_t position) const { return position < models.size(model).n_positions; }
};

/// The right token with a neighbour's position row, or the whole row of a neighbour.
std::vector<MistakenAnswer> off_by_one(const Instance& at) {
  std::vector<MistakenAnswer> made;
  const auto add = [&](std::vector<double> row, std::size_t wrong, const char* variant) {
    made.push_back(mistaken(asked(std::move(row)), {{"index", at.index}, {"wrong", wrong}}, variant));
  };
  if (at.has_row(at.index + 1))
    add(sum(at.token_row(at.index), at.position_row(at.index + 1)), at.index + 1, "position");
  if (at.index > 0) add(sum(at.token_row(at.index), at.position_row(at.index - 1)), at.index - 1, "position");
  if (at.index + 1 < at.tokens.size()) add(at.stream(at.index + 1), at.index + 1, "row");
  if (at.index > 0) add(at.stream(at.index - 1), at.index - 1, "row");
  return made;
}

std::vector<MistakenAnswer> indexed_by_token(const Instance& at) {
  const std::size_t token = at.token(at.index);
  if (!at.has_row(token)) return {};
  return {
      mistaken(asked(sum(at.token_row(at.index), at.position_row(token))), {{"token", token}, {"index", at.index}})};
}

std::vector<MistakenAnswer> token_only(const Instance& at) {
  return {mistaken(asked(at.token_row(at.index)), {{"token", at.token(at.index)}, {"index", at.index}})};
}

std::vector<MistakenAnswer> after_layer_norm(const Instance& at) {
  return {mistaken(asked(at.models.first_layer_norm(at.model, at.stream(at.index))), {{"index", at.index}})};
}

std::vector<Text> hints(const Instance& at) {
  return {{text_key(id, "hint_two_rows")},
          {text_key(id, "hint_which"), {{"token", at.token(at.index)}, {"index", at.index}}},
          {text_key(id, "hint_first"),
           {{"token_entry", shown(at.token_row(at.index).front(), decimals_given)},
            {"position_entry", shown(at.position_row(at.index).front(), decimals_given)}}}};
}

std::vector<Text> steps(const Instance& at) {
  return {{text_key(id, "step_token"),
           {{"index", at.index},
            {"token", at.token(at.index)},
            {"row", shown(asked(at.token_row(at.index)), decimals_given)}}},
          {text_key(id, "step_position"),
           {{"index", at.index}, {"row", shown(asked(at.position_row(at.index)), decimals_given)}}},
          {text_key(id, "step_sum"), {{"index", at.index}, {"sum", shown(asked(at.stream(at.index)))}}}};
}

/// Every row that the prompt's tokens and positions can lead to.
std::vector<GivenRow> given(const Instance& at) {
  std::vector<GivenRow> rows;
  std::vector<double> named;
  for (std::size_t index = 0; index < at.tokens.size(); ++index) {
    if (std::find(named.begin(), named.end(), at.tokens[index]) != named.end()) continue;
    named.push_back(at.tokens[index]);
    rows.push_back(
        {{text_key(id, "given_token"), {{"token", at.token(index)}}}, asked(at.token_row(index)), decimals_given});
  }
  for (std::size_t position = 0; position < at.tokens.size(); ++position)
    rows.push_back(
        {{text_key(id, "given_position"), {{"position", position}}}, asked(at.position_row(position)), decimals_given});
  return rows;
}

void check(const Instance& at) {
  const auto size = at.models.size(at.model);
  require_list_length("tokens", at.tokens.size(), 1, size.n_positions);
  for (std::size_t i = 0; i < at.tokens.size(); ++i)
    require_whole("parameters.tokens[" + std::to_string(i) + "]", at.tokens[i], 0, double(size.vocab_size) - 1);
  require_whole("parameters.index", double(at.index), 0, double(at.tokens.size()) - 1);
}

}  // namespace

Exercise make_residual_sum(const ModelRows& models) {
  const auto of = [&models](auto function) {
    return [&models, function](const Parameters& p) { return function(Instance(models, p)); };
  };
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "learned-table";
  exercise.parameters = {choice_parameter("model", models.names()), integers_parameter("tokens", 0, 1e9),
                         integer_parameter("index", 0, 1e9)};
  exercise.draw = [&models](Draw& draw) {
    const std::string model = draw.choose("model", {models.names().front()});
    const auto tokens = draw.integers("tokens", 4, models.size(model).vocab_size);
    const std::size_t last = tokens.size() > 2 ? tokens.size() - 2 : tokens.size() - 1;
    draw.whole("index", std::min<std::size_t>(1, last), last);
  };
  exercise.check = of(check);
  exercise.solve = of([](const Instance& at) { return Answer{"", asked(at.stream(at.index))}; });
  exercise.misconceptions = {{"off_by_one", of(off_by_one)},
                             {"indexed_by_token", of(indexed_by_token)},
                             {"token_only", of(token_only)},
                             {"after_layer_norm", of(after_layer_norm)}};
  exercise.prompt = of([](const Instance& at) {
    return Text{text_key(id, "prompt"), {{"model", at.model}, {"tokens", at.tokens}, {"index", at.index}}};
  });
  exercise.fields = [](const Parameters&) { return numbered_fields(id, entries_asked); };
  exercise.given = of(given);
  exercise.hints = of(hints);
  exercise.steps = of(steps);
  return exercise;
}

}  // namespace whereabouts::exercises
