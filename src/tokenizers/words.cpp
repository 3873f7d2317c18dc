#include "tokenizers/words.hpp"

#include <algorithm>
#include <optional>

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

bool is_line_break(char byte) { return byte == '\r' || byte == '\n'; }

/// White space leaves its last character to what follows, but for a single one.
std::size_t white_space_end(const Run& run, std::string_view text, std::size_t at) {
  return run.end == text.size() || run.last == at ? run.end : run.last;
}

std::size_t gpt2_word_end(std::string_view text, std::size_t at) {
  if (text[at] == '\'')
    for (const std::string_view contraction : {"s", "t", "re", "ve", "m", "ll", "d"})
      if (text.substr(at + 1).starts_with(contraction)) return at + 1 + contraction.size();
  // One space goes with what follows it, unless that is white space too.
  const std::size_t first = text[at] == ' ' && at + 1 < text.size() ? at + 1 : at;
  const UnicodeClass kind = classed(text, first).kind;
  if (kind != UnicodeClass::white_space) return run_of(kind, text, first).end;
  return white_space_end(run_of(kind, text, at), text, at);
}

/// To GPT-2's pattern a text ends before each number here: white space goes as a whole.
std::size_t word_end_before_digits(std::string_view text, std::size_t at) {
  const Classed first = classed(text, at);
  if (first.kind == UnicodeClass::number) return at + first.length;
  if (first.kind == UnicodeClass::white_space) {
    const Run run = run_of(first.kind, text, at);
    if (run.end < text.size() && classed(text, run.end).kind == UnicodeClass::number) return run.end;
  }
  return gpt2_word_end(text, at);
}

/// How many bytes of a text are a contraction in letters of either case; 0 where it begins with none. An s may be the
/// long one, U+017F: to Unicode it is an S in lower case too.
std::size_t contraction_in_any_case(std::string_view text) {
  if (text[0] != '\'') return 0;
  text.remove_prefix(1);
  if (text.starts_with("\xc5\xbf")) return 3;
  for (const std::string_view contraction : {"s", "t", "re", "ve", "m", "ll", "d"}) {
    const std::string_view start = text.substr(0, contraction.size());
    const auto same = [](char a, char b) { return a == b || a == b - 'a' + 'A'; };
    if (std::equal(start.begin(), start.end(), contraction.begin(), contraction.end(), same))
      return 1 + contraction.size();
  }
  return 0;
}

/// The patterns of Llama 3 and Qwen2, which have numbers of so many digits at most. The steps stand in their order.
std::size_t split_word_end(std::string_view text, std::size_t at, int most_digits) {
  if (const std::size_t length = contraction_in_any_case(text.substr(at))) return at + length;

  const Classed first = classed(text, at);
  const std::size_t second = at + first.length;
  const auto kind_at = [&](std::size_t place) {
    return place < text.size() ? std::optional(classed(text, place).kind) : std::nullopt;
  };
  if (first.kind == UnicodeClass::letter) return run_of(UnicodeClass::letter, text, at).end;
  if (first.kind == UnicodeClass::number) {
    std::size_t end = second;
    for (int digits = 1; digits < most_digits && kind_at(end) == UnicodeClass::number; ++digits)
      end += classed(text, end).length;
    return end;
  }
  // One character goes with the letters that follow it, unless it ends a line.
  if (!is_line_break(text[at]) && kind_at(second) == UnicodeClass::letter)
    return run_of(UnicodeClass::letter, text, second).end;

  // One space goes with signs that follow it, and signs take the ends of lines that follow them.
  const std::size_t signs = text[at] == ' ' ? second : at;
  if (kind_at(signs) == UnicodeClass::other) {
    std::size_t end = run_of(UnicodeClass::other, text, signs).end;
    while (end < text.size() && is_line_break(text[end])) ++end;
    return end;
  }
  const Run run = run_of(UnicodeClass::white_space, text, at);
  for (std::size_t end = run.end; end > at; --end)
    if (is_line_break(text[end - 1])) return end;
  return white_space_end(run, text, at);
}

}  // namespace

std::size_t word_end(Cutting cutting, std::string_view text, std::size_t at) {
  switch (cutting) {
    case Cutting::llama3:
      return split_word_end(text, at, 3);
    case Cutting::qwen2:
      return split_word_end(text, at, 1);
    case Cutting::digits_apart:
      return word_end_before_digits(text, at);
    case Cutting::gpt2:
      break;
  }
  return gpt2_word_end(text, at);
}

}  // namespace whereabouts
