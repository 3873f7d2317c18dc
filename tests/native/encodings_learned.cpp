#include "encodings/learned.hpp"

#include "encodings/encoding.hpp"
#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

TEST_CASE("pitfall 20: the last row of a learned table works, the next position is a named error") {
  const auto encoding = Learned::from_json({{"kind", "learned"}}, {.n_embd = 2, .n_head = 1, .head_dim = 2, .n_positions = 64});
  REQUIRE(encoding.max_positions() == 64);
  encoding.require_positions(Vector{0, 63});
  REQUIRE(error_of([&] { encoding.require_positions(Vector{0, 64}); }) == "out_of_range positions[1]");
  // The hook itself holds too, should anybody forget to ask.
  Vector table(128, 1), x(2);
  const Vector past{64};
  REQUIRE(error_of([&] {
            encoding.add(Pass{past, past, 65}, ConstRows<double>(table.data(), 64, 2), Rows<double>(x.data(), 1, 2));
          }) == "out_of_range positions[0]");
}

TEST_CASE("pitfall 45: a learned table does not wrap") {
  const auto encoding = Learned::from_json({{"kind", "learned"}}, {.n_embd = 1, .n_head = 1, .head_dim = 1, .n_positions = 4});
  Vector table{10, 11, 12, 13}, x(1);
  for (double p = 0; p < 12; ++p) {
    const Vector at{p};
    x[0] = 0;
    const auto error = error_of(
        [&] { encoding.add(Pass{at, at, p + 1}, ConstRows<double>(table.data(), 4, 1), Rows<double>(x.data(), 1, 1)); });
    INFO(p);
    CHECK(error == (p < 4 ? "" : "out_of_range positions[0]"));
    CHECK(x[0] == (p < 4 ? 10 + p : 0));
  }
}

TEST_CASE("pitfall 22: a learned table uses row i for position i") {
  const auto encoding = Learned::from_json({{"kind", "learned"}}, {.n_embd = 1, .n_head = 1, .head_dim = 1, .n_positions = 4});
  Vector table{10, 11, 12, 13}, x{0, 0};
  const Vector at{0, 1};
  encoding.add(Pass{at, at, 2}, ConstRows<double>(table.data(), 4, 1), Rows<double>(x.data(), 2, 1));
  REQUIRE(x == Vector{10, 11});
}
