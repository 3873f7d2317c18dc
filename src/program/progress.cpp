#include "program/progress.hpp"

#include <unistd.h>

#include <cstdio>

namespace whereabouts {

void Progress::show(std::size_t done, const std::string& beside) {
  const auto now = Clock::now();
  const bool person = isatty(STDERR_FILENO) != 0;  // in a log every line stays: one each ten seconds
  if (done < total_ && now - shown_ < (person ? std::chrono::milliseconds(100) : std::chrono::seconds(10))) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  const double left = done ? seconds / double(done) * double(total_ - done) : 0;
  std::fprintf(stderr, "%s%s: %zu of %zu, %s, %.0f s left%s", person ? "\r\x1b[K" : "", what_.c_str(), done, total_,
               beside.c_str(), left, person ? "" : "\n");
}

void Progress::end() {
  if (isatty(STDERR_FILENO)) std::fputs("\n", stderr);
}

}  // namespace whereabouts
