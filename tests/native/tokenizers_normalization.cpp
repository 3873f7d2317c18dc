// Normalization Form C by hand: each rule of Unicode Standard Annex 15. Every code point is held against JavaScript's
// own form in tests/javascript/program-tokens.test.js.
#include "tokenizers/normalization.hpp"
#include "tokenizers_support.hpp"

namespace whereabouts::test {
namespace {

std::string written(std::initializer_list<char32_t> points) {
  std::string text;
  for (const char32_t point : points) text += utf8(point);
  return text;
}

using Points = std::initializer_list<char32_t>;

/// Whether a text becomes another, which stays as it is.
bool becomes(Points given, Points wanted) {
  return in_form_c(written(given)) == written(wanted) && in_form_c(written(wanted)) == written(wanted);
}

}  // namespace

TEST_CASE("normalization: Form C composes, puts marks in order, and keeps what it must") {
  CHECK(becomes({'e', 0x301}, {0xe9}));
  CHECK(becomes({'a', 'e', 0x301, 'b'}, {'a', 0xe9, 'b'}));
  CHECK(becomes({0x301, 'e'}, {0x301, 'e'}));                         // nothing stands before the mark
  CHECK(becomes({'s', 0x307, 0x323}, {0x1e69}));                      // the lower mark goes first, then the upper
  CHECK(becomes({0x1e9b, 0x323}, {0x1e9b, 0x323}));                   // no letter has both
  CHECK(becomes({'d', 0x307, 0x323}, {0x1e0d, 0x307}));               // of two marks one goes in
  CHECK(becomes({'e', 0x301, 0x301}, {0xe9, 0x301}));                 // of two alike the first
  CHECK(becomes({'e', 0x315, 0x301}, {0xe9, 0x315}));                 // one of a lower class passes
  CHECK(becomes({'e', 0x334, 0x301}, {'e', 0x334, 0x301}) == false);  // and goes in beyond another class
  CHECK(becomes({'e', 0x334, 0x301}, {0xe9, 0x334}));
  CHECK(becomes({0x212b}, {0xc5}));         // the sign of the angstrom is a letter
  CHECK(becomes({0x958}, {0x915, 0x93c}));  // comes apart and stays so
  CHECK(becomes({0x9c7, 0x9be}, {0x9cb}));  // two that are no marks
  CHECK(becomes({0x2f800}, {0x4e3d}));
  CHECK(becomes({0xfb01}, {0xfb01}));  // a ligature is not Form C's matter
  CHECK(becomes({0x1d15e}, {0x1d157, 0x1d165}));
}

TEST_CASE("normalization: syllables of Hangul") {
  CHECK(becomes({0x1112, 0x1161, 0x11ab}, {0xd55c}));
  CHECK(becomes({0xd558, 0x11ab}, {0xd55c}));
  CHECK(becomes({0xd55c, 0x11ab}, {0xd55c, 0x11ab}));  // it has its tail
  CHECK(becomes({0xd558, 0x11a7}, {0xd558, 0x11a7}));  // no tail
  CHECK(becomes({0x1112, 0x11ab}, {0x1112, 0x11ab}));
  CHECK(becomes({0xac00}, {0xac00}));
  CHECK(becomes({0x1112, 0x301, 0x1161}, {0x1112, 0x301, 0x1161}));
}

TEST_CASE("normalization: bytes that are no UTF-8 stay, and nothing is composed across them") {
  const std::string acute = utf8(0x301);
  CHECK(in_form_c("") == "");
  CHECK(in_form_c("\xff\xc3") == "\xff\xc3");
  CHECK(in_form_c("e\xff" + acute) == "e\xff" + acute);
  CHECK(in_form_c("\xff" + ("e" + acute) + "\xc3") == "\xff" + utf8(0xe9) + "\xc3");
  CHECK(in_form_c("\xed\xa0\x80" + ("e" + acute)) == "\xed\xa0\x80" + utf8(0xe9));
}

}  // namespace whereabouts::test
