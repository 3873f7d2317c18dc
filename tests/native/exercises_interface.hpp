// What the tests of the Json face of the exercises share.
#pragma once

#include "catch_amalgamated.hpp"
#include "error.hpp"
#include "exercises/exercises.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {

inline const Exercises& exercises_() {
  static const Exercises exercises(models(), measured());
  return exercises;
}

template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.key();
  }
  return "no error";
}

inline bool is_text(const Json& json, const std::string& key) {
  return json.is_object() && json.size() == 2 && json.at("key") == key && json.at("values").is_object();
}

inline const std::vector<std::string> all_ids{
    "sinusoid_row", "add_to_embedding", "wavelength",          "shift_matrix", "residual_sum",
    "table_edge",   "zeroed_table",     "rope_vector",         "rope_score",   "same_family",
    "rope_place",   "find_the_bug",     "visible_rows",        "permute",      "alibi_slopes",
    "alibi_row",    "interpolate",      "code_position_table", "code_rope",    "code_alibi"};

}  // namespace whereabouts::exercises::test
