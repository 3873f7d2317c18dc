// What holds for every registered encoding, whichever it is; a new one is tested by these as soon as it is registered.

#include <numeric>

#include "encodings/registry.hpp"
#include "golden.hpp"
#include "random.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

namespace {

constexpr ModelShape shape{.n_embd = 24, .n_head = 3, .head_dim = 8, .n_positions = 40, .causal = true};

// Settings worth testing beside the default, by kind.
std::vector<Json> positions_of(std::string_view kind) {
  std::vector<Json> result{{{"kind", kind}}};
  if (kind == "sinusoidal") {
    result.push_back({{"kind", kind}, {"layout", "tensor2tensor"}, {"base", 100}, {"scale", 0.5}});
    result.push_back({{"kind", kind}, {"layout", "concatenated"}});
  }
  if (kind == "rope") {
    result.push_back({{"kind", kind}, {"layout", "interleaved"}, {"partial_rotary_factor", 0.5}, {"rope_theta", 100}});
    result.push_back({{"kind", kind}, {"rope_scaling", {{"rope_type", "yarn"}, {"factor", 4}, {"beta_fast", 2}}}});
    result.push_back({{"kind", kind}, {"rope_scaling", {{"type", "dynamic"}, {"factor", 4}}}});
  }
  if (kind == "t5_bias") result.push_back({{"kind", kind}, {"num_buckets", 8}, {"max_distance", 9}, {"bidirectional", true}});
  return result;
}

Vector random_values(std::size_t count, Random& random) {
  Vector values(count);
  for (double& v : values) v = random.normal();
  return values;
}

// A table as a model would hold it, and none where the encoding owns none.
struct Table {
  Vector values;
  std::size_t rows = 0, columns = 0;

  Table(const std::optional<TableShape>& shape, Random& random) {
    if (!shape) return;
    rows = shape->rows;
    columns = shape->columns;
    values = random_values(rows * columns, random);
  }
  Rows<double> view() { return {values.data(), rows, columns}; }
};

// What an encoding does in a pass, flattened: x with the added rows, or the turned rows, or the bias.
template <class E>
Vector effect(const E& encoding, const Vector& queries, const Vector& keys, Table& table, const Vector& x_before) {
  const Pass pass{queries, keys, length_of(keys)};
  Vector x = x_before;
  Rows<double> rows(x.data(), queries.size(), shape.n_embd);
  Vector result;
  if constexpr (uses(places_of<E>, Places::embedding)) {
    encoding.add(pass, ConstRows<double>(table.view()), rows);
    result.insert(result.end(), x.begin(), x.end());
  }
  if constexpr (uses(places_of<E>, Places::query_key)) {
    Rotation<double> rotation;
    encoding.prepare_rotation(queries, pass.sequence_length, rotation);
    encoding.rotate(rotation, rows);
    result.insert(result.end(), x.begin(), x.end());
  }
  if constexpr (uses(places_of<E>, Places::score)) {
    Vector bias(shape.n_head * queries.size() * keys.size(), 7);
    encoding.bias(pass, ConstRows<double>(table.view()), std::span<double>(bias));
    result.insert(result.end(), bias.begin(), bias.end());
  }
  return result;
}

// The gradients that the backward hooks give for loss = sum(weights * effect): of x, then of the table.
template <class E>
Vector backward(const E& encoding, const Vector& queries, const Vector& keys, Table& table, const Vector& weights) {
  const Pass pass{queries, keys, length_of(keys)};
  const std::size_t n = queries.size() * shape.n_embd;
  Vector d_x(n), d_table(table.values.size());
  Rows<double> d_table_rows(d_table.data(), table.rows, table.columns);
  std::span<const double> weight = weights;
  if constexpr (uses(places_of<E>, Places::embedding)) {
    for (std::size_t i = 0; i < n; ++i) d_x[i] += weight[i];  // x passes through
    encoding.add_backward(pass, ConstRows<double>(weight.data(), queries.size(), shape.n_embd), d_table_rows);
    weight = weight.subspan(n);
  }
  if constexpr (uses(places_of<E>, Places::query_key)) {
    Rotation<double> rotation;
    encoding.prepare_rotation(queries, pass.sequence_length, rotation);
    Vector d_turned(weight.begin(), weight.begin() + std::ptrdiff_t(n));
    encoding.rotate_backward(rotation, Rows<double>(d_turned.data(), queries.size(), shape.n_embd));
    for (std::size_t i = 0; i < n; ++i) d_x[i] += d_turned[i];
    weight = weight.subspan(n);
  }
  if constexpr (uses(places_of<E>, Places::score)) encoding.bias_backward(pass, weight, d_table_rows);
  d_x.insert(d_x.end(), d_table.begin(), d_table.end());
  return d_x;
}

// The same by central differences.
template <class E>
Vector differences(const E& encoding, const Vector& queries, const Vector& keys, Table table, Vector x, const Vector& weights) {
  const auto loss = [&] {
    const Vector out = effect(encoding, queries, keys, table, x);
    return std::inner_product(out.begin(), out.end(), weights.begin(), 0.0);
  };
  Vector gradient;
  for (Vector* values : {&x, &table.values})
    for (double& value : *values) {
      constexpr double step = 1e-3;  // every hook is linear: only rounding counts
      const double before = value;
      value = before + step;
      const double above = loss();
      value = before - step;
      gradient.push_back((above - loss()) / (2 * step));
      value = before;
    }
  return gradient;
}

const Vector queries{7, 0, 3, 3, 12}, keys{0, 1, 3, 7, 12, 39, 20};

}  // namespace

