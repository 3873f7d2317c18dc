// The Json face of the exercises: what the page is told when it asks wrongly.
#include <limits>

#include "exercises_interface.hpp"

namespace whereabouts::exercises::test {

TEST_CASE("exercises: every wrong argument is a named error") {
  const Exercises& exercises = exercises_();
  const auto create = [&](const std::string& id, double seed, const Json& fixed) {
    return error_of([&] { exercises.create_instance(id, seed, fixed); });
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(create("nothing", 1, Json::object()) == "unknown_choice");
  CHECK(create("sinusoid_row", -1, Json::object()) == "out_of_range");
  CHECK(create("sinusoid_row", 0.5, Json::object()) == "not_whole");
  CHECK(create("sinusoid_row", nan, Json::object()) == "not_finite");
  CHECK(create("sinusoid_row", 1e300, Json::object()) == "out_of_range");
  CHECK(create("sinusoid_row", 1, Json::array()) == "wrong_type");
  CHECK(create("sinusoid_row", 1, {{"positions", 3}}) == "unknown_choice");
  CHECK(create("sinusoid_row", 1, {{"position", "3"}}) == "wrong_type");
  CHECK(create("sinusoid_row", 1, {{"position", 0.5}}) == "not_whole");
  CHECK(create("sinusoid_row", 1, {{"position", -1}}) == "out_of_range");
  CHECK(create("sinusoid_row", 1, {{"position", nan}}) == "not_finite");
  CHECK(create("sinusoid_row", 1, {{"width", 1e9}}) == "out_of_range");
  CHECK(create("sinusoid_row", 1, {{"base", 0}}) == "out_of_range");
  CHECK(create("add_to_embedding", 1, {{"embedding", Json::array()}}) == "out_of_range");
  CHECK(create("add_to_embedding", 1, {{"embedding", std::vector<double>(65, 0.5)}}) == "out_of_range");
  CHECK(create("add_to_embedding", 1, {{"embedding", {0.1, nan}}}) == "not_finite");
  CHECK(create("add_to_embedding", 1, {{"embedding", 0.1}}) == "wrong_type");
  CHECK(create("wavelength", 1, {{"width", 5}}) == "not_even");
  CHECK(create("wavelength", 1, {{"width", 8}, {"pair", 4}}) == "out_of_range");
  CHECK(create("interpolate", 1, {{"width", 5}}) == "not_even");
  CHECK(create("interpolate", 1, {{"width", 2}}) == "out_of_range");
  CHECK(create("interpolate", 1, {{"method", "yarn"}}) == "unknown_choice");
  CHECK(create("rope_vector", 1, {{"layout", "sideways"}}) == "unknown_choice");
  CHECK(create("rope_vector", 1, {{"vector", {1, 2, 3}}}) == "not_even");
  CHECK(create("zeroed_table", 1, {{"wording", {0, 1}}}) == "out_of_range");
  CHECK(create("zeroed_table", 1, {{"kept", 0}}) == "out_of_range");
  CHECK(create("rope_place", 1, {{"width", 5}}) == "not_even");
  CHECK(create("find_the_bug", 1, {{"size", 12}}) == "unknown_choice");
  CHECK(create("find_the_bug", 1, {{"variant", "none"}}) == "unknown_choice");
  CHECK(create("alibi_slopes", 1, {{"n_head", 0}}) == "out_of_range");
  CHECK(create("alibi_row", 1, {{"n_head", 4}, {"head", 4}}) == "out_of_range");
  CHECK(create("permute", 1, {{"tokens", {1, 2, 3, 1}}}) == "not_different");
  CHECK(create("permute", 1, {{"tokens", {1, 2, 3}}}) == "out_of_range");
  CHECK(create("rope_score", 1, {{"query", {1, 2, 3, 4}}, {"key", {1, 2}}}) == "wrong_length");
  CHECK(create("residual_sum", 1, {{"tokens", {1, 2, 1000}}}) == "out_of_range");
  CHECK(create("residual_sum", 1, {{"index", 4}, {"tokens", {1, 2}}}) == "out_of_range");
  CHECK(create("residual_sum", 1, {{"model", "another"}}) == "unknown_choice");

  const Json instance = exercises.create_instance("sinusoid_row", 1, Json::object());
  const auto with = [&](const char* name, const Json& value) {
    Json changed = instance;
    changed[name] = value;
    return changed;
  };
  const Json answer{0, 0, 0, 0};
  for (const Json& wrong : {Json(), Json(3), Json("x"), Json::array(), with("id", 3), with("parameters", 3)})
    CHECK(error_of([&] { exercises.grade(wrong, answer); }) == "wrong_type");
  CHECK(error_of([&] { exercises.grade(Json::object(), answer); }) == "missing");
  CHECK(error_of([&] { exercises.grade(with("id", "nothing"), answer); }) == "unknown_choice");
  CHECK(error_of([&] { exercises.solution(with("parameters", Json::object())); }) == "missing");
  CHECK(error_of([&] { exercises.hint(instance, -1); }) == "out_of_range");
  CHECK(error_of([&] { exercises.hint(instance, 0.5); }) == "not_whole");
  CHECK(error_of([&] { exercises.run_mistake(instance, "nothing"); }) == "unknown_choice");
  CHECK(error_of([&] { exercises.misconceptions("nothing", Json()); }) == "unknown_choice");
  CHECK(error_of([&] { exercises.misconceptions("table_edge", instance); }) == "unknown_choice");
  const Json early = exercises.create_instance("rope_score", 1, {{"query_position", 9}, {"key_position", 2}});
  CHECK(error_of([&] { exercises.run_mistake(early, "absolute_distance"); }) == "mistake_not_possible");
}

}  // namespace whereabouts::exercises::test
