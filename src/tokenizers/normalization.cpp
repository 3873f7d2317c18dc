#include "tokenizers/normalization.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "tokenizers/unicode_pairs.hpp"
#include "tokenizers/unicode_sequences.hpp"
#include "tokenizers/utf8.hpp"

namespace whereabouts {
namespace {

/// Below it no character changes by itself or by another from below it: only a mark after it, none of which stands there,
/// can do that.
constexpr char32_t first_mark = 0x300;
/// A byte that is no UTF-8, between the characters.
constexpr char32_t first_stray = 0x110000;

// Syllables of Hangul stand in the order of their letters (The Unicode Standard, section 3.12).
constexpr char32_t syllables = 0xac00, leads = 0x1100, vowels = 0x1161, tails = 0x11a7;
constexpr char32_t lead_count = 19, vowel_count = 21, tail_count = 28;
constexpr char32_t syllable_count = lead_count * vowel_count * tail_count;

/// Takes one number after another off a table.
class Numbers {
 public:
  explicit Numbers(std::span<const std::uint8_t> table) : left_(table) {}
  bool done() const { return left_.empty(); }
  std::uint32_t take() {
    std::uint32_t value = 0;
    for (int shift = 0;; shift += 7) {
      const std::uint8_t byte = left_.front();
      left_ = left_.subspan(1);
      value |= std::uint32_t(byte & 127u) << shift;
      if (byte < 128) return value;
    }
  }
  /// The number that is so much more or less than `before`.
  char32_t after(char32_t before) {
    const std::uint32_t coded = take();
    return coded & 1 ? before - (coded + 1) / 2 : before + coded / 2;
  }

 private:
  std::span<const std::uint8_t> left_;
};

struct Pair {
  char32_t whole, first, second;
};
struct Sequence {
  char32_t whole;
  std::size_t begin, end;  // in Tables::parts
};
struct Ranks {
  char32_t start, end;
  std::uint32_t rank;
};

/// The tables unpacked.
struct Tables {
  std::vector<Pair> by_whole, by_parts;
  std::vector<Sequence> sequences;
  std::vector<char32_t> parts;
  std::vector<Ranks> ranks;

