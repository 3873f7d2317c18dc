// How long work that is under way will still take.
#pragma once

#include <cstddef>
#include <optional>

namespace whereabouts {

class TimeLeft {
 public:
  explicit TimeLeft(std::size_t total) : total_(total) {}

  /// Seconds, where `done` of the total is done `seconds` after the begin; to be told of every one. What comes first
  /// counts for nothing: before it files are opened, memory is had for the first time and matrices are packed, once for
  /// all. So before the second one there is nothing to go by, and no answer.
  std::optional<double> after(double seconds, std::size_t done) {
    if (done >= total_) return 0;
    if (done == 0) return std::nullopt;
    if (!first_) first_ = {seconds, done};
    if (done <= first_->done) return std::nullopt;
    return (seconds - first_->seconds) / double(done - first_->done) * double(total_ - done);
  }

 private:
  struct Measured {
    double seconds;
    std::size_t done;
  };
  std::size_t total_;
  std::optional<Measured> first_;
};

}  // namespace whereabouts
