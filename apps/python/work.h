// Long work that Python waits for: the GIL is free meanwhile, Ctrl-C stops it, and how far it is
// goes to a function of Python's on the thread that waits.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <functional>

#include "overhand/core/progress.h"

namespace overhand::python {

namespace nb = nanobind;

// Runs work(progress) on a thread of its own. Its exceptions come through; a signal handler's (as
// KeyboardInterrupt) and those of `tell` win over them. `tell` is None or tell(stage, done, total).
void run(const nb::object& tell, const std::function<void(const Progress&)>& work);

template <class Task>
auto result_of(const nb::object& tell, const Task& task) {
  std::optional<decltype(task(std::declval<const Progress&>()))> result;
  run(tell, [&](const Progress& progress) { result.emplace(task(progress)); });
  return *std::move(result);
}

// Errors of the library as ValueError, TypeError, OSError or overhand.Refused.
void translate_failures(nb::module_& module);

}  // namespace overhand::python
