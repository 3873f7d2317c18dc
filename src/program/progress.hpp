// One line on standard error that says how far something is and how long it will take.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace whereabouts {

class Progress {
 public:
  Progress(std::string what, std::size_t total) : what_(std::move(what)), total_(total) {}

  /// Shows `done` of the total, at most ten times a second, with a number beside it.
  void show(std::size_t done, const std::string& beside);
  /// Ends the line.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::size_t total_;
  Clock::time_point begun_ = Clock::now(), shown_ = {};
};

}  // namespace whereabouts
