// What exercises are written in: values of sentences, and functions without classes.
#include "catch_amalgamated.hpp"
#include "exercises/function.hpp"
#include "exercises/values.hpp"

namespace whereabouts::exercises {
namespace {

int twice(int number) { return 2 * number; }

}  // namespace

TEST_CASE("values: numbers, texts, lists, and how many decimals are shown") {
  const std::vector<double> list{1, 0.5};
  const std::string text = "half";
  const Values values{{"whole", 3},         {"size", list.size()},     {"number", 0.25}, {"list", list},
                      {"text", text},       {"plain", "none"},         {"empty", ""},    {"true", true},
                      {"row", shown(list)}, {"short", shown(0.125, 2)}};
  CHECK(values.json() == Json{{"whole", 3},
                              {"size", 2},
                              {"number", 0.25},
                              {"list", {1, 0.5}},
                              {"text", "half"},
                              {"plain", "none"},
                              {"empty", ""},
                              {"true", 1},
                              {"row", {{"value", {1, 0.5}}, {"decimals", 3}}},
                              {"short", {{"value", 0.125}, {"decimals", 2}}}});
  CHECK(Values().json() == Json::object());
  Values more = values;
  more.add("whole", 4);
  CHECK(more.json().at("whole") == 4);
  CHECK(values.json().at("whole") == 3);
}

TEST_CASE("functions: plain ones, and ones that keep what they captured") {
  const Function<int(int)> plain = twice, also = [](int number) { return 3 * number; };
  CHECK(plain(4) == 8);
  CHECK(also(4) == 12);
  Function<int(int)> held;
  {
    std::vector<int> summands{1, 10};
    held = [summands](int number) { return summands[0] + summands[1] + number; };
  }
  const Function<int(int)> copy = held;
  held = twice;
  CHECK(copy(4) == 15);
  CHECK(held(4) == 8);
}

}  // namespace whereabouts::exercises
