// The one kind of error the core throws. It carries a code and a message KEY with its values, never a
// sentence: the sentences stand in the message catalogue (web/messages/<lang>.json, "error.<key>").
#pragma once

#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace whereabouts {

enum class ErrorCode { invalid_argument, out_of_range, malformed_file, unsupported, out_of_memory, aborted, disposed };

std::string_view to_string(ErrorCode code);

class Error : public std::exception {
 public:
  using Value = std::variant<double, std::string>;
  using Fields = std::vector<std::pair<std::string, Value>>;

  Error(ErrorCode code, std::string key, Fields fields = {});

  ErrorCode code() const noexcept { return code_; }
  const std::string& key() const noexcept { return key_; }
  const Fields& fields() const noexcept { return fields_; }
  /// "key (name = value, ...)": for logs and tests; people read the catalogue's sentence.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  ErrorCode code_;
  std::string key_;
  Fields fields_;
  std::string text_;
};

// The errors that occur everywhere. `argument` is the name the caller used, e.g. "rope_scaling.factor".

/// "not_finite": NaN or infinite where a finite number is needed.
void require_finite(std::string_view argument, double got);
/// "not_whole" (a fraction) or "out_of_range" (outside [minimum, maximum]).
void require_whole(std::string_view argument, double got, double minimum, double maximum);
/// "not_finite" or "out_of_range"; bounds are inclusive.
void require_range(std::string_view argument, double got, double minimum, double maximum);
/// "wrong_length".
void require_length(std::string_view argument, std::size_t got, std::size_t expected);
/// "unknown_choice": always throws; `choices` are listed in the message.
[[noreturn]] void fail_choice(std::string_view argument, std::string_view got, const std::vector<std::string>& choices);
/// "wrong_type": always throws; `expected` and `got` are type names ("number", "string", "array", "object", "boolean").
[[noreturn]] void fail_type(std::string_view argument, std::string_view got, std::string_view expected);

}  // namespace whereabouts
