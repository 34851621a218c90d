#include "work.h"

#include <exception>
#include <optional>

#include "bindings/aside.h"
#include "bindings/words.h"

namespace overhand::python {
namespace {

using bindings::Aside;
using bindings::Failure;
using bindings::WrongType;

// Signals and progress, on the thread that waits, with the GIL; throws what Python raises.
void look_after(Aside& aside, const nb::object& tell) {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (tell.is_none()) return;
  if (const auto stand = aside.news()) tell(stand->stage, stand->done, stand->total);
}

void wait_for(Aside& aside, const nb::object& tell) {
  bool is_done = false;
  while (!is_done) {
    {
      const nb::gil_scoped_release released;
      is_done = aside.wait();
    }
    look_after(aside, tell);
  }
}

}  // namespace

void run(const nb::object& tell, const std::function<void(const Progress&)>& work) {
  std::optional<Aside> aside(std::in_place, work);
  try {
    wait_for(*aside, tell);
  } catch (...) {
    const nb::gil_scoped_release released;
    aside.reset();
    throw;
  }
  aside->end();
}

void translate_failures(nb::module_& module) {
  static PyObject* refused = nullptr;
  refused = PyErr_NewExceptionWithDoc(
      "overhand.Refused", "What was asked for would give away too much, or cannot be released.",
      PyExc_ValueError, nullptr);
  module.attr("Refused") = nb::borrow(refused);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const WrongType& error) {
      PyErr_SetString(PyExc_TypeError, error.what());
    } catch (const Failure& failure) {
      const std::string words = words_of(failure.error, bindings::Language::python);
      switch (failure.error.kind) {
        case ErrorKind::refused:
          return PyErr_SetString(refused, words.c_str());
        case ErrorKind::io:
          return PyErr_SetString(PyExc_OSError, words.c_str());
        case ErrorKind::cancelled:
          return PyErr_SetString(PyExc_KeyboardInterrupt, words.c_str());
        default:
          return PyErr_SetString(PyExc_ValueError, words.c_str());
      }
    }
  });
}

}  // namespace overhand::python
