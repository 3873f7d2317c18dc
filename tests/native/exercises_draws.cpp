// The same seed gives the same instance on every machine and in every build: these numbers were drawn once and are
// compared by the native tests and by each WebAssembly build.
#include <cstdint>
#include <map>

#include "catch_amalgamated.hpp"
#include "exercises_support.hpp"

namespace whereabouts::exercises::test {
namespace {

/// FNV-1a over the parameters of seeds 0 .. 999, written as JSON.
std::uint64_t fingerprint(const Exercise& exercise) {
  std::uint64_t hash = 14695981039346656037u;
  for (int seed = 0; seed < 1000; ++seed)
    for (const char character : real_generator(exercise, seed).json().dump()) {
      hash ^= static_cast<unsigned char>(character);
      hash *= 1099511628211u;
    }
  return hash;
}

struct Drawn {
  const char* of_seed_7;
  std::uint64_t of_a_thousand;
};

const std::map<std::string, Drawn> drawn{
    {"sinusoid_row", {R"({"base":1000.0,"position":42.0,"width":6.0})", 9075701865388852120u}},
    {"add_to_embedding", {R"({"base":10000.0,"embedding":[0.2,0.9,-0.3,0.9],"position":10.0})", 5405726388914798197u}},
    {"wavelength", {R"({"base":1000.0,"pair":21.0,"width":256.0})", 13569635585588825494u}},
    {"shift_matrix", {R"({"base":10000.0,"pair":1.0,"position":3.0,"shift":6.0,"width":4.0})", 5300537780654912858u}},
    {"residual_sum", {R"({"index":2.0,"model":"tiny","tokens":[8.0,2.0,0.0,10.0]})", 2027046592595912365u}},
    {"table_edge", {R"({"n_embd":1280.0,"n_layer":36.0,"n_positions":64.0})", 1475753873244953312u}},
    {"rope_vector",
     {R"({"base":10000.0,"layout":"interleaved","position":10.0,"vector":[0.2,0.9,-0.3,0.9]})", 13870935036839421310u}},
    {"rope_score",
     {R"({"base":10000.0,"key":[-0.6,0.2,-0.8,-0.4],"key_position":7.0,"layout":"half","query":[0.2,0.9,-0.3,0.9],"query_position":10.0})",
      16985267997516940055u}},
    {"same_family", {R"({"position":8.0,"vector":[0.7,0.7,0.6,-0.3,-1.0,-0.1]})", 14933454013722254858u}},
    {"permute", {R"({"causal":"false","kind":"none","tokens":[1.0,3.0,5.0,6.0,9.0]})", 9967266738475772671u}},
    {"visible_rows", {R"({"rows":[2.0,3.0,7.0,9.0,11.0]})", 2834356295110592061u}},
    {"zeroed_table",
     {R"({"change":"zeroed","kept":5.1,"order":3.0,"shuffled":28.8,"without":7.4,"wording":[0.0,0.0,0.0],"zeroed":19.8})",
      16358125958847915475u}},
    {"rope_place",
     {R"({"count_at":5.0,"pipeline":"together","rotate_at":5.0,"rows":5.0,"shift":10.0,"start":12.0,"weights":5661.0,"width":4.0})",
      17929087168531575129u}},
    {"find_the_bug", {R"({"position":15.0,"size":16.0,"variant":"constant_over_keys"})", 3170353231676821230u}},
    {"alibi_slopes", {R"({"head_dim":64.0,"n_head":6.0,"n_positions":1024.0})", 10862713522102536689u}},
    {"alibi_row", {R"({"head":0.0,"head_dim":96.0,"n_head":4.0,"row":4.0})", 17559328653596236134u}},
    {"interpolate",
     {R"({"base":10000.0,"factor":16.0,"method":"ntk","position":2916.0,"width":64.0})", 7564821072543837644u}},
    {"code_position_table", {R"({"base":100.0,"position":22.0,"width":8.0})", 14182432868590514664u}},
    {"code_rope",
     {R"({"base":10000.0,"layout":"half","position":3.0,"vector":[0.2,0.9,-0.3,0.9]})", 7353227665456348878u}},
    {"code_alibi", {R"({"head":2.0,"n_head":6.0,"row":4.0})", 12616317220493707511u}},
};

}  // namespace

TEST_CASE("exercises: seeds give the same instances everywhere") {
  REQUIRE(drawn.size() == course().size());
  for (const Exercise& exercise : course()) {
    CAPTURE(exercise.id);
    CHECK(real_generator(exercise, 7).json().dump() == drawn.at(exercise.id).of_seed_7);
    CHECK(fingerprint(exercise) == drawn.at(exercise.id).of_a_thousand);
  }
}

TEST_CASE("exercises: the fingerprint sees one changed draw") {
  Exercise changed = find("table_edge");
  changed.misconceptions.push_back(
      {"picky", [](const Parameters& p) {
         const double last = p.number("n_positions") - 1;
         if (p.number("n_layer") != 48) return std::vector<MistakenAnswer>{};
         return std::vector{mistaken({last + 2e-6, p.number("n_positions") * p.number("n_embd")})};
       }});
  CHECK(fingerprint(changed) != drawn.at("table_edge").of_a_thousand);  // instances with 48 layers are no longer kept
}

}  // namespace whereabouts::exercises::test
