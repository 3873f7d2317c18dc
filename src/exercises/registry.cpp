#include "exercises/registry.hpp"

#include "exercises/add_to_embedding.hpp"
#include "exercises/alibi_row.hpp"
#include "exercises/alibi_slopes.hpp"
#include "exercises/code_alibi.hpp"
#include "exercises/code_position_table.hpp"
#include "exercises/code_rope.hpp"
#include "exercises/find_the_bug.hpp"
#include "exercises/interpolate.hpp"
#include "exercises/permute.hpp"
#include "exercises/residual_sum.hpp"
#include "exercises/rope_place.hpp"
#include "exercises/rope_score.hpp"
#include "exercises/rope_vector.hpp"
#include "exercises/same_family.hpp"
#include "exercises/shift_matrix.hpp"
#include "exercises/sinusoid_row.hpp"
#include "exercises/table_edge.hpp"
#include "exercises/visible_rows.hpp"
#include "exercises/wavelength.hpp"
#include "exercises/zeroed_table.hpp"

namespace whereabouts::exercises {

std::vector<Exercise> all_exercises(const ModelRows& models, const Measured& measured) {
  std::vector<Exercise> exercises;
  const auto add = [&](std::initializer_list<Exercise (*)()> makers) {
    for (const auto make : makers) exercises.push_back(make());
  };
  add({make_sinusoid_row, make_add_to_embedding, make_wavelength, make_shift_matrix});
  exercises.push_back(make_residual_sum(models));
  add({make_table_edge});
  exercises.push_back(make_zeroed_table(measured));
  add({make_rope_vector, make_rope_score, make_same_family, make_rope_place, make_find_the_bug, make_visible_rows,
       make_permute, make_alibi_slopes, make_alibi_row, make_interpolate, make_code_position_table, make_code_rope,
       make_code_alibi});
  return exercises;
}

}  // namespace whereabouts::exercises
