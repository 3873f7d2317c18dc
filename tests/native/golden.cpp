// The only file that is compiled with a path of this machine: a compiler's cache serves the others to every copy of the project.
#include "golden.hpp"

namespace whereabouts::test {

std::string golden_path(const std::string& name) { return std::string(WHEREABOUTS_GOLDEN) + "/" + name; }

}  // namespace whereabouts::test
