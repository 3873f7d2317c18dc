#include "encodings/sinusoidal.hpp"

#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

template <class Real = double>
std::vector<Real> table_of(const Vector& positions, std::size_t width, double base, SinusoidalLayout layout) {
  std::vector<Real> table(positions.size() * width, Real(7));
  position_table(std::span(positions), base, layout, Rows<Real>(table.data(), positions.size(), width));
  return table;
}

Vector row_of(double position, std::size_t width, SinusoidalLayout layout = SinusoidalLayout::interleaved) {
  return table_of({position}, width, 10000, layout);
}

}  // namespace

TEST_CASE("sinusoidal: tables agree with golden/sinusoidal.json") {
  const Json tables = golden("sinusoidal.json")["tables"];
  const std::vector<std::string> names{"interleaved", "concat", "t2t_concat"};
  std::size_t compared = 0, refused = 0;
  for (const Json& table : tables) {
    const auto variant = table["variant"].get<std::string>();
    const auto layout = SinusoidalLayout(std::find(names.begin(), names.end(), variant) - names.begin());
    const auto width = table["d"].get<std::size_t>();
    Vector positions(table["n"].get<std::size_t>());
    for (std::size_t i = 0; i < positions.size(); ++i) positions[i] = table["start"].get<double>() + double(i);
    INFO(variant << " width " << width << " from " << positions[0]);
    if (layout == SinusoidalLayout::tensor2tensor && width == 2) {
      // The reference leaves its only frequency undefined and shows position 0, where it does not matter.
      CHECK(error_of([&] { table_of(positions, width, 10000, layout); }) == "tensor2tensor_width width");
      ++refused;
      continue;
    }
    const Vector expected = flat(table["table"]);
    const double base = table["base"].get<double>();
    // An angle of 131071 radians is itself rounded by up to 1.5e-11.
    const double tolerance = positions[0] > 1e5 ? 2e-11 : positions[0] > 1000 ? 1e-12 : 2e-14;
    CHECK(max_difference(table_of(positions, width, base, layout), expected) < tolerance);
    CHECK(max_difference(table_of<float>(positions, width, base, layout), expected) < 6.1e-8);
    // Bad twins: the next position, and another layout.
    for (double& p : positions) p += 1;
    if (width > 1 || layout != SinusoidalLayout::tensor2tensor)
      CHECK(max_difference(table_of(positions, width, base, layout), expected) > 0.01);
    ++compared;
  }
  REQUIRE(compared + refused == tables.size());
  REQUIRE(refused == 1);
}

TEST_CASE("pitfall 24: an odd width has one sine more than cosines") {
  const Vector expected{.841471, .540302, .025116, .999685, .000631};
  REQUIRE(max_difference(row_of(1, 5), expected) < 5e-7);
  const Vector concatenated{.841471, .025116, .000631, .540302, .999685};
  REQUIRE(max_difference(row_of(1, 5, SinusoidalLayout::concatenated), concatenated) < 5e-7);
  REQUIRE(row_of(0, 5) == Vector{0, 1, 0, 1, 0});
  REQUIRE(max_difference(row_of(1, 1), Vector{.841471}) < 5e-7);
  // Bad twin: frequencies of the next even width.
  Vector even = row_of(1, 6);
  even.pop_back();
  REQUIRE(max_difference(even, expected) > 5e-7);
}

TEST_CASE("pitfall 25: tensor2tensor's table is not the paper's") {
  const Vector paper = row_of(1, 8), other = row_of(1, 8, SinusoidalLayout::tensor2tensor);
  REQUIRE(std::fabs(paper[2] - .0998334) < 5e-8);
  REQUIRE(std::fabs(other[1] - std::sin(std::pow(10000, -1.0 / 3))) < 1e-15);
  REQUIRE(std::fabs(other[1] - paper[2]) > 0.05);  // another angle, not only another place
  const Vector concatenated = row_of(1, 8, SinusoidalLayout::concatenated);
  REQUIRE(concatenated[1] == paper[2]);
}

TEST_CASE("pitfall 26: every width from 1 works in every layout, or is refused by name") {
  for (const auto layout :
       {SinusoidalLayout::interleaved, SinusoidalLayout::concatenated, SinusoidalLayout::tensor2tensor})
    for (std::size_t width = 1; width <= 130; ++width) {
      INFO(to_string(layout) << " " << width);
      if (layout == SinusoidalLayout::tensor2tensor && (width == 2 || width == 3)) {
        CHECK(error_of([&] { row_of(3, width, layout); }) == "tensor2tensor_width width");
        continue;
      }
      for (const double value : row_of(3, width, layout)) CHECK(std::fabs(value) <= 1);  // NaN and untouched 7 fail
      if (layout == SinusoidalLayout::tensor2tensor && width % 2 == 1) CHECK(row_of(3, width, layout).back() == 0);
    }
  REQUIRE(error_of([] { row_of(0, 0); }) == "out_of_range width");
}

TEST_CASE("pitfall 46: sines and cosines come in pairs, at exponent 2 i / width") {
  const Vector row = row_of(11, 32);
  for (std::size_t i = 0; i < 16; ++i) {
    CHECK(std::fabs(row[2 * i] * row[2 * i] + row[2 * i + 1] * row[2 * i + 1] - 1) < 1e-15);
    CHECK(std::fabs(row[2 * i] - std::sin(11 / std::pow(10000, 2.0 * i / 32))) < 1e-15);
  }
  REQUIRE(std::fabs(row[2] - std::sin(11 / std::pow(10000, 1.0 / 32))) > 0.1);  // exponent j / d of column 2 would be 2 / 32
}

TEST_CASE("pitfall 8: positions 256 and 257 have different rows") {
  // bfloat16 has 8 bits: 257 becomes 256.
  REQUIRE(max_difference(table_of<float>({256}, 64, 10000, SinusoidalLayout::interleaved),
                         table_of<float>({257}, 64, 10000, SinusoidalLayout::interleaved)) > 0.1);
}

TEST_CASE("sinusoidal: shifting by k is one fixed rotation a pair, at fractional positions too") {
  const auto frequencies = sinusoidal_frequencies(16, 10000, SinusoidalLayout::interleaved);
  for (const double position : {0.0, 2.5, -7.25, 300.0}) {
    const Vector here = row_of(position, 16), there = row_of(position + 5, 16);
    for (std::size_t i = 0; i < 8; ++i) {
      const double c = std::cos(5 * frequencies[i]), s = std::sin(5 * frequencies[i]);
      CHECK(std::fabs(here[2 * i] * c + here[2 * i + 1] * s - there[2 * i]) < 1e-13);
      CHECK(std::fabs(here[2 * i + 1] * c - here[2 * i] * s - there[2 * i + 1]) < 1e-13);
    }
  }
}

TEST_CASE("sinusoidal: faulty arguments are named") {
  const auto interleaved = SinusoidalLayout::interleaved;
  REQUIRE(error_of([&] { table_of({0, 1, not_a_number}, 4, 10000, interleaved); }) == "not_finite positions[2]");
  REQUIRE(error_of([&] { table_of({1e10}, 4, 10000, interleaved); }) == "out_of_range positions[0]");
  REQUIRE(error_of([&] { table_of({0}, 4, 0, interleaved); }) == "out_of_range base");
  REQUIRE(error_of([&] { table_of({0}, 4, not_a_number, interleaved); }) == "not_finite base");
  REQUIRE(error_of([&] { sinusoidal_layout("concat"); }) == "unknown_choice layout");
  for (const auto& name : sinusoidal_layout_names()) REQUIRE(to_string(sinusoidal_layout(name)) == name);
}
