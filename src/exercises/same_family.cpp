#include "exercises/same_family.hpp"

#include <cmath>

#include "exercises/one_row.hpp"

namespace whereabouts::exercises {
namespace {

constexpr auto id = "same_family";

struct Instance {
  std::vector<double> vector;
  double position;
  explicit Instance(const Parameters& p) : vector(p.numbers("vector")), position(p.number("position")) {}
  std::vector<double> turned(const std::vector<double>& vector, RopeLayout layout) const {
    return rotated(vector, position, 10000, layout);
  }
};

/// Entry j of the half-split vector is entry permutation[j] of the interleaved one.
std::vector<double> permutation(std::size_t width) {
  std::vector<double> from(width);
  for (std::size_t i = 0; i < width / 2; ++i) {
    const RopePair half = rope_pair(i, width, RopeLayout::half),
                   interleaved = rope_pair(i, width, RopeLayout::interleaved);
    from[half.first] = double(interleaved.first);
    from[half.second] = double(interleaved.second);
  }
  return from;
}

bool names_each_entry_once(const std::vector<double>& from) {
  std::vector<bool> named(from.size());
  for (const double entry : from) {
    if (entry != std::floor(entry) || entry < 0 || entry >= double(from.size()) || named[std::size_t(entry)])
      return false;
    named[std::size_t(entry)] = true;
  }
  return true;
}

std::vector<double> permuted(const std::vector<double>& vector, const std::vector<double>& from) {
  std::vector<double> result;
  for (const double entry : from) result.push_back(vector[std::size_t(entry)]);
  return result;
}

std::vector<MistakenAnswer> calls_it_a_bug(const Parameters&) { return {{{"different", {}}, "", {}}}; }

/// What the learner's order does: permute then turn half-split, against turn interleaved then permute.
std::optional<Text> evidence(const Parameters& p, const Answer& answer) {
  const Instance at(p);
  if (!names_each_entry_once(answer.numbers))
    return Text{text_key(id, "evidence_not_a_permutation"), {{"last", at.vector.size() - 1}}};
  return Text{text_key(id, "evidence"),
              {{"got", shown(at.turned(permuted(at.vector, answer.numbers), RopeLayout::half))},
               {"wanted", shown(permuted(at.turned(at.vector, RopeLayout::interleaved), answer.numbers))}}};
}

/// What becomes of a score where the order is left out.
std::vector<TrialRow> trial(const Parameters& p, const Answer&) {
  const Instance at(p);
  const auto score = [&](RopeLayout layout) { return dot(at.turned(at.vector, layout), at.vector); };
  return {{{text_key(id, "trial_score")}, score(RopeLayout::interleaved), score(RopeLayout::half)}};
}

std::vector<Text> hints(const Parameters& p) {
  const Instance at(p);
  return {{text_key(id, "hint_pairs"), {{"half", at.vector.size() / 2}}},
          {text_key(id, "hint_first"), {{"half", at.vector.size() / 2}}},
          {text_key(id, "hint_firsts")}};
}

std::vector<Text> steps(const Parameters& p) {
  const Instance at(p);
  const auto from = permutation(at.vector.size());
  const auto reordered = permuted(at.vector, from);
  return {{text_key(id, "step_pairs"), {{"half", at.vector.size() / 2}}},
          {text_key(id, "step_order"), {{"order", from}}},
          {text_key(id, "step_reordered"), {{"vector", at.vector}, {"reordered", reordered}}},
          {text_key(id, "step_turned"),
           {{"position", at.position},
            {"half", shown(at.turned(reordered, RopeLayout::half))},
            {"interleaved", shown(at.turned(at.vector, RopeLayout::interleaved))}}}};
}

}  // namespace

Exercise make_same_family() {
  Exercise exercise;
  exercise.id = id;
  exercise.lesson = "rope";
  exercise.answer = AnswerKind::choice;
  exercise.choices = [](const Parameters&) { return plain_choices(id, {"same", "different"}); };
  exercise.parameters = plain_parameters({numbers_parameter("vector"), integer_parameter("position", -1e6, 1e6)});
  exercise.tolerance = whole_numbers;
  exercise.draw = [](Draw& draw) {
    draw.vector("vector", std::vector<std::size_t>{4, 6});
    draw.whole("position", 1, 12);
  };
  exercise.check = [](const Parameters& p) { require_rotary_vector("vector", p.numbers("vector")); };
  exercise.solve = [](const Parameters& p) { return Answer{"same", permutation(p.numbers("vector").size())}; };
  exercise.misconceptions = plain_misconceptions({{"calls_it_a_bug", calls_it_a_bug}});
  exercise.prompt = [](const Parameters& p) {
    const Instance at(p);
    return Text{text_key(id, "prompt"),
                {{"vector", at.vector},
                 {"position", at.position},
                 {"interleaved", shown(at.turned(at.vector, RopeLayout::interleaved))},
                 {"half", shown(at.turned(at.vector, RopeLayout::half))}}};
  };
  exercise.fields = [](const Parameters& p) { return numbered_fields(id, p.numbers("vector").size(), 0); };
  exercise.hints = hints;
  exercise.steps = steps;
  exercise.trial = trial;
  exercise.evidence = evidence;
  return exercise;
}

}  // namespace whereabouts::exercises
