#include "tokenizers/unicode_classes.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "tokenizers/unicode_runs.hpp"

namespace whereabouts {
namespace {

/// The table unpacked: where each run begins, and its class.
class Runs {
 public:
  Runs() {
    std::uint32_t start = 0, value = 0;
    int shift = 0;
    for (const std::uint8_t byte : unicode_runs) {
      value |= std::uint32_t(byte & 127u) << shift;
      shift += 7;
      if (byte > 127) continue;
      starts_.push_back(start);
      kinds_.push_back(static_cast<UnicodeClass>(value & 3));
      start += (value >> 2) + 1;
      value = 0;
      shift = 0;
    }
    for (std::uint32_t point = 0; point < first_.size(); ++point) first_[point] = search(point);
  }

  UnicodeClass of(std::uint32_t point) const { return point < first_.size() ? first_[point] : search(point); }

 private:
  UnicodeClass search(std::uint32_t point) const {
    return kinds_[std::size_t(std::upper_bound(starts_.begin(), starts_.end(), point) - starts_.begin()) - 1];
  }

  std::vector<std::uint32_t> starts_;
  std::vector<UnicodeClass> kinds_;
  std::array<UnicodeClass, 0x300> first_{};  // Latin, which most text is made of
};

}  // namespace

UnicodeClass unicode_class(char32_t point) {
  static const Runs runs;
  return point > 0x10ffff ? UnicodeClass::other : runs.of(point);
}

}  // namespace whereabouts
