// The estimate that the program shows beside its progress.
#include <catch_amalgamated.hpp>

#include "program/time_left.hpp"

using whereabouts::TimeLeft;

TEST_CASE("time left: what is slow once does not count for the rest", "[program]") {
  // The first of 100 windows packs the weights and takes 30 seconds, each other one takes 2.
  TimeLeft left(100);
  CHECK(!left.after(0.5, 0));
  CHECK(!left.after(30, 1));
  CHECK(left.after(32, 2) == 98 * 2.0);
  CHECK(left.after(36, 4) == 96 * 2.0);
  // Bad twin, the mean since the begin: 36 seconds for 4 of them would have made 864 seconds of 192.
  CHECK(left.after(36, 4) != 36.0 / 4 * 96);
  CHECK(left.after(228, 100) == 0.0);
}

TEST_CASE("time left: nothing is said before there is something to go by", "[program]") {
  TimeLeft in_steps(1000);
  CHECK(!in_steps.after(3, 0));
  CHECK(!in_steps.after(4, 10));
  CHECK(!in_steps.after(5, 10));  // nothing more is done
  CHECK(in_steps.after(6, 20) == 98 * 2.0);
  CHECK(TimeLeft(1).after(7, 1) == 0.0);
  CHECK(TimeLeft(0).after(7, 0) == 0.0);
}
