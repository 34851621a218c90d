// Result<T>: a value, or the reason why there is none. For failures that the caller's data or
// options can cause; a broken invariant of ours is an assert.
#pragma once

#include <utility>
#include <variant>

#include "overhand/core/error.h"

namespace overhand {

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state_); }
  const T& operator*() const& { return std::get<T>(state_); }
  T& operator*() & { return std::get<T>(state_); }
  T&& operator*() && { return std::get<T>(std::move(state_)); }
  const T* operator->() const { return &std::get<T>(state_); }
  T* operator->() { return &std::get<T>(state_); }
  const Error& error() const { return std::get<Error>(state_); }

 private:
  std::variant<T, Error> state_;
};

// The result of what has no value to give: done, or the reason why not.
struct Done {};
using Status = Result<Done>;

}  // namespace overhand
