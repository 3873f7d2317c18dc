// What must hold at every instance that a seed can give, for a thousand seeds an exercise.
#include <map>

#include "catch_amalgamated.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {
namespace {

constexpr int seeds = 1000;
#ifdef __SANITIZE_ADDRESS__
// Sanitizers look for faults of memory, which few seeds show; every allocation costs them dearly, and grading makes many.
constexpr int graded_seeds = 100;
#else
constexpr int graded_seeds = seeds;
#endif

void require_none(const Breaches& breaches) {
  INFO((breaches.empty() ? "" : breaches.front()) << " (" << breaches.size() << " breaches)");
  REQUIRE(breaches.empty());
}

}  // namespace

TEST_CASE("exercises: the truth is never called a misconception, an applicable misconception never passes") {
  for (const Exercise& exercise : course()) require_none(breaches_of_grading(exercise, graded_seeds, real_grader));
}

TEST_CASE("exercises: instances separate, and 1,000 seeds give at least 200 different ones") {
  for (const Exercise& exercise : course()) require_none(breaches_of_drawing(exercise, seeds, real_generator));
}

TEST_CASE("exercises: every listed misconception is applicable in at least a twentieth of the instances") {
  for (const Exercise& exercise : course()) {
    std::map<std::string, int> counts;
    for (int seed = 0; seed < seeds; ++seed) {
      std::set<std::string> here;
      for (const Mistake& mistake : applicable_mistakes(exercise, real_generator(exercise, seed)))
        here.insert(mistake.misconception->id);
      for (const std::string& id : here) ++counts[id];
    }
    for (const Misconception& misconception : exercise.misconceptions) {
      INFO(exercise.id << ": " << misconception.id << " in " << counts[misconception.id]);
      CHECK(counts[misconception.id] >= seeds / 20);
    }
  }
}

TEST_CASE("exercises: equivalent answers pass as equivalent") {
  int met = 0;
  for (const Exercise& exercise : course())
    for (int seed = 0; seed < seeds; ++seed) {
      const Parameters p = real_generator(exercise, seed);
      for (const MistakenAnswer& other : exercise.equivalents(p)) {
        const Grade result = grade(exercise, p, sent(exercise, p, other.answer));
        REQUIRE(result.verdict == Verdict::equivalent);
        REQUIRE(result.passed());
        ++met;
      }
    }
  CHECK(met > 200);  // rope_vector leaves the layout open in a third of its instances
}

// Bad twins: each is a fault that the two check functions above must catch.

TEST_CASE("exercises: a broken grader is caught") {
  const Exercise& exercise = find("rope_vector");
  const auto caught = [&](const Grader& broken) { return !breaches_of_grading(exercise, 50, broken).empty(); };
  // Looks for mistakes before it looks for the truth, with too wide a net.
  CHECK(caught([](const Exercise& e, const Parameters& p, const Json& given) {
    static Exercise lax = e;  // a grade points into its exercise
    lax.tolerance.value = 2;
    Grade result = grade(lax, p, given);
    if (result.verdict == Verdict::correct) result.mistakes = applicable_mistakes(e, p);
    return result;
  }));
  // Passes whatever shows a known mistake.
  CHECK(caught([](const Exercise& e, const Parameters& p, const Json& given) {
    Grade result = grade(e, p, given);
    if (result.verdict == Verdict::misconception) result.verdict = Verdict::equivalent;
    return result;
  }));
  // Compares exactly, so that rounding to the asked decimals is refused.
  CHECK(caught([](const Exercise& e, const Parameters& p, const Json& given) {
    static Exercise strict = e;
    strict.tolerance.value = 1e-12;
    return grade(strict, p, given);
  }));
  // Compares the first entry only.
  CHECK(caught([](const Exercise& e, const Parameters& p, const Json& given) {
    Json first = e.solve(p).numbers;
    first[0] = given[0];
    return grade(e, p, first);
  }));
  // Names the wrong mistake.
  CHECK(caught([](const Exercise& e, const Parameters& p, const Json& given) {
    Grade result = grade(e, p, given);
    for (Mistake& mistake : result.mistakes) mistake.misconception = &e.misconceptions.front();
    return result;
  }));
}

TEST_CASE("exercises: a broken generator is caught") {
  const Exercise& exercise = find("sinusoid_row");
  const auto caught = [&](const Generator& broken) { return !breaches_of_drawing(exercise, 200, broken).empty(); };
  CHECK_FALSE(caught(real_generator));
  // Keeps the first draw, separate or not. The last columns of a wide row hardly move, but its base may be near 10,000.
  CHECK(caught([](const Exercise&, std::uint64_t seed) {
    return Parameters({{"position", double(seed % 60)}, {"width", 4.0}, {"base", 9990.0}});
  }));
  // Forgets the seed.
  CHECK(caught([](const Exercise& e, std::uint64_t) { return real_generator(e, 7); }));
  // Draws from a clock.
  CHECK(caught([count = 0](const Exercise& e, std::uint64_t) mutable { return real_generator(e, ++count); }));
  // Leaves the described range.
  CHECK(caught([](const Exercise& e, std::uint64_t seed) {
    Json values = real_generator(e, seed).json();
    values["position"] = values["position"].get<double>() + 0.5;
    return Parameters(values);
  }));
}

}  // namespace whereabouts::exercises::test
