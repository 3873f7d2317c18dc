// Own index: every position says where it stands. What can a model without any encoding know of that?
#include "error.hpp"
#include "tasks/registry.hpp"

namespace whereabouts {
namespace {

/// Token 0 is kept for the beginning; all others are drawn from 1 .. vocab_size - 1.
class OwnIndex : public Task {
 public:
  OwnIndex(DescribedOptions& options, std::uint64_t seed)
      : Task({options.size("vocab_size"), options.size("length"), true}, seed),
        begin_token_(options.boolean("begin_token")),
        equal_tokens_(options.boolean("equal_tokens")) {
    require_range("length", double(length()), 2,
                  double(vocab_size()));  // an index is answered by the token of its number
  }

  void fill(Random& random, Purpose, const Row& row) const override {
    const auto drawn = [&] { return std::int32_t(1 + random.below(vocab_size() - 1)); };
    const std::int32_t same = drawn();
    for (std::size_t i = 0; i < length(); ++i) {
      const std::int32_t token = drawn();
      row.tokens[i] = equal_tokens_ ? same : token;
      row.targets[i] = std::int32_t(i);
    }
    if (begin_token_) row.tokens[0] = 0;
  }

 private:
  bool begin_token_, equal_tokens_;
};

std::vector<ParameterDescription> parameters() {
  return {length_parameter(16, 2),
          vocabulary_parameter(16, 2),
          {"begin_token", "boolean", true, {}, {}, {}},
          {"equal_tokens", "boolean", false, {}, {}, {}}};
}

}  // namespace

const TaskEntry own_index_task{"own_index", parameters,
                               [](DescribedOptions& options, std::uint64_t seed) -> std::unique_ptr<Task> {
                                 return std::make_unique<OwnIndex>(options, seed);
                               }};

}  // namespace whereabouts
