// Scratch memory that a kernel may write to. It grows to the largest size asked and then stays: after the first call of
// a size nothing is allocated. One workspace serves one caller at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace whereabouts {

template <class Real>
class Workspace {
 public:
  /// `count` elements from a cache line's boundary, contents undefined; valid until the next take.
  Real* take(std::size_t count) {
    constexpr std::size_t line = 64;
    if (memory_.size() < count + line / sizeof(Real)) memory_.resize(count + line / sizeof(Real));
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    return memory_.data() + (line - address % line) % line / sizeof(Real);
  }

 private:
  std::vector<Real> memory_;
};

}  // namespace whereabouts
