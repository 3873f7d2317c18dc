#include "experiments/references.hpp"

#include <cmath>

namespace whereabouts {
namespace {

constexpr double steps = 10;      // evaluations lie this far apart
constexpr double share = 0.02;    // some thousand answers
constexpr double index = 0.0125;  // a fifth of one index in sixteen
constexpr double windows = 0.1;   // 64 windows, another draw of them
constexpr double all = 0.04;      // the same over all positions up to 64

}  // namespace

const std::vector<Reference>& references() {
  static const std::vector<Reference> list = {
      {"A1", "rope", "steps_to_99", 47, 5, steps},
      {"A1", "learned", "steps_to_99", 63, 5, steps},
      {"A1", "learned", "accuracy_zeroed", .169, .003, share},
      {"A1", "sinusoidal", "steps_to_99", 107, 5, steps},
      {"A1", "t5_bias", "steps_to_99", 113, 5, steps},
      {"A1", "alibi", "accuracy", .327, 0, share},
      {"A1", "none", "accuracy", .257, 0, share},

      {"A2", "rope", "accuracy_inside", 1, 0, share},
      {"A2", "rope", "accuracy_outside", 1, 0, share},
      {"A2", "learned", "accuracy_inside", .090, .003, share},
      {"A2", "learned", "accuracy_outside", 1, 0, share},
      {"A2", "sinusoidal", "accuracy_inside", .559, .039, share},
      {"A2", "sinusoidal", "accuracy_outside", 1, 0, share},
      {"A2", "t5_bias", "accuracy_inside", 1, 0, share},
      {"A2", "t5_bias", "accuracy_outside", 1, 0, share},

      {"A3", "rope", "accuracy_16_18", .995, .008, share},
      {"A3", "rope", "accuracy_19_31", .903, .086, share},
      {"A3", "rope", "accuracy_32_63", .686, .208, share},
      {"A3", "learned", "accuracy_16_18", .104, .020, share},
      {"A3", "learned", "accuracy_19_31", .092, .008, share},
      {"A3", "learned", "accuracy_32_63", .085, .003, share},
      {"A3", "sinusoidal", "accuracy_16_18", .380, .128, share},
      {"A3", "sinusoidal", "accuracy_19_31", .374, .056, share},
      {"A3", "sinusoidal", "accuracy_32_63", .210, .028, share},
      {"A3", "t5_bias", "accuracy_16_18", .986, .006, share},
      {"A3", "t5_bias", "accuracy_19_31", .870, .021, share},
      {"A3", "t5_bias", "accuracy_32_63", .494, .016, share},
      {"A3", "rope_ntk", "accuracy_3_15", 1, 0, share},
      {"A3", "rope_ntk", "accuracy_32_63", .885, .093, share},
      {"A3", "rope_linear", "accuracy_3_15", .128, 0, share},
      {"A3", "rope_linear", "accuracy_32_63", .061, 0, share},
      {"A3", "rope_yarn", "accuracy_3_15", .919, 0, share},
      {"A3", "rope_yarn", "accuracy_32_63", .791, .121, share},

      {"A4", "rope_16", "steps_to_99", 90, 0, steps},
      {"A4", "rope_32", "steps_to_99", 100, 16, steps},
      {"A4", "rope_64", "steps_to_99", 133, 26, steps},
      {"A4", "learned_16", "steps_to_99", 93, 5, steps},
      {"A4", "learned_32", "steps_to_99", 157, 9, steps},
      {"A4", "learned_64", "steps_to_99", 313, 25, steps},

      {"B", "none", "accuracy", .501, .003, share},
      {"B", "none", "loss", .702, 0, share},
      {"B", "none", "permutation_difference", 2e-6, 0, 3e-6},
      {"B", "none_causal", "steps_to_99", 30, 0, steps},
      {"B", "rope", "steps_to_99", 53, 5, steps},
      {"B", "sinusoidal", "steps_to_99", 60, 8, steps},
      {"B", "learned", "steps_to_99", 173, 17, steps},
      {"B", "alibi", "steps_to_99", 250, 16, steps},

      {"C", "begin_random", "accuracy", .986, .007, index},
      {"C", "begin_equal", "accuracy", 1, 0, index},
      {"C", "random", "accuracy", .326, .014, index},
      {"C", "equal", "accuracy", .056, .009, index},
      {"C", "unmasked", "accuracy", .123, .004, index},
      {"C", "unmasked", "loss", 2.539, 0, share},  // (15 / 16) ln 15

      {"D", "rope", "0-63", 1.792, .007, all},
      {"D", "rope", "32-63", 1.66, 0, windows},
      {"D", "rope", "64-95", 1.75, 0, windows},
      {"D", "rope", "96-127", 2.30, 0, windows},
      {"D", "rope", "128-191", 3.42, 0, windows},
      {"D", "rope", "192-255", 3.86, 0, windows},
      {"D", "rope", "384-511", 3.94, 0, windows},
      {"D", "t5_bias", "0-63", 1.813, .012, all},
      {"D", "t5_bias", "32-63", 1.69, 0, windows},
      {"D", "t5_bias", "64-95", 1.79, 0, windows},
      {"D", "t5_bias", "96-127", 1.90, 0, windows},
      {"D", "t5_bias", "128-191", 1.97, 0, windows},
      {"D", "t5_bias", "192-255", 2.11, 0, windows},
      {"D", "t5_bias", "384-511", 2.54, 0, windows},
      {"D", "alibi", "0-63", 1.876, .009, all},
      {"D", "alibi", "32-63", 1.75, 0, windows},
      {"D", "alibi", "64-95", 1.84, 0, windows},
      {"D", "alibi", "96-127", 1.86, 0, windows},
      {"D", "alibi", "128-191", 1.83, 0, windows},
      {"D", "alibi", "192-255", 1.81, 0, windows},
      {"D", "alibi", "384-511", 1.84, 0, windows},
      {"D", "learned", "0-63", 1.882, .006, all},
      {"D", "learned", "32-63", 1.77, 0, windows},
      {"D", "learned", "64-95", 3.29, 0, windows},
      {"D", "learned", "96-127", 3.40, 0, windows},
      {"D", "learned", "128-191", 3.37, 0, windows},
      {"D", "learned", "192-255", 3.45, 0, windows},
      {"D", "learned", "384-511", 3.35, 0, windows},
      {"D", "learned", "zeroed", 2.99, 0, windows},
      {"D", "learned", "shuffled", 3.39, 0, windows},
      {"D", "sinusoidal", "0-63", 1.913, .006, all},
      {"D", "sinusoidal", "32-63", 1.80, 0, windows},
      {"D", "sinusoidal", "64-95", 3.22, 0, windows},
      {"D", "sinusoidal", "96-127", 3.37, 0, windows},
      {"D", "sinusoidal", "128-191", 3.35, 0, windows},
      {"D", "sinusoidal", "192-255", 3.47, 0, windows},
      {"D", "sinusoidal", "384-511", 3.36, 0, windows},
      {"D", "none", "0-63", 2.160, .012, all},
      {"D", "none", "32-63", 2.10, 0, windows},
      {"D", "none", "64-95", 2.29, 0, windows},
      {"D", "none", "96-127", 2.46, 0, windows},
      {"D", "none", "128-191", 2.50, 0, windows},
      {"D", "none", "192-255", 2.62, 0, windows},
      {"D", "none", "384-511", 2.66, 0, windows},
      {"D", "none", "probe", .817, 0, .05},
      {"D", "none", "probe_untrained", .417, 0, .05},
      {"D", "none", "probe_unmasked", 0, 0, .05},
      {"D", "rope", "probe", .01, 0, .05},

      {"D", "rope_plain", "32-63", 1.76, 0, windows},
      {"D", "rope_plain", "128-191", 3.39, 0, windows},
      {"D", "rope_plain", "192-255", 3.82, 0, windows},
      {"D", "rope_plain", "192-255 after 10", 2.70, 0, windows},
      {"D", "rope_plain", "192-255 after 100", 1.78, 0, windows},
      {"D", "rope_linear", "32-63", 3.66, 0, windows},
      {"D", "rope_linear", "128-191", 3.53, 0, windows},
      {"D", "rope_linear", "192-255", 3.59, 0, windows},
      {"D", "rope_linear", "192-255 after 10", 2.54, 0, windows},
      {"D", "rope_linear", "192-255 after 100", 1.88, 0, windows},
      {"D", "rope_ntk", "32-63", 1.81, 0, windows},
      {"D", "rope_ntk", "128-191", 1.86, 0, windows},
      {"D", "rope_ntk", "192-255", 2.63, 0, windows},
      {"D", "rope_ntk", "192-255 after 10", 2.01, 0, windows},
      {"D", "rope_ntk", "192-255 after 100", 1.73, 0, windows},
      {"D", "rope_yarn_untruncated", "32-63", 2.11, 0, windows},
      {"D", "rope_yarn_untruncated", "128-191", 2.04, 0, windows},
      {"D", "rope_yarn_untruncated", "192-255", 2.08, 0, windows},
      {"D", "rope_yarn_untruncated", "192-255 after 10", 1.82, 0, windows},
      {"D", "rope_yarn_untruncated", "192-255 after 100", 1.73, 0, windows},
      {"D", "rope_ntk_8", "32-63", 1.86, 0, windows},
      {"D", "rope_ntk_8", "128-191", 1.81, 0, windows},
      {"D", "rope_ntk_8", "192-255", 1.98, 0, windows},
  };
  return list;
}

const Reference* reference_for(std::string_view experiment, std::string_view arm, std::string_view measure) {
  for (const Reference& reference : references())
    if (reference.experiment == experiment && reference.arm == arm && reference.measure == measure) return &reference;
  return nullptr;
}

bool agrees(const Reference& reference, double mean, double spread) {
  return std::fabs(mean - reference.value) <= reference.spread + spread + reference.slack;
}

}  // namespace whereabouts
