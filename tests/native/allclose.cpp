#include "allclose.hpp"

#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

TEST_CASE("allclose: the bound is atol + rtol * |b|, not symmetric in a and b") {
  REQUIRE(allclose(Vector{1.1}, Vector{1}, 0.0999, 0).passed == false);
  REQUIRE(allclose(Vector{1}, Vector{1.1}, 0.0999, 0).passed == true);  // 0.1 <= 0.10989
  REQUIRE(allclose(Vector{0.5}, Vector{0}, 1, 0.5).passed == true);     // the bound itself is allowed
  REQUIRE(allclose(Vector{0.5}, Vector{0}, 1, 0.49).passed == false);
  REQUIRE(allclose(Vector{}, Vector{}).passed);
}

TEST_CASE("allclose: names the first mismatch and both errors") {
  const Comparison result = allclose(Vector{1, 2, 3, 10}, Vector{1, 2.5, 3, 8});
  REQUIRE_FALSE(result.passed);
  REQUIRE(result.first_mismatch == 1);
  REQUIRE(result.max_abs_error == 2);
  REQUIRE(result.max_rel_error == 0.25);
  REQUIRE_FALSE(allclose(Vector{1}, Vector{1}).first_mismatch.has_value());
  REQUIRE(allclose(Vector{1}, Vector{0}).max_rel_error == infinity);
}

TEST_CASE("allclose: NaN never matches, an infinity matches itself only") {
  REQUIRE_FALSE(allclose(Vector{not_a_number}, Vector{not_a_number}).passed);
  REQUIRE_FALSE(allclose(Vector{not_a_number, 1}, Vector{1, 1}).passed);
  REQUIRE(std::isnan(allclose(Vector{not_a_number, 5}, Vector{1, 1}).max_abs_error));
  REQUIRE(allclose(Vector{infinity}, Vector{infinity}).passed);
  REQUIRE_FALSE(allclose(Vector{infinity}, Vector{-infinity}).passed);
  REQUIRE_FALSE(allclose(Vector{1}, Vector{infinity}).passed);
  REQUIRE_FALSE(allclose(Vector{infinity}, Vector{1}).passed);
}

TEST_CASE("allclose: different lengths and negative tolerances are errors") {
  REQUIRE(error_of([] { allclose(Vector{1}, Vector{1, 2}); }) == "wrong_length b");
  REQUIRE(error_of([] { allclose(Vector{1}, Vector{1}, -1); }) == "out_of_range rtol");
  REQUIRE(error_of([] { allclose(Vector{1}, Vector{1}, 0, not_a_number); }) == "not_finite atol");
}
