#include "work.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "bindings/words.h"

namespace overhand::python {
namespace {

using bindings::Failure;
using bindings::WrongType;

struct Stand {
  std::string stage;
  std::size_t done = 0;
  std::size_t total = 0;
};

// What the thread that works and the one that waits share.
class Shared {
 public:
  void report(const std::string& stage, std::size_t done, std::size_t total) {
    const std::scoped_lock lock(mutex_);
    latest_ = {stage, done, total};
    is_new_ = true;
  }
  void finish() {
    const std::scoped_lock lock(mutex_);
    is_done_ = true;
    changed_.notify_all();
  }
  // Waits a little; true when the work is done.
  bool wait() {
    constexpr auto while_waiting = std::chrono::milliseconds(50);
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, while_waiting, [this] { return is_done_; });
  }
  std::optional<Stand> news() {
    const std::scoped_lock lock(mutex_);
    if (!std::exchange(is_new_, false)) return std::nullopt;
    return latest_;
  }

  std::atomic<bool> is_cancelled = false;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Stand latest_;
  bool is_new_ = false;
  bool is_done_ = false;
};

// Signals and progress, on the thread that waits, with the GIL; throws what Python raises.
void look_after(Shared& shared, const nb::object& tell) {
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  if (tell.is_none()) return;
  if (const auto stand = shared.news()) tell(stand->stage, stand->done, stand->total);
}

void wait_for(Shared& shared, const nb::object& tell) {
  bool is_done = false;
  while (!is_done) {
    {
      const nb::gil_scoped_release released;
      is_done = shared.wait();
    }
    look_after(shared, tell);
  }
}

}  // namespace

void run(const nb::object& tell, const std::function<void(const Progress&)>& work) {
  Shared shared;
  std::exception_ptr failure;
  const Progress progress([&](const std::string& stage, std::size_t done,
                              std::size_t total) { shared.report(stage, done, total); },
                          [&] { return shared.is_cancelled.load(); });
  std::thread worker([&] {
    try {
      work(progress);
    } catch (...) {
      failure = std::current_exception();
    }
    shared.finish();
  });
  try {
    wait_for(shared, tell);
  } catch (...) {
    shared.is_cancelled = true;
    const nb::gil_scoped_release released;
    worker.join();
    throw;
  }
  {
    const nb::gil_scoped_release released;
    worker.join();
  }
  if (failure) std::rethrow_exception(failure);
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
