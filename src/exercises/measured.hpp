// What exercises quote of the shipped models, as their cards say it. The core holds no such number itself: who knows
// the cards hands them in.
#pragma once

#include <optional>

namespace whereabouts::exercises {

/// Perplexities on text that was not trained on, within the trained context.
struct TablePerplexities {
  double kept = 0;      // of a model with a learned table
  double zeroed = 0;    // of the same one, every entry of its table 0
  double shuffled = 0;  // of the same one, its rows in another order
  double without = 0;   // of a model trained without any encoding
};

struct Measured {
  std::optional<TablePerplexities> table;
};

}  // namespace whereabouts::exercises
