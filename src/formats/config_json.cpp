#include "formats/config_json.hpp"

#include <algorithm>
#include <string>

#include "encodings/rope.hpp"

namespace whereabouts {
namespace {

bool has(const Json& object, const std::string& name) { return object.contains(name) && !object[name].is_null(); }

}  // namespace

Config read_config_json(const Json& file) {
  if (!file.is_object() || !has(file, "position")) return Config::from_json(file);
  const Json& position = file["position"];
  if (!position.is_object() || !position.contains("kind") || position["kind"] != Rope::kind) return Config::from_json(file);
  const auto& names = RopeParameters::names();
  // One object with all of them must not be overruled by pieces of another.
  if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return has(position, name); }))
    return Config::from_json(file);
  Json merged = file;
  for (const auto& name : names)
    if (has(file, name)) merged["position"][name] = file[name];
  return Config::from_json(merged);
}

}  // namespace whereabouts
