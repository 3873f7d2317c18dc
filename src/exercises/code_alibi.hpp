// "code_alibi": what ALiBi adds to the scores of one query in one head, by a function of the learner's, graded as
// "alibi_row" is, with the mistakes of "alibi_slopes" too.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_code_alibi();

}  // namespace whereabouts::exercises
