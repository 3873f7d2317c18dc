// Any JSON at all: an Error, or a config that reads back the same.
#include <cstdlib>

#include "error.hpp"
#include "formats/config_json.hpp"

using namespace whereabouts;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Json json = Json::parse(data, data + size, nullptr, false);
  if (json.is_discarded()) return 0;
  try {
    const Json read = read_config_json(json).to_json();
    if (Config::from_json(read).to_json() != read) std::abort();
  } catch (const Error&) {
  }
  return 0;
}
