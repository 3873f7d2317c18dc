// What the tests of the session share.
#pragma once

#include <vector>

#include "bindings/session.hpp"

namespace whereabouts {

inline std::vector<double> numbers(const Json& tensor) { return to_numbers(tensor, "result"); }

}  // namespace whereabouts
