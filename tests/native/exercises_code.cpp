// Programs, graded by what they return: here each is a C++ function that stands for a learner's, right or mistaken.
#include "exercises_code.hpp"

#include <algorithm>
#include <numbers>

namespace whereabouts::exercises::test {
namespace {

using Table = std::function<Json(const Row& positions, std::size_t width, double base)>;
using Rotation = std::function<Row(const Row& vector, double position, double base)>;

Json table_instance(double position = 7, double width = 4, double base = 1000) {
  return engine().create_instance("code_position_table", 1, {{"position", position}, {"width", width}, {"base", base}});
}

Json outputs(const Json& instance, const Table& program) {
  Json made = Json::array();
  for (const Json& each : engine().code_cases(instance)) {
    const Json& given = each.at("arguments");
    made.push_back(program(given[0].get<Row>(), given[1].get<std::size_t>(), given[2].get<double>()));
  }
  return made;
}

Json outputs(const Json& instance, const Rotation& program) {
  Json made = Json::array();
  for (const Json& each : engine().code_cases(instance)) {
    const Json& given = each.at("arguments");
    made.push_back(program(given[0].get<Row>(), given[1].get<double>(), given[2].get<double>()));
  }
  return made;
}

/// The table, written without the engine; what differs from it is a mistake.
Json table(const Row& positions, std::size_t width, const std::function<double(double, std::size_t)>& entry) {
  Json rows = Json::array();
  for (const double position : positions) {
    Json row = Json::array();
    for (std::size_t column = 0; column < width; ++column) row.push_back(entry(position, column));
    rows.push_back(row);
  }
  return rows;
}

double wave(std::size_t column, double angle) { return column % 2 == 0 ? std::sin(angle) : std::cos(angle); }
double exponent(std::size_t column, std::size_t width) { return double(2 * (column / 2)) / double(width); }

Json right_table(const Row& positions, std::size_t width, double base) {
  return table(positions, width, [&](double position, std::size_t column) {
    return wave(column, position / std::pow(base, exponent(column, width)));
  });
}

}  // namespace

TEST_CASE("codeCases: visible cases first, then hidden ones; odd widths, no positions, fractions") {
  const Json cases = engine().code_cases(table_instance());
  REQUIRE(cases.size() == 8);
  CHECK(cases[0] == Json{{"arguments", {{0.0, 1.0, 7.0}, 4.0, 1000.0}}, {"hidden", false}});
  bool hidden = false, odd = false, none = false, fraction = false;
  for (const Json& each : cases) {
    CHECK((!hidden || each.at("hidden").get<bool>()));
    hidden = each.at("hidden").get<bool>();
    odd = odd || std::fmod(each.at("arguments")[1].get<double>(), 2) == 1;
    none = none || each.at("arguments")[0].empty();
    for (const double position : each.at("arguments")[0].get<Row>())
      fraction = fraction || std::floor(position) != position;
  }
  CHECK((hidden && odd && none && fraction));
  CHECK(engine().code_cases(engine().create_instance("sinusoid_row", 1, Json::object())).empty());
}

TEST_CASE("code_position_table: programs are told apart by their values") {
  for (const double base : {100.0, 1000.0, 10000.0}) {
    const Json instance = table_instance(11, 6, base);
    const auto program = [&](const std::function<double(double, std::size_t, std::size_t, double)>& entry) {
      return verdict(instance, outputs(instance, Table([&](const Row& positions, std::size_t width, double given) {
                                         return table(positions, width, [&](double p, std::size_t c) {
                                           return entry(p, c, width, given);
                                         });
                                       })));
    };
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, p / std::pow(b, exponent(c, d)));
          }) == "correct");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c + 1, p / std::pow(b, exponent(c, d)));
          }) == "sin_cos_swapped");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, p / std::pow(b, exponent(c, d) / 2));
          }) == "exponent_i_over_d");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, p / std::pow(b, double(c) / double(d)));
          }) == "exponent_per_column");
    CHECK(program([](double p, std::size_t c, std::size_t d, double) {
            return wave(c, p / std::pow(10000, exponent(c, d)));
          }) == "wrong_base");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, (p + 1) / std::pow(b, exponent(c, d)));
          }) == "off_by_one");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, (p - 1) / std::pow(b, exponent(c, d)));
          }) == "off_by_one");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, p * std::numbers::pi / 180 / std::pow(b, exponent(c, d)));
          }) == "degrees");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {
            return wave(c, p * std::pow(b, exponent(c, d)));
          }) == "multiplied_instead_of_divided");
    CHECK(program([](double p, std::size_t c, std::size_t d, double b) {  // all sines first
            const std::size_t sines = (d + 1) / 2, of = c < sines ? 2 * c : 2 * (c - sines) + 1;
            return wave(of, p / std::pow(b, exponent(of, d)));
          }) == "concatenated_layout");
    CHECK(program([](double, std::size_t, std::size_t, double) { return 0.5; }) == "incorrect");
  }
}

