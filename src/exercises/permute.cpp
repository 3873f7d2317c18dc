#include "exercises/permute.hpp"

#include <set>

#include "error.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "permute";
constexpr double vocabulary = 12;
constexpr std::size_t fewest = 4, most = 16;

struct Instance {
  std::vector<double> tokens;
  std::string kind;
  bool causal;
  explicit Instance(const Parameters& p)
      : tokens(p.numbers("tokens")), kind(p.text("kind")), causal(p.text("causal") == "true") {}
  bool blind() const { return kind == "none" && !causal; }
};

Answer truth(const Parameters& p) { return {Instance(p).blind() ? "moves" : "changes", {}}; }

std::vector<MistakenAnswer> choice_of(const char* choice) { return {{{choice, {}}, "", {}}}; }

std::vector<MistakenAnswer> invariant_not_equivariant(const Parameters& p) {
  if (!Instance(p).blind()) return {};
  return choice_of("stays");
}

/// Who takes a model without encoding for blind whatever its mask.
std::vector<MistakenAnswer> mask_ignored(const Parameters& p) {
  const Instance at(p);
  if (at.kind != "none" || !at.causal) return {};
  return choice_of("moves");
}

Values ends(const Instance& at) { return {{"first", at.tokens.front()}, {"last", at.tokens.back()}}; }

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "hint_order")},
          {text_key(id, at.causal ? "hint_mask" : "hint_no_mask"), ends(at)},
          {text_key(id, at.kind == "none" ? "hint_no_encoding" : "hint_encoding"), ends(at)}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  std::vector<Text> steps;
  if (at.kind != "none") steps.push_back({text_key(id, "step_encoding"), ends(at)});
  if (at.causal) steps.push_back({text_key(id, "step_mask"), ends(at)});
  if (at.blind()) steps = {{text_key(id, "step_content")}, {text_key(id, "step_same")}};
  steps.push_back({text_key(id, at.blind() ? "step_moves" : "step_changes")});
  return steps;
}

}  // namespace

Exercise make_permute() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "order-blind";
  exercise.answer = AnswerKind::choice;
  exercise.choices = [](const Parameters&) { return plain_choices(id, {"moves", "stays", "changes"}); };
  exercise.parameters =
      plain_parameters({integers_parameter("tokens", 0, vocabulary - 1), choice_parameter("causal", {"true", "false"}),
                        choice_parameter("kind", {"none", "learned", "sinusoidal", "rope", "alibi"})});
  exercise.tolerance = whole_numbers;
  exercise.draw = [](Draw& draw) {
    draw.ascending("tokens", 5, std::size_t(vocabulary));
    draw.choose("causal", {"true", "false"});
    draw.choose("kind", {"none", "none", "none", "learned", "sinusoidal", "rope", "alibi"});
  };
  // With equal tokens, or with three, an exchange may be no change, or a mirror image, which ALiBi cannot see.
  exercise.check = [](const Parameters& p) {
    const std::vector<double> tokens = p.numbers("tokens");
    require_list_length("tokens", tokens.size(), fewest, most);
    const std::set<double> different(tokens.begin(), tokens.end());
    if (different.size() < tokens.size())
      throw Error(ErrorCode::invalid_argument, "not_different", {{"argument", "parameters.tokens"}});
  };
  exercise.solve = truth;
  exercise.misconceptions =
      plain_misconceptions({{"invariant_not_equivariant", invariant_not_equivariant}, {"mask_ignored", mask_ignored}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"),
                {{"tokens", at.tokens},
                 {"kind", at.kind},
                 {"causal", p.text("causal")},
                 {"first", at.tokens.front()},
                 {"last", at.tokens.back()}}};
  };
  exercise.hints = hints;
  exercise.steps = steps;
  return exercise;
}

}  // namespace whereabouts::exercises
