// The reference numbers name what the experiments measure, and agreeing means that ranges touch.
#include <set>

#include "experiments/experiment.hpp"
#include "experiments/plan.hpp"
#include "experiments/references.hpp"
#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

TEST_CASE("references: each names an arm and a measure of its experiment", "[experiments]") {
  std::set<std::string> seen;
  for (const Reference& reference : references()) {
    const std::string id(reference.experiment), measure(reference.measure);
    INFO(id << " " << reference.arm << " " << measure);
    CHECK(seen.insert(id + " " + std::string(reference.arm) + " " + measure).second);
    CHECK(reference.slack > 0);
    CHECK(reference_for(reference.experiment, reference.arm, reference.measure) == &reference);
    if (id == "D") continue;  // the program's own
    const ExperimentPlan plan = experiment_plan(id, reference.arm);
    std::set<std::string> measures = {"accuracy", "loss"};
    if (plan.measure_steps) measures.insert("steps_to_99");
    if (plan.measure_permutation) measures.insert("permutation_difference");
    for (const auto& final : plan.finals)
      for (const auto& range : final.ranges) measures.insert(range.measure);
    CHECK(measures.contains(measure));
  }
  CHECK(reference_for("A1", "rope", "no such measure") == nullptr);
}

TEST_CASE("references: numbers agree where their ranges touch", "[experiments]") {
  const Reference reference{"X", "x", "x", 100, 5, 10};
  CHECK(agrees(reference, 100, 0));
  CHECK(agrees(reference, 115, 0));
  CHECK(agrees(reference, 85, 0));
  CHECK_FALSE(agrees(reference, 116, 0));
  CHECK(agrees(reference, 118, 3));
  CHECK_FALSE(agrees(reference, 119, 3));
  CHECK_FALSE(agrees(reference, not_a_number, 0));
}