TEST_CASE("code_position_table: single precision passes, an error of a thousandth does not") {
  const Json instance = table_instance();
  const auto rounded = [](double value) { return double(float(value)); };
  CHECK(verdict(instance, outputs(instance, Table([&](const Row& positions, std::size_t width, double base) {
                                    return table(positions, width, [&](double p, std::size_t c) {
                                      return rounded(wave(c, p * rounded(std::pow(base, -exponent(c, width)))));
                                    });
                                  }))) == "correct");
  Json off = outputs(instance, Table(right_table));
  off[5][1][3] = off[5][1][3].get<double>() + 1e-3;
  CHECK(verdict(instance, off) == "incorrect");
}

TEST_CASE("code: the first number that is off is named by case, row and entry") {
  const Json instance = table_instance();
  Json off = outputs(instance, Table(right_table));
  off[3][1][2] = 0.75;
  CHECK(engine().grade(instance, off).at("first_mismatch") ==
        Json{{"index", 3}, {"row", 1}, {"entry", 2}, {"got", 0.75}});
  const Json turned = engine().create_instance("code_rope", 3, Json::object());
  Json answer = engine().solution(turned).at("answer");
  answer[3][5] = 9.0;
  CHECK(engine().grade(turned, answer).at("first_mismatch") == Json{{"index", 3}, {"entry", 5}, {"got", 9.0}});
}

TEST_CASE("code: a mistake that explains only the first wrong case is named for that case") {
  const Json instance = table_instance();
  const Json mistaken = engine().run_mistake(instance, "degrees");
  CHECK(said(instance, mistaken) == "exercise.code.everywhere");
  Json part = engine().solution(instance).at("answer");
  part[1] = mistaken[1];
  part[4][0][0] = 9.0;
  CHECK(verdict(instance, part) == "degrees");
  CHECK(said(instance, part) == "exercise.code.first_wrong");
}

TEST_CASE("code: outputs that are missing or of another form are malformed, but only if what came before is right") {
  const Json instance = table_instance();
  const Json right = engine().solution(instance).at("answer");
  const auto malformed_at = [&](const Json& answer) {
    const Json grade = engine().grade(instance, answer);
    CHECK(grade.at("verdict") == "malformed");
    CHECK(grade.at("passed") == false);
    return grade.at("first_mismatch").at("index").get<int>();
  };
  for (const Json& odd :
       std::vector<Json>{nullptr, "text", 4.0, true, Json::object(), {{"choice", "a"}}, Json::array(), {1.0}})
    CHECK(malformed_at(odd) == 0);
  Json short_row = right, no_number = right, no_row = right, early = right;
  short_row[2][0].erase(0);
  CHECK(malformed_at(short_row) == 2);
  no_number[5][1][3] = nullptr;
  CHECK(malformed_at(no_number) == 5);
  no_row[7][0] = 0.5;
  CHECK(malformed_at(no_row) == 7);
  early.erase(6);
  early.erase(6);
  CHECK(malformed_at(early) == 6);
  Json mistaken = engine().run_mistake(instance, "sin_cos_swapped");
  mistaken[2] = nullptr;
  CHECK(verdict(instance, mistaken) == "sin_cos_swapped");
  CHECK(said(instance, mistaken) == "exercise.code.first_wrong");
}

