#include "tokenizers/words.hpp"

#include "tokenizers/unicode_classes.hpp"
#include "tokenizers/utf8.hpp"

namespace whereabouts {
namespace {

struct Classed {
  UnicodeClass kind;
  std::size_t length;
};

Classed classed(std::string_view text, std::size_t at) {
  const auto [point, length] = first_character(text.substr(at));
  return {unicode_class(point), length};
}

struct Run {
  std::size_t last, end;  // where the run's last character begins, and where the run ends
};

/// The characters of one class from `at`, where there is at least one.
Run run_of(UnicodeClass kind, std::string_view text, std::size_t at) {
  Run run{at, at};
  while (run.end < text.size()) {
    const Classed next = classed(text, run.end);
    if (next.kind != kind) break;
    run = {run.end, run.end + next.length};
  }
  return run;
}

}  // namespace

std::size_t word_end(std::string_view text, std::size_t at) {
  if (text[at] == '\'')
    for (const std::string_view contraction : {"s", "t", "re", "ve", "m", "ll", "d"})
      if (text.substr(at + 1).starts_with(contraction)) return at + 1 + contraction.size();
  // One space goes with what follows it, unless that is white space too.
  const std::size_t first = text[at] == ' ' && at + 1 < text.size() ? at + 1 : at;
  const UnicodeClass kind = classed(text, first).kind;
  if (kind != UnicodeClass::white_space) return run_of(kind, text, first).end;
  // White space leaves its last character to what follows, but for a single one.
  const Run run = run_of(kind, text, at);
  return run.end == text.size() || run.last == at ? run.end : run.last;
}

}  // namespace whereabouts
