// What menus and sliders learn of the registered encodings, and how one is made by its kind.
#include <algorithm>

#include "encodings/registry.hpp"
#include "golden.hpp"

using namespace whereabouts;
using namespace whereabouts::test;

TEST_CASE("encoding listing: every kind with its place, limit and parameters") {
  const Json listing = encoding_listing();
  std::vector<std::string> kinds;
  for (const Json& entry : listing) kinds.push_back(entry["kind"]);
  REQUIRE(kinds == std::vector<std::string>{"none", "learned", "sinusoidal", "rope", "alibi", "t5_bias", "my_encoding"});
  const auto entry = [&](const char* kind) {
    return *std::find_if(listing.begin(), listing.end(), [&](const Json& e) { return e["kind"] == kind; });
  };
  REQUIRE(entry("none")["injects"] == "nowhere");
  REQUIRE(entry("learned")["injects"] == "embedding");
  REQUIRE(entry("sinusoidal")["injects"] == "embedding");
  REQUIRE(entry("rope")["injects"] == "query_key");
  REQUIRE(entry("alibi")["injects"] == "score");
  REQUIRE(entry("t5_bias")["injects"] == "score");
  for (const Json& e : listing) {
    CHECK(e["trainable"] == (e["kind"] == "learned" || e["kind"] == "t5_bias"));
    CHECK(e["max_positions"] == (e["kind"] == "learned" ? Json(1024) : Json()));
  }
  REQUIRE(entry("sinusoidal")["parameters"][0] ==
          Json{{"name", "layout"}, {"type", "choice"}, {"default", "interleaved"},
               {"choices", {"interleaved", "concatenated", "tensor2tensor"}}});
  REQUIRE(error_of([] { make_encoding({{"kind", "rotary"}}, ModelShape{}); }) == "unknown_choice position.kind");
  REQUIRE(error_of([] { make_encoding(Json::object(), ModelShape{}); }) == "missing position.kind");
  REQUIRE(error_of([] { make_encoding("rope", ModelShape{}); }) == "wrong_type position");
}

TEST_CASE("encoding listing: every kind and every parameter has its words in the catalogue") {
  const Json words = golden("../../web/messages/en.json")["encoding"];
  for (const Json& entry : encoding_listing()) {
    const std::string kind = entry["kind"];
    INFO(kind);
    REQUIRE(words.contains(kind));
    CHECK(words[kind]["title"].is_string());
    CHECK(words[kind].size() == 1 + entry["parameters"].size());
    for (const Json& parameter : entry["parameters"]) CHECK(words[kind][parameter["name"].get<std::string>()].is_string());
  }
}
