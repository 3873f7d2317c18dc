// What an exercise is made of, as the page gets it (see exercises.hpp).
#pragma once

#include <vector>

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Json to_json(const Text& text);
Json to_json(const std::vector<Text>& texts);
/// In the form that grade takes.
Json to_json(const Exercise& exercise, const Parameters& parameters, const Answer& answer);
Json to_json(const Choice& choice);
/// The rows whose two numbers differ as they are printed, with up to three more decimals where that takes them. The
/// others would claim a difference that nobody sees.
std::vector<TrialRow> printed_apart(std::vector<TrialRow> rows);
Json to_json(const std::vector<TrialRow>& trial);
Json to_json(const Field& field);
Json to_json(const GivenRow& row);
Json to_json(const CodeCase& each);
Json to_json(const ParameterDescription& parameter);
Json to_json(const Exercise& exercise, const Misconception& misconception);

}  // namespace whereabouts::exercises
