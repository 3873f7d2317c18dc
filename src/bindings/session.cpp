#include "bindings/session.hpp"

#include "bindings/session_methods.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

const Method* find(std::string_view name) {
  for (const auto methods :
       {encoding_methods(), model_methods(), training_methods(), task_methods(), file_methods(), job_methods(),
        exercise_methods(), tokenizer_methods(), checkpoint_methods()})
    for (const Method& method : methods)
      if (method.name == name) return &method;
  return nullptr;
}

}  // namespace

Handle handle_of(Options& arguments, std::string_view name) {
  return static_cast<Handle>(arguments.whole(name, std::nullopt, 0, double(UINT32_MAX)));
}

std::string text_of(Options& arguments, std::string_view name) {
  const Json& text = arguments.raw(name);
  if (text.is_null()) arguments.fail_missing(name);
  if (!text.is_string()) fail_type(arguments.path_of(name), type_name(text), "string");
  return text.get<std::string>();
}

Session::Session() : state_(std::make_unique<SessionState>()) {}
Session::~Session() = default;

Json Session::call(std::string_view name, const Json& arguments) {
  const Method* method = find(name);
  if (!method) throw Error(ErrorCode::unsupported, "no_such_method", {{"method", std::string(name)}});
  Options options(arguments);
  Json result = method->run(*state_, options);
  options.refuse_others();
  return result;
}

std::size_t Session::live_handles() const { return state_->live_handles(); }

}  // namespace whereabouts
