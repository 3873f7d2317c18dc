// "alibi_row": what ALiBi adds to the scores of one query in one head.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_alibi_row();

}  // namespace whereabouts::exercises
