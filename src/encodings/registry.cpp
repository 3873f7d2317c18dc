#include "encodings/registry.hpp"

#include "error.hpp"

namespace whereabouts {
namespace {

// Calls visit.template operator()<E>() for every registered E.
template <class Visit, class... Es>
void for_each(Visit visit, std::tuple<Es...>*) {
  (visit.template operator()<Es>(), ...);
}
template <class Visit>
void for_each_encoding(Visit visit) {
  for_each(visit, static_cast<Encodings*>(nullptr));
}

Json injects(Places places) {
  if (uses(places, Places::embedding)) return "embedding";
  if (uses(places, Places::query_key)) return "query_key";
  return uses(places, Places::score) ? "score" : "nowhere";
}

constexpr ModelShape gpt2_small{.n_embd = 768, .n_head = 12, .head_dim = 64, .n_positions = 1024};

}  // namespace

AnyEncoding make_encoding(const Json& position, const ModelShape& shape) {
  std::vector<std::string> kinds;
  for_each_encoding([&]<class E>() { kinds.emplace_back(E::kind); });
  const std::string kind = Options(position, "position").choice("kind", {}, kinds);
  std::optional<AnyEncoding> encoding;
  for_each_encoding([&]<class E>() {
    if (E::kind == kind) encoding = E::from_json(position, shape);
  });
  return *encoding;
}

Json position_json(const AnyEncoding& encoding) {
  return std::visit([](const auto& e) { return e.to_json(); }, encoding);
}

Json encoding_listing() {
  Json listing = Json::array();
  for_each_encoding([&]<class E>() {
    const E encoding = E::from_json({{"kind", E::kind}}, gpt2_small);
    const auto limit = encoding.max_positions();
    listing.push_back({{"kind", E::kind},
                       {"injects", injects(E::places)},
                       {"max_positions", limit ? Json(*limit) : Json()},
                       {"trainable", encoding.table().has_value()},
                       {"parameters", description_json(E::parameters())}});
  });
  return listing;
}

}  // namespace whereabouts
