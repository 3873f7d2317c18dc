#include "bindings/session.hpp"

#include "bindings/session_methods.hpp"
#include "error.hpp"

namespace whereabouts {
namespace {

const Method* find(std::string_view name) {
  for (const auto methods : {encoding_methods(), model_methods(), file_methods(), job_methods(), exercise_methods()})
    for (const Method& method : methods)
      if (method.name == name) return &method;
  return nullptr;
}

}  // namespace

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