TEST_CASE("code_rope: rotations written out pass, those of the other layout or with a flaw are named") {
  for (const bool half : {false, true}) {
    const Json instance = engine().create_instance("code_rope", 5, {{"layout", half ? "half" : "interleaved"}});
    const auto rotation = [&](bool split, double doubling, double sign, double turn) {
      return verdict(instance,
                     outputs(instance, Rotation([&](const Row& vector, double position, double base) {
                               Row turned(vector.size());
                               for (std::size_t pair = 0; pair < vector.size() / 2; ++pair) {
                                 const std::size_t first = split ? pair : 2 * pair,
                                                   second = split ? pair + vector.size() / 2 : first + 1;
                                 const double angle =
                                     turn * position / std::pow(base, doubling * double(pair) / double(vector.size()));
                                 turned[first] =
                                     vector[first] * std::cos(angle) + sign * vector[second] * std::sin(angle);
                                 turned[second] = vector[second] * std::cos(angle) + vector[first] * std::sin(angle);
                               }
                               return turned;
                             })));
    };
    CHECK(rotation(half, 2, -1, 1) == "correct");
    CHECK(rotation(!half, 2, -1, 1) == "other_layout");
    CHECK(rotation(half, 1, -1, 1) == "exponent_i_over_d");
    CHECK(rotation(half, 2, +1, 1) == "missing_minus");
    CHECK(rotation(half, 2, -1, -1) == "opposite_direction");
    CHECK(rotation(half, 2, -1, std::numbers::pi / 180) == "degrees");
    CHECK(rotation(half, 3, -1, 1) == "incorrect");
  }
}

TEST_CASE("code: what is kept of one instance is not taken for another, nor after an instance that is none") {
  const Json first = table_instance(7), second = table_instance(9);
  const Json answer = engine().solution(first).at("answer");
  CHECK(verdict(first, answer) == "correct");
  CHECK(verdict(second, answer) != "correct");
  CHECK(verdict(first, answer) == "correct");
  Json none = first;
  none["parameters"]["width"] = 0;
  CHECK_THROWS_AS(engine().grade(none, answer), Error);
  CHECK(verdict(first, answer) == "correct");
  CHECK(verdict(second, engine().solution(second).at("answer")) == "correct");
}

TEST_CASE("code: parameters are those of the exercise by hand, but for what a program is told") {
  const auto described = [](const char* id) {
    for (const Json& exercise : engine().list())
      if (exercise.at("id") == id) return exercise.at("parameters");
    return Json();
  };
  CHECK(described("code_position_table") == described("sinusoid_row"));
  Json rope = described("rope_vector"), alibi = described("alibi_row");
  CHECK(described("code_rope") != rope);
  rope[2]["choices"] = {"interleaved", "half"};
  CHECK(described("code_rope") == rope);
  alibi.erase(3);
  alibi[2]["maximum"] = 25.0;
  CHECK(described("code_alibi") == alibi);
}

TEST_CASE("code: an instance brings its function, a starter and, solved, a program") {
  for (const char* id : {"code_position_table", "code_rope", "code_alibi"}) {
    const Json instance = engine().create_instance(id, 4, Json::object());
    CHECK(instance.at("answer") == "code");
    CHECK_FALSE(instance.contains("fields"));
    CHECK(instance.at("starter").at("key").get<std::string>().starts_with("exercise." + std::string(id) + ".starter"));
    CHECK(engine().solution(instance).at("program").contains("key"));
    for (const Json& misconception : engine().misconceptions(id, instance))
      CHECK_FALSE(misconception.at("title").at("key").get<std::string>().starts_with("exercise.code"));
  }
}

}  // namespace whereabouts::exercises::test
