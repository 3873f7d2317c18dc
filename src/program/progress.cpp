#include "program/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace whereabouts {

void Progress::show(std::size_t done, const std::string& beside) {
  const auto now = Clock::now();
  const auto left = time_left_.after(std::chrono::duration<double>(now - begun_).count(), done);
  const bool person = isatty(STDERR_FILENO) != 0;  // in a log every line stays: one each ten seconds
  if (done < total_ && now - shown_ < (person ? std::chrono::milliseconds(100) : std::chrono::seconds(10))) return;
  shown_ = now;
  std::fprintf(stderr, "%s%s: %zu of %zu", person ? "\r\x1b[K" : "", what_.c_str(), done, total_);
  if (!beside.empty()) std::fprintf(stderr, ", %s", beside.c_str());
  if (left) std::fprintf(stderr, ", %.0f s left", *left);
  if (!person) std::fputs("\n", stderr);
}

void Progress::end() {
  if (isatty(STDERR_FILENO)) std::fputs("\n", stderr);
}

}  // namespace whereabouts
