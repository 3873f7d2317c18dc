#include "formats/config_json.hpp"

#include <algorithm>
#include <string>

#include "encodings/rope.hpp"
#include "error.hpp"
#include "model/neox_family.hpp"

namespace whereabouts {
namespace {

bool has(const Json& object, const std::string& name) { return object.contains(name) && !object[name].is_null(); }

}  // namespace

Config read_config_json(const Json& given) {
  if (!given.is_object()) return Config::from_json(given);
  const std::string type = has(given, "model_type") && given["model_type"].is_string() ? given["model_type"] : Json("gpt2");
  const bool neox = neox::is_model_type(type);
  const Json file = neox ? neox::with_rope_names(given) : given;
  // The other families turn queries and keys, and say how beside the sizes; GPT-2's table needs no word.
  if (!has(file, "position") && type == "gpt2") return Config::from_json(file);
  const Json position = has(file, "position") ? file["position"] : neox ? neox::position_of(type) : Json{{"kind", Rope::kind}};
  if (!position.is_object() || !position.contains("kind") || position["kind"] != Rope::kind) return Config::from_json(file);
  const auto& names = RopeParameters::names();
  const auto inside = std::find_if(names.begin(), names.end(), [&](const auto& name) { return has(position, name); });
  Json merged = file;
  merged["position"] = position;
  for (const auto& name : names) {
    if (!has(file, name)) continue;
    // Pieces of two objects are no setting that anyone has written, and dropping one of them would go unnoticed.
    if (inside != names.end())
      throw Error(ErrorCode::invalid_argument, "two_places", {{"argument", "position." + *inside}, {"other", name}});
    merged["position"][name] = file[name];
  }
  return Config::from_json(merged);
}

}  // namespace whereabouts
