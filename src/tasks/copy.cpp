// Copy and reverse: a random string, a separator, then the string again, forwards or backwards, token by token.
//
// A sequence holds the string c, the separator (the largest token id), and all but the last of the answer a, half of
// `length` each: c0 c1 c2 | a0 a1. From the separator on, every position is asked for the next token of the answer.
#include "error.hpp"
#include "tasks/registry.hpp"

namespace whereabouts {
namespace {

class Copy : public Task {
 public:
  Copy(DescribedOptions& options, std::uint64_t seed, bool reversed)
      : Task({options.size("vocab_size"), options.size("length"), true}, seed), reversed_(reversed) {
    if (length() % 2 == 1)
      throw Error(ErrorCode::invalid_argument, "not_even",
                  {{"argument", std::string("length")}, {"got", double(length())}});
  }

  void fill(Random& random, Purpose, const Row& row) const override {
    const std::size_t half = length() / 2;
    const auto separator = std::int32_t(vocab_size() - 1);
    for (std::size_t i = 0; i < half; ++i) {
      row.tokens[i] = std::int32_t(random.below(std::uint64_t(separator)));
      row.targets[i] = -1;
    }
    row.tokens[half] = separator;
    for (std::size_t i = 0; i < half; ++i) {
      const std::int32_t answer = row.tokens[reversed_ ? half - 1 - i : i];
      row.targets[half + i] = answer;
      if (i + 1 < half) row.tokens[half + i + 1] = answer;
    }
  }

 private:
  bool reversed_;
};

std::vector<ParameterDescription> parameters() { return {length_parameter(32, 2), vocabulary_parameter(16, 2)}; }

template <bool reversed>
std::unique_ptr<Task> create(DescribedOptions& options, std::uint64_t seed) {
  return std::make_unique<Copy>(options, seed, reversed);
}

}  // namespace

const TaskEntry copy_task{"copy", parameters, create<false>};
const TaskEntry reverse_task{"reverse", parameters, create<true>};

}  // namespace whereabouts
