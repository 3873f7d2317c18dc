// What an exercise is made of: functions, nearly all of them plain ones. std::function would give each a class of its
// own with a name, a copy and a destructor, half of what an exercise weighs in a page; here a plain function is its
// address.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace whereabouts::exercises {

template <class Signature>
class Function;

template <class Result, class... Arguments>
class Function<Result(Arguments...)> {
  using Plain = Result (*)(Arguments...);

 public:
  Function() = default;

  template <class Call>
  requires std::convertible_to<Call, Plain> Function(Call call) : plain_(call) {}

  /// What captures something is kept, and shared by copies.
  template <class Call>
  requires(!std::convertible_to<Call, Plain> && !std::same_as<Call, Function> &&
           std::is_invocable_r_v<Result, Call, Arguments...>) Function(Call call)
      : held_(std::make_shared<Call>(std::move(call))), call_held_([](void* held, Arguments... arguments) -> Result {
          return (*static_cast<Call*>(held))(std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return plain_ ? plain_(std::forward<Arguments>(arguments)...)
                  : call_held_(held_.get(), std::forward<Arguments>(arguments)...);
  }

 private:
  Plain plain_ = nullptr;
  std::shared_ptr<void> held_;
  Result (*call_held_)(void*, Arguments...) = nullptr;
};

}  // namespace whereabouts::exercises
