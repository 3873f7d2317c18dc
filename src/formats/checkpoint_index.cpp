#include "formats/checkpoint_index.hpp"

#include <algorithm>
#include <set>

#include "error.hpp"

namespace whereabouts {
namespace {

[[noreturn]] void fail(const char* key, Error::Fields fields) {
  throw Error(ErrorCode::malformed_file, key, std::move(fields));
}

[[noreturn]] void fail_field(const std::string& field, const Json& got) {
  fail("index_field", {{"field", field}, {"got", got.dump(-1, ' ', true).substr(0, 80)}});
}

}  // namespace

CheckpointIndex read_checkpoint_index(const Json& json) {
  const Json map = json.is_object() && json.contains("weight_map") ? json["weight_map"] : Json();
  if (!map.is_object() || map.empty()) fail_field("weight_map", map);
  std::set<std::string> names;
  for (const auto& [tensor, file] : map.items()) {
    if (!file.is_string()) fail_field(tensor, file);
    const auto& name = file.get_ref<const std::string&>();
    if (name.empty() || name.find_first_of("/\\") != name.npos || name == "..")
      fail("index_file_name", {{"got", name}});
    names.insert(name);
  }
  CheckpointIndex index;
  index.files.assign(names.begin(), names.end());
  for (const auto& [tensor, file] : map.items())
    index.file_of[tensor] = std::size_t(std::distance(names.begin(), names.find(file.get_ref<const std::string&>())));
  return index;
}

std::vector<std::size_t> shards_among(const CheckpointIndex& index, std::span<const std::string> given) {
  std::vector<std::size_t> places;
  for (const std::string& name : index.files) {
    const auto found = std::find(given.begin(), given.end(), name);
    if (found == given.end()) {
      std::string list;
      for (const auto& other : given) list += (list.empty() ? "" : ", ") + other;
      fail("missing_shard", {{"file", name}, {"choices", list}});
    }
    places.push_back(std::size_t(found - given.begin()));
  }
  return places;
}

void require_index(const CheckpointIndex& index, std::span<const SafetensorsHeader> headers) {
  for (const auto& [tensor, file] : index.file_of)
    if (!headers[file].find(tensor)) fail("shard_without_tensor", {{"tensor", tensor}, {"file", index.files[file]}});
}

}  // namespace whereabouts
