// What the tests of file formats share: files of tests/golden as the bytes that a reader gets.
#pragma once

#include <cstddef>
#include <cstring>
#include <string>
#include <vector>

#include "golden.hpp"

namespace whereabouts::test {

using Bytes = std::vector<std::byte>;

inline Bytes file(const std::string& name) {
  const auto bytes = read_bytes(golden_path(name));
  Bytes result(bytes.size());
  if (!bytes.empty()) std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

}  // namespace whereabouts::test
