// Long work that R waits for: an interrupt stops it, and how far it is goes to a function of R's.
#pragma once

#include <cpp11.hpp>
#include <optional>

#include "bindings/aside.h"
#include "bindings/words.h"

namespace overhand::r {

// From the thread that waits. R's own jumps become exceptions.
inline void call(SEXP function, const bindings::Stand& stand) {
  const cpp11::function tell(function);
  tell(stand.stage, static_cast<double>(stand.done), static_cast<double>(stand.total));
}

// Runs work(progress) on a thread of its own, which must not touch R; `meanwhile` is called on R's
// own thread again and again.
void wait_for(const std::function<void(const Progress&)>& work,
              const std::function<void(bindings::Aside&)>& meanwhile);

// The same, and tells how far it is.
void run(SEXP tell, const std::function<void(const Progress&)>& work);

template <class Task>
auto result_of(SEXP tell, const Task& task) {
  std::optional<decltype(task(std::declval<const Progress&>()))> result;
  run(tell, [&](const Progress& progress) { result.emplace(task(progress)); });
  return *std::move(result);
}

// What is thrown as a value that the package makes a condition of: its words and its kind.
SEXP failure(const std::string& words, const char* kind);
SEXP failure(const bindings::Failure& failure);

template <class Task>
SEXP guarded(const Task& task) {
  try {
    return task();
  } catch (const bindings::WrongType& error) {
    return failure(error.what(), "type");
  } catch (const bindings::Failure& error) {
    return failure(error);
  }
}

}  // namespace overhand::r
