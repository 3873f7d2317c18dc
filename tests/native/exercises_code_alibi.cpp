// Programs for ALiBi's bias: two answers are right, by the distance and by the key alone, and each has its own
// mistakes.
#include <algorithm>
#include <cmath>
#include <functional>

#include "exercises_code.hpp"

namespace whereabouts::exercises::test {

TEST_CASE("code_alibi: slopes and bias written out pass, flaws of either are named, the key alone is as good") {
  const Json instance = engine().create_instance("code_alibi", 5, {{"n_head", 12}, {"head", 9}, {"row", 3}});
  using Slope = std::function<double(double heads, double head)>;
  using Bias = std::function<double(double row, double key)>;
  const Slope slope = [](double heads, double head) {
    const double power = std::exp2(std::floor(std::log2(heads)));
    return head < power ? std::exp2(-8 * (head + 1) / power) : std::exp2(-4 * (2 * (head - power) + 1) / power);
  };
  const Bias bias = [](double row, double key) { return key - row; };
  const auto made_by = [&](const Slope& slope_of, const Bias& bias_of) {
    Json made = Json::array();
    for (const Json& each : engine().code_cases(instance)) {
      const Json& given = each.at("arguments");
      Json row = Json::array();
      for (double key = 0; key <= given[2].get<double>(); ++key)
        row.push_back(slope_of(given[0].get<double>(), given[1].get<double>()) * bias_of(given[2].get<double>(), key));
      made.push_back(row);
    }
    return made;
  };
  const auto program = [&](const Slope& slope_of, const Bias& bias_of) {
    return verdict(instance, made_by(slope_of, bias_of));
  };
  CHECK(program(slope, bias) == "correct");
  CHECK(program(slope, [](double, double key) { return key; }) == "equivalent");
  CHECK(program(slope, [](double row, double key) { return row - key; }) == "wrong_sign");
  CHECK(program(slope, [](double row, double) { return -row; }) == "query_only");
  const Slope plain = [](double heads, double head) { return std::exp2(-8 * (head + 1) / heads); };
  CHECK(program(plain, bias) == "plain_formula");
  CHECK(program([](double heads, double head) { return std::exp2(-8 * head / heads); }, bias) == "starts_at_one");
  CHECK(program(
            [&](double heads, double head) {
              std::vector<double> slopes;
              for (double each = 0; each < heads; ++each) slopes.push_back(slope(heads, each));
              std::sort(slopes.begin(), slopes.end(), std::greater());
              return slopes[std::size_t(head)];
            },
            bias) == "sorted");
  CHECK(program([](double, double) { return 0.3; }, bias) == "incorrect");

  // The key alone with one more bug is measured against the key alone, not against the distance.
  const Bias by_key = [](double, double key) { return key; };
  Json off = made_by(slope, by_key);
  off[4][1] = 9.0;
  const Json grade = engine().grade(instance, off);
  CHECK(grade.at("first_mismatch") == Json{{"index", 4}, {"entry", 1}, {"got", 9.0}});
  CHECK(grade.at("right") == made_by(slope, by_key));
  CHECK(engine().grade(instance, made_by([](double, double) { return 0.0; }, bias)).at("right") ==
        made_by(slope, bias));
  off[4] = nullptr;  // what comes before it is right
  CHECK(engine().grade(instance, off).at("verdict") == "malformed");
  CHECK(engine().grade(instance, off).at("first_mismatch").at("index") == 4);
  CHECK(program(plain, by_key) == "plain_formula");
  CHECK(said(instance, made_by(plain, by_key)) == "exercise.code.everywhere");
}

}  // namespace whereabouts::exercises::test