TEMPLATE_LIST_TEST_CASE("encoding: every backward hook is the gradient of its forward hook", "", Encodings) {
  Random random(11);
  for (const Json& position : positions_of(TestType::kind)) {
    INFO(position);
    const TestType encoding = TestType::from_json(position, shape);
    Table table(encoding.table(), random);
    const Vector x = random_values(queries.size() * shape.n_embd, random);
    const std::size_t outputs = effect(encoding, queries, keys, table, x).size();
    if (outputs == 0) {
      REQUIRE(places_of<TestType> == Places::nowhere);
      continue;
    }
    const Vector weights = random_values(outputs, random);
    const Vector expected = differences(encoding, queries, keys, table, x, weights);
    CHECK(max_difference(backward(encoding, queries, keys, table, weights), expected) < 1e-9);
    // Bad twins: other positions, other output weights; whichever the gradient depends on must be told apart.
    const bool depends_on_positions = encoding.table() || uses(places_of<TestType>, Places::query_key);
    Vector next = queries;
    for (double& p : next) p += 1;
    if (depends_on_positions) CHECK(max_difference(backward(encoding, next, keys, table, weights), expected) > 0.1);
    Vector flipped = weights;
    for (double& w : flipped) w = -w;
    const bool has_gradient = depends_on_positions || uses(places_of<TestType>, Places::embedding);
    if (has_gradient) CHECK(max_difference(backward(encoding, queries, keys, table, flipped), expected) > 0.1);
    Vector swapped = weights;  // the columns of two heads
    std::rotate(swapped.begin(), swapped.begin() + std::ptrdiff_t(outputs / shape.n_head), swapped.end());
    if (has_gradient) CHECK(max_difference(backward(encoding, queries, keys, table, swapped), expected) > 0.1);
  }
}