  Tables() {
    Pair pair{};
    for (Numbers numbers(unicode_pairs); !numbers.done();) {
      pair.whole = numbers.after(pair.whole);
      pair.first = numbers.after(pair.first);
      pair.second = numbers.after(pair.second);
      by_whole.push_back(pair);
    }
    by_parts = by_whole;
    std::sort(by_parts.begin(), by_parts.end(),
              [](const Pair& a, const Pair& b) { return std::pair(a.first, a.second) < std::pair(b.first, b.second); });
    char32_t whole = 0, first = 0;
    for (Numbers numbers(unicode_sequences); !numbers.done();) {
      whole = numbers.after(whole);
      first = numbers.after(first);
      const std::size_t begin = parts.size();
      parts.push_back(first);
      for (std::uint32_t more = numbers.take(); more > 0; --more) parts.push_back(numbers.take());
      sequences.push_back({whole, begin, parts.size()});
    }
    char32_t end = 0;
    for (Numbers numbers(unicode_ranks); !numbers.done();) {
      const char32_t start = end + numbers.take();
      end = start + numbers.take() + 1;
      ranks.push_back({start, end, numbers.take()});
    }
  }
};

const Tables& tables() {
  static const Tables made;
  return made;
}

/// The combining class by its order; 0 of a character that begins something new.
std::uint32_t rank_of(char32_t point) {
  if (point < first_mark) return 0;
  const auto& ranks = tables().ranks;
  const auto after =
      std::upper_bound(ranks.begin(), ranks.end(), point, [](char32_t p, const Ranks& run) { return p < run.start; });
  return after != ranks.begin() && point < (after - 1)->end ? (after - 1)->rank : 0;
}

template <class Entry>
const Entry* find_whole(const std::vector<Entry>& list, char32_t whole) {
  const auto found = std::lower_bound(list.begin(), list.end(), whole,
                                      [](const Entry& entry, char32_t wanted) { return entry.whole < wanted; });
  return found != list.end() && found->whole == whole ? &*found : nullptr;
}

void take_apart(char32_t point, std::vector<char32_t>& points) {
  if (point >= syllables && point < syllables + syllable_count) {
    const char32_t index = point - syllables, tail = index % tail_count;
    points.push_back(leads + index / (vowel_count * tail_count));
    points.push_back(vowels + index / tail_count % vowel_count);
    if (tail) points.push_back(tails + tail);
  } else if (const Pair* pair = find_whole(tables().by_whole, point)) {
    take_apart(pair->first, points);
    points.push_back(pair->second);
  } else if (const Sequence* sequence = find_whole(tables().sequences, point)) {
    const auto begin = tables().parts.begin();
    points.insert(points.end(), begin + std::ptrdiff_t(sequence->begin), begin + std::ptrdiff_t(sequence->end));
  } else {
    points.push_back(point);
  }
}

/// What two characters become; 0 where they stay two.
char32_t composed(char32_t first, char32_t second) {
  if (first - leads < lead_count && second - vowels < vowel_count)
    return syllables + ((first - leads) * vowel_count + second - vowels) * tail_count;
  // No tail is U+11A7 itself: it stands for none.
  if (first - syllables < syllable_count && (first - syllables) % tail_count == 0 &&
      second - tails - 1 < tail_count - 1)
    return first + (second - tails);
  const auto& pairs = tables().by_parts;
  const auto found = std::lower_bound(
      pairs.begin(), pairs.end(), std::pair(first, second),
      [](const Pair& pair, const auto& wanted) { return std::pair(pair.first, pair.second) < wanted; });
  return found != pairs.end() && found->first == first && found->second == second ? found->whole : 0;
}

/// Marks of different classes stand in the order of these; of one class, as they stood.
void put_marks_in_order(std::vector<char32_t>& points) {
  const auto is_mark = [](char32_t point) { return rank_of(point) != 0; };
  for (auto at = points.begin(); at != points.end();) {
    const auto begin = std::find_if(at, points.end(), is_mark);
    at = std::find_if_not(begin, points.end(), is_mark);
    std::stable_sort(begin, at, [](char32_t a, char32_t b) { return rank_of(a) < rank_of(b); });
  }
}

/// A mark goes into the last character that is none, unless one of its own class or of a higher one stands between.
std::vector<char32_t> put_together(const std::vector<char32_t>& points) {
  std::vector<char32_t> result;
  std::size_t starter = points.size();  // none yet
  std::uint32_t between = 0;
  for (const char32_t point : points) {
    const std::uint32_t rank = rank_of(point);
    if (starter < result.size() && (starter + 1 == result.size() || between < rank))
      if (const char32_t whole = composed(result[starter], point)) {
        result[starter] = whole;
        continue;
      }
    if (rank == 0) starter = result.size();
    between = rank;
    result.push_back(point);
  }
  return result;
}

void append_utf8(std::string& bytes, char32_t point) {
  if (point >= first_stray) {
    bytes += char(point - first_stray);
    return;
  }
  const int more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  constexpr std::uint8_t lead[] = {0, 0xc0, 0xe0, 0xf0};
  bytes += char(lead[more] | point >> 6 * more);
  for (int left = more; left-- > 0;) bytes += char(0x80 | (point >> 6 * left & 0x3f));
}

}  // namespace

std::string in_form_c(std::string_view text) {
  std::vector<char32_t> points;
  bool any = false;
  for (std::size_t at = 0; at < text.size();) {
    const auto [point, length] = first_character(text.substr(at));
    any |= point >= first_mark && point != no_code_point;
    if (point == no_code_point)
      points.push_back(first_stray + std::uint8_t(text[at]));
    else
      take_apart(point, points);
    at += length;
  }
  if (!any) return std::string(text);
  put_marks_in_order(points);
  std::string bytes;
  for (const char32_t point : put_together(points)) append_utf8(bytes, point);
  return bytes;
}

}  // namespace whereabouts
