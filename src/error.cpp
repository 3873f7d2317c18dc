#include "error.hpp"

#include <cmath>
#include <cstdio>

namespace whereabouts {
namespace {

std::string shown(const Error::Value& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.17g", std::get<double>(value));
  return buffer;
}

}  // namespace

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument: return "invalid_argument";
    case ErrorCode::out_of_range: return "out_of_range";
    case ErrorCode::malformed_file: return "malformed_file";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::out_of_memory: return "out_of_memory";
    case ErrorCode::aborted: return "aborted";
    case ErrorCode::disposed: return "disposed";
  }
  return "invalid_argument";
}

Error::Error(ErrorCode code, std::string key, Fields fields)
    : code_(code), key_(std::move(key)), fields_(std::move(fields)), text_(key_) {
  const char* separator = " (";
  for (const auto& [name, value] : fields_) {
    text_ += separator + name + " = " + shown(value);
    separator = ", ";
  }
  if (!fields_.empty()) text_ += ")";
}

void require_finite(std::string_view argument, double got) {
  if (!std::isfinite(got))
    throw Error(ErrorCode::invalid_argument, "not_finite", {{"argument", std::string(argument)}, {"got", got}});
}

void require_whole(std::string_view argument, double got, double minimum, double maximum) {
  require_finite(argument, got);
  if (got != std::floor(got))
    throw Error(ErrorCode::invalid_argument, "not_whole", {{"argument", std::string(argument)}, {"got", got}});
  require_range(argument, got, minimum, maximum);
}

void require_range(std::string_view argument, double got, double minimum, double maximum) {
  require_finite(argument, got);
  if (got < minimum || got > maximum)
    throw Error(ErrorCode::out_of_range, "out_of_range",
                {{"argument", std::string(argument)}, {"got", got}, {"minimum", minimum}, {"maximum", maximum}});
}

void require_length(std::string_view argument, std::size_t got, std::size_t expected) {
  if (got != expected)
    throw Error(ErrorCode::invalid_argument, "wrong_length",
                {{"argument", std::string(argument)}, {"got", double(got)}, {"expected", double(expected)}});
}

void fail_choice(std::string_view argument, std::string_view got, const std::vector<std::string>& choices) {
  std::string list;
  for (const auto& choice : choices) list += (list.empty() ? "" : ", ") + choice;
  throw Error(ErrorCode::invalid_argument, "unknown_choice",
              {{"argument", std::string(argument)}, {"got", std::string(got)}, {"choices", list}});
}

void fail_type(std::string_view argument, std::string_view got, std::string_view expected) {
  throw Error(ErrorCode::invalid_argument, "wrong_type",
              {{"argument", std::string(argument)}, {"got", std::string(got)}, {"expected", std::string(expected)}});
}

}  // namespace whereabouts