TEMPLATE_LIST_TEST_CASE("encoding: one row at t is row t of a whole pass", "", Encodings) {
  Random random(12);
  for (const Json& position : positions_of(TestType::kind)) {
    INFO(position);
    const TestType encoding = TestType::from_json(position, shape);
    Table table(encoding.table(), random);
    const Vector x = random_values(queries.size() * shape.n_embd, random);
    const Vector whole = effect(encoding, queries, keys, table, x);
    const std::size_t nk = keys.size(), nq = queries.size();
    for (std::size_t r = 0; r < nq; ++r) {
      const auto row = x.begin() + std::ptrdiff_t(r * shape.n_embd);
      const Vector alone = effect(encoding, {queries[r]}, keys, table, Vector(row, row + shape.n_embd));
      std::size_t at = 0;
      if constexpr (uses(places_of<TestType>, Places::embedding | Places::query_key))
        for (; at < shape.n_embd; ++at) CHECK(std::fabs(alone[at] - whole[r * shape.n_embd + at]) < 1e-15);
      if constexpr (places_of<TestType> == Places::score)
        for (std::size_t h = 0; h < shape.n_head; ++h)
          for (std::size_t j = 0; j < nk; ++j, ++at) CHECK(alone[at] == whole[(h * nq + r) * nk + j]);
      CHECK(at == alone.size());
    }
    // Bad twin: a row computed as if at the first position.
    if (places_of<TestType> != Places::nowhere) {
      Vector first(nq, 0);
      CHECK(max_difference(effect(encoding, first, keys, table, x), whole) > 0.1);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("encoding: float hooks agree with the double ones", "", Encodings) {
  Random random(13);
  const TestType encoding = TestType::from_json({{"kind", TestType::kind}}, shape);
  Table table(encoding.table(), random);
  const Vector x = random_values(queries.size() * shape.n_embd, random);
  const Vector expected = effect(encoding, queries, keys, table, x);
  const Pass pass{queries, keys, length_of(keys)};
  const std::vector<float> float_table(table.values.begin(), table.values.end());
  const ConstRows<float> table_rows(float_table.data(), table.rows, table.columns);
  std::vector<float> result(x.begin(), x.end());
  const Rows<float> rows(result.data(), queries.size(), shape.n_embd);
  if constexpr (uses(places_of<TestType>, Places::embedding)) encoding.add(pass, table_rows, rows);
  if constexpr (uses(places_of<TestType>, Places::query_key)) {
    Rotation<float> rotation;
    encoding.prepare_rotation(queries, pass.sequence_length, rotation);
    encoding.rotate(rotation, rows);
  }
  if constexpr (uses(places_of<TestType>, Places::score)) {
    result.assign(shape.n_head * queries.size() * keys.size(), 7);
    encoding.bias(pass, table_rows, std::span<float>(result));
  }
  if constexpr (places_of<TestType> == Places::nowhere) result.clear();
  REQUIRE(max_difference(result, expected) < 1e-6);
}

TEMPLATE_LIST_TEST_CASE("encoding: to_json fills every default in and reads back the same", "", Encodings) {
  for (const Json& position : positions_of(TestType::kind)) {
    INFO(position);
    const Json full = TestType::from_json(position, shape).to_json();
    CHECK(TestType::from_json(full, shape).to_json() == full);
    CHECK(position_json(make_encoding(full, shape)) == full);
    for (const auto& [key, value] : position.items()) CHECK(full[key] == value);
    for (const auto& parameter : TestType::parameters()) CHECK(full.contains(parameter.name));
  }
}

TEMPLATE_LIST_TEST_CASE("encoding: every parameter is checked by its own description", "", Encodings) {
  const auto refused = [](std::string_view name, const Json& value) {
    Json position{{"kind", TestType::kind}};
    position[std::string(name)] = value;
    return error_of([&] { TestType::from_json(position, shape); });
  };
  REQUIRE(refused("colour", 1) == "unknown_option position.colour");
  for (const auto& parameter : TestType::parameters()) {
    const std::string path = "position." + parameter.name;
    INFO(path);
    if (parameter.type == "rope_scaling") {
      CHECK(refused(parameter.name, 3) == "wrong_type rope_scaling");
      continue;
    }
    CHECK(refused(parameter.name, Json::array()) == "wrong_type " + path);
    if (parameter.type == "choice") {
      CHECK(refused(parameter.name, "none of them") == "unknown_choice " + path);
      for (const auto& choice : parameter.choices) CHECK(refused(parameter.name, choice).empty());
    }
    if (parameter.type == "number" || parameter.type == "integer") {
      REQUIRE(parameter.minimum.has_value());
      REQUIRE(parameter.maximum.has_value());
      CHECK(refused(parameter.name, "4") == "wrong_type " + path);
      CHECK(refused(parameter.name, not_a_number) == "not_finite " + path);
      CHECK(refused(parameter.name, *parameter.minimum - 1) == "out_of_range " + path);
      CHECK(refused(parameter.name, *parameter.maximum * 2) == "out_of_range " + path);
      CHECK(refused(parameter.name, parameter.default_value).empty());
      if (parameter.type == "integer") CHECK(refused(parameter.name, *parameter.maximum - 0.5) == "not_whole " + path);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("encoding: positions are finite, and whole where it needs whole ones", "", Encodings) {
  const TestType encoding = TestType::from_json({{"kind", TestType::kind}}, shape);
  const auto refused = [&](const Vector& positions) { return error_of([&] { encoding.require_positions(positions); }); };
  REQUIRE(refused({0, 1, 2}).empty());
  REQUIRE(refused({0, not_a_number}) == "not_finite positions[1]");
  REQUIRE(refused({infinity}) == "not_finite positions[0]");
  const bool whole_only = TestType::kind == "learned" || TestType::kind == "t5_bias";
  REQUIRE(refused({1.5}) == (whole_only ? "not_whole positions[0]" : ""));
  REQUIRE(refused({1e6}) == (TestType::kind == "learned" ? "out_of_range positions[0]" : ""));
  REQUIRE(refused({-3}) == (TestType::kind == "learned" ? "out_of_range positions[0]" : ""));
}

TEST_CASE("pitfall 9: which lengths make cached keys worthless") {
  const auto depends = [](const Json& position, double a, double b) {
    return std::visit([&](const auto& e) { return e.depends_on_length(a, b); }, make_encoding(position, shape));
  };
  const Json dynamic{{"kind", "rope"}, {"rope_scaling", {{"type", "dynamic"}, {"factor", 2}}}};  // limit: 40 positions
  REQUIRE_FALSE(depends(dynamic, 1, 40));
  REQUIRE(depends(dynamic, 40, 41));
  REQUIRE(depends(dynamic, 41, 42));
  REQUIRE(depends(dynamic, 42, 40));  // back below the limit the plain table returns
  for (const char* kind : {"none", "sinusoidal", "rope", "alibi", "t5_bias", "learned"})
    REQUIRE_FALSE(depends({{"kind", kind}}, 1, 1000));
}

namespace {

// Bad twins of the contract, each wrong in one thing only; `complete` is wrong in none.
enum class Wrong { complete, table, places, depends_on_length };
template <Wrong wrong>
struct Twin {
  static constexpr std::string_view kind = "twin";
  static constexpr std::conditional_t<wrong == Wrong::places, const char*, Places> places{};
  static std::vector<ParameterDescription> parameters() { return {}; }
  static Twin from_json(const Json&, const ModelShape&) { return {}; }
  Json to_json() const { return {}; }
  std::conditional_t<wrong == Wrong::table, int, std::optional<TableShape>> table() const { return {}; }
  std::optional<std::size_t> max_positions() const { return {}; }
  void require_positions(std::span<const double>) const {}
  bool depends_on_length(double, double) const requires(wrong != Wrong::depends_on_length) { return false; }

  template <class Real>
  void add(const Pass&, ConstRows<Real>, Rows<Real>) const {}
  template <class Real>
  void rotate(Rows<Real>) const {}
};
static_assert(Encoding<Twin<Wrong::complete>>);
static_assert(!Encoding<Twin<Wrong::table>> && !Encoding<Twin<Wrong::places>> && !Encoding<Twin<Wrong::depends_on_length>>);
static_assert(HasAdd<Twin<Wrong::complete>, float> && !HasAddBackward<Twin<Wrong::complete>, float>);
static_assert(!HasRotate<Twin<Wrong::complete>, float> && HasRotate<Rope, float>);
static_assert(!HasBias<Rope, float> && HasBias<Alibi, float> && HasBiasBackward<T5Bias, double>);

}  // namespace
