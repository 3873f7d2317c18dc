#include "exercises/permute.hpp"

#include <set>

#include "error.hpp"
#include "exercises/exchange.hpp"

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

Values ends(const Instance& at) { return {{"first", at.tokens.front()}, {"last", at.tokens.back()}}; }

// Which models there are, as sets of them.
constexpr int blind = 1, masked = 2, encoded = 4;

struct Claim {
  const char *id, *choice;
  int models;  // that it is wrong of
};

constexpr Claim claims[] = {
    {"invariant_not_equivariant", "stays", blind},
    {"mask_ignored", "moves", masked},           // without encoding, a model is taken for blind whatever its mask
    {"encoding_ignored", "moves", encoded},      // and attention whatever its encoding
    {"slots_alone", "stays", masked | encoded},  // the slot decides, whatever token stands in it
    {"order_seen", "changes", blind}             // order is taken for seen where nothing tells it
};

std::vector<MistakenAnswer> made(const Claim& claim, const Parameters& p) {
  const Instance at(p);
  if (!(claim.models & (at.blind() ? blind : at.kind == "none" ? masked : encoded))) return {};
  return {{{claim.choice, {}}, "", ends(at)}};
}

template <std::size_t claim>
std::vector<MistakenAnswer> claimed(const Parameters& p) {
  return made(claims[claim], p);
}

/// Beside this model's change one in which the claim holds: that of a model without encoding and mask, or with a table.
/// In none does each slot keep its output; there the claim itself stands beside it.
std::vector<TrialRow> trial(const Parameters& p, const Answer& mistaken) {
  const Instance at(p);
  const OutputChange change = exchange_ends(at.tokens, at.kind, at.causal);
  const Text label{text_key(id, "trial_" + mistaken.choice)};
  if (mistaken.choice == "stays") return {{label, change.of_slots, 0}};
  return {{label, change.of_tokens, exchange_ends(at.tokens, at.blind() ? "learned" : "none", false).of_tokens}};
}

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
  exercise.misconceptions = plain_misconceptions({{claims[0].id, claimed<0>},
                                                  {claims[1].id, claimed<1>},
                                                  {claims[2].id, claimed<2>},
                                                  {claims[3].id, claimed<3>},
                                                  {claims[4].id, claimed<4>}});
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
  exercise.trial = trial;
  return exercise;
}

}  // namespace whereabouts::exercises
