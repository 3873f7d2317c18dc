// Matrices of a large model are not kept packed: products then pack what is stored, and give the same.
#include "model/weights.hpp"
#include "model_support.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

TEST_CASE("weights: past the limit nothing is kept packed, and products give the same", "[model]") {
  const Config config = small_config({{"kind", "none"}}, {{"tie_word_embeddings", GENERATE(true, false)}});
  Transformer<double> model(config, Initialization::fan_in, 1);
  const auto& parameters = model.parameters();
  const auto& block = parameters.layout().blocks[0];
  Weights<double> kept, unkept;
  unkept.keep_packed(1);
  kept.refresh(parameters, true);
  unkept.refresh(parameters, true);
  const auto product = [&](const Weights<double>& weights, std::size_t matrix, std::size_t bias, std::size_t inputs) {
    const std::size_t outputs = parameters[bias].columns();
    Vector x(5 * inputs), y(5 * outputs);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(double(i));
    Workspace<double> workspace;
    linear<double>(ConstRows<double>(x.data(), 5, inputs), weights.matrix(matrix), weights.vector(bias), false,
                   Rows<double>(y.data(), 5, outputs), workspace);
    return y;
  };
  for (const auto& [matrix, bias, inputs] :
       {std::tuple(block.c_attn_weight, block.c_attn_bias, config.n_embd),
        std::tuple(block.mlp_c_proj_weight, block.mlp_c_proj_bias, config.n_inner)}) {
    REQUIRE(kept.matrix(matrix).packed);
    REQUIRE(!unkept.matrix(matrix).packed);
    CHECK(max_difference(product(kept, matrix, bias, inputs), product(unkept, matrix, bias, inputs)) < exact);
  }
  CHECK(kept.matrix(parameters.layout().head).packed);
  CHECK(!unkept.matrix(parameters.layout().head).packed);
  // What all of them take together is the limit, to the byte.
  double bytes = 0;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    if (kept.matrix(i).packed) bytes += double(parameters[i].size()) * sizeof(double);
  Weights<double> just, short_by_one;
  just.keep_packed(bytes);
  short_by_one.keep_packed(bytes - 1);
  just.refresh(parameters, true);
  short_by_one.refresh(parameters, true);
  CHECK(just.matrix(block.c_attn_weight).packed);
  CHECK(!short_by_one.matrix(block.c_attn_weight).packed);
}
