// Which came first, A or B? Read at the question mark that ends every sequence. Both stand among fillers, once each, at
// random places: without order, the best answer is a guess.
//
// The three largest token ids are the question mark, A and B, in this order; the others are fillers.
#include "tasks/registry.hpp"

namespace whereabouts {
namespace {

class WhichFirst : public Task {
 public:
  WhichFirst(DescribedOptions& options, std::uint64_t seed)
      : Task({options.size("vocab_size"), options.size("length"), false}, seed) {}

  void fill(Random& random, Purpose, const Row& row) const override {
    const auto b = std::int32_t(vocab_size() - 1), a = b - 1, question = b - 2;
    for (auto& token : row.tokens) token = std::int32_t(random.below(std::uint64_t(question)));
    const std::size_t places = length() - 1;
    const std::size_t at_a = random.below(places);
    std::size_t at_b = random.below(places - 1);
    if (at_b >= at_a) ++at_b;
    row.tokens[at_a] = a;
    row.tokens[at_b] = b;
    row.tokens.back() = question;
    for (auto& target : row.targets) target = -1;
    row.targets.back() = at_a < at_b ? a : b;
  }

  std::size_t evaluation_sequences() const override { return 1024; }  // one answer each
};

std::vector<ParameterDescription> parameters() { return {length_parameter(16, 3), vocabulary_parameter(16, 4)}; }

}  // namespace

const TaskEntry which_first_task{"which_first", parameters,
                                 [](DescribedOptions& options, std::uint64_t seed) -> std::unique_ptr<Task> {
                                   return std::make_unique<WhichFirst>(options, seed);
                                 }};

}  // namespace whereabouts
