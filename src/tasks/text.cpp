// Text: say the next character. Windows at random places; the end of the text is held out for evaluations.
#include <algorithm>
#include <cmath>
#include <set>

#include "error.hpp"
#include "tokenizers/character_tokenizer.hpp"
#include "tasks/registry.hpp"

namespace whereabouts {
namespace {

/// Every character of a text once, in the order of code points, which is that of their bytes in UTF-8.
std::string characters_of(std::string_view text) {
  code_points(text, "text");  // refuses what is no UTF-8
  std::set<std::string_view> distinct;
  for (std::size_t at = 0, next; at < text.size(); at = next) {
    for (next = at + 1; next < text.size() && (text[next] & 0xc0) == 0x80; ++next) {
    }
    distinct.insert(text.substr(at, next - at));
  }
  std::string characters;
  for (const auto character : distinct) characters += character;
  return characters;
}

struct Source {
  std::string characters;
  std::vector<std::int32_t> tokens;
  std::size_t vocab_size = 0;

  explicit Source(DescribedOptions& options) {
    const std::string text = options.text("text");
    characters = options.options().has("characters") ? options.text("characters") : characters_of(text);
    const CharacterTokenizer tokenizer(characters);
    tokens = tokenizer.encode(text);
    vocab_size = tokenizer.vocab_size();
  }
};

class Text : public Task {
 public:
  Text(Source source, DescribedOptions& options, std::uint64_t seed)
      : Task({source.vocab_size, options.size("length"), true}, seed), source_(std::move(source)) {
    const double count = double(source_.tokens.size());
    first_held_out_ = std::size_t(count - std::floor(count * options.number("held_out")));
    // A window needs one character more than it is long: the last one's target.
    const double shortest = double(std::min(first_held_out_, source_.tokens.size() - first_held_out_));
    if (shortest <= double(length()))
      throw Error(ErrorCode::invalid_argument, "text_too_short",
                  {{"got", shortest}, {"minimum", double(length()) + 1}});
  }

  Json config() const override {
    Json config = Task::config();
    config["characters"] = source_.characters;
    return config;
  }

  void fill(Random& random, Purpose purpose, const Row& row) const override {
    const bool training = purpose == Purpose::training;
    const std::size_t first = training ? 0 : first_held_out_;
    const std::size_t end = training ? first_held_out_ : source_.tokens.size();
    const std::size_t start = first + random.below(end - first - length());
    std::copy_n(source_.tokens.begin() + std::ptrdiff_t(start), length(), row.tokens.begin());
    std::copy_n(source_.tokens.begin() + std::ptrdiff_t(start) + 1, length(), row.targets.begin());
  }

  std::size_t evaluation_sequences() const override { return 64; }

 private:
  Source source_;
  std::size_t first_held_out_ = 0;
};

std::vector<ParameterDescription> parameters() {
  return {{"text", "text", nullptr, {}, {}, {}},
          {"characters", "text", nullptr, {}, {}, {}},
          length_parameter(64, 1),
          {"held_out", "number", 0.1, 0.01, 0.5, {}}};
}

}  // namespace

const TaskEntry text_task{"text", parameters,
                          [](DescribedOptions& options, std::uint64_t seed) -> std::unique_ptr<Task> {
                            return std::make_unique<Text>(Source(options), options, seed);
                          }};

}  // namespace whereabouts
