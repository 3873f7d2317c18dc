#include "model/batch.hpp"

#include <algorithm>
#include <string>

#include "error.hpp"

namespace whereabouts {

void require_targets(std::span<const std::int32_t> targets, std::size_t vocab_size) {
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (targets[i] < -1 || (targets[i] >= 0 && std::size_t(targets[i]) >= vocab_size))
      require_range("targets[" + std::to_string(i) + "]", targets[i], -1, double(vocab_size) - 1);
  if (std::ranges::all_of(targets, [](std::int32_t target) { return target == -1; }))
    throw Error(ErrorCode::invalid_argument, "no_targets", {{"argument", std::string("targets")}});
}

}  // namespace whereabouts
