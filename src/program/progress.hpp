// One line on standard error that says how far something is and how long it will take.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "program/time_left.hpp"

namespace whereabouts {

class Progress {
 public:
  Progress(std::string what, std::size_t total) : what_(std::move(what)), total_(total), time_left_(total) {}

  /// Shows `done` of the total, at most ten times a second, with a number beside it if there is one; how long the rest
  /// takes as soon as that can be told. To be called for each piece that is done: the time is measured from the first
  /// one on.
  void show(std::size_t done, const std::string& beside = "");
  /// Ends the line.
  void end();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::size_t total_;
  TimeLeft time_left_;
  Clock::time_point begun_ = Clock::now(), shown_ = {};
};

}  // namespace whereabouts
