// k back: say again the token that stood k positions earlier. Content is random, so that only position helps.
#include "error.hpp"
#include "tasks/registry.hpp"

namespace whereabouts {
namespace {

/// Which positions a training batch asks. An evaluation asks all that have an answer.
enum class Supervised {
  all,
  hole,  // all but hole_start .. hole_end
  one    // one in each sequence, drawn anew
};
const std::vector<std::string> supervised_names = {"all", "hole", "one"};

class KBack : public Task {
 public:
  KBack(DescribedOptions& options, std::uint64_t seed)
      : Task({options.size("vocab_size"), options.size("length"), true}, seed), k_(options.size("k")) {
    const std::string supervised = options.choice("supervised");
    supervised_ = supervised == "all" ? Supervised::all : supervised == "hole" ? Supervised::hole : Supervised::one;
    require_range("k", double(k_), 1, double(length()) - 1);
    hole_start_ = options.size("hole_start");
    hole_end_ = options.size("hole_end");
    if (supervised_ != Supervised::hole) return;
    require_range("hole_start", double(hole_start_), 0, double(length()) - 1);
    require_range("hole_end", double(hole_end_), double(hole_start_), double(length()) - 1);
    if (hole_start_ <= k_ && hole_end_ == length() - 1)
      throw Error(ErrorCode::invalid_argument, "nothing_asked",
                  {{"first", double(hole_start_)}, {"last", double(hole_end_)}});
  }

  void fill(Random& random, Purpose purpose, const Row& row) const override {
    for (auto& token : row.tokens) token = std::int32_t(random.below(vocab_size()));
    const std::size_t one =
        k_ + random.below(length() - k_);  // drawn in every case: tokens do not depend on what is asked
    for (std::size_t i = 0; i < length(); ++i) {
      const bool asked = i >= k_ && (purpose == Purpose::evaluation || asks(i, one));
      row.targets[i] = asked ? row.tokens[i - k_] : -1;
    }
  }

 private:
  bool asks(std::size_t position, std::size_t one) const {
    switch (supervised_) {
      case Supervised::all:
        return true;
      case Supervised::hole:
        return position < hole_start_ || position > hole_end_;
      case Supervised::one:
        return position == one;
    }
    return true;
  }

  std::size_t k_, hole_start_ = 0, hole_end_ = 0;
  Supervised supervised_ = Supervised::all;
};

std::vector<ParameterDescription> parameters() {
  return {whole_parameter("k", 3, 1, 4095),
          length_parameter(32, 2),
          vocabulary_parameter(16, 2),
          {"supervised", "choice", "all", {}, {}, supervised_names},
          whole_parameter("hole_start", 12, 0, 4095),
          whole_parameter("hole_end", 19, 0, 4095)};
}

}  // namespace

const TaskEntry k_back_task{"k_back", parameters,
                            [](DescribedOptions& options, std::uint64_t seed) -> std::unique_ptr<Task> {
                              return std::make_unique<KBack>(options, seed);
                            }};

}  // namespace whereabouts
