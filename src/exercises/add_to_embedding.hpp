// "add_to_embedding": the row that enters block 0 when the sinusoidal table is added to a token's embedding.
#pragma once

#include "exercises/exercise.hpp"

namespace whereabouts::exercises {

Exercise make_add_to_embedding();

}  // namespace whereabouts::exercises
