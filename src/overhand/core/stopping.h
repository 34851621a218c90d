// Stopping of deep work. Measures are plain functions of tables, without a Progress in their
// signatures. Who calls them says what they watch (stoppable); the loops that they are made of ask
// it (stop_if_cancelled) and leave by an exception, which ends where the watch began.
#pragma once

#include <exception>
#include <utility>

#include "overhand/core/progress.h"

namespace overhand {

struct Stopped : std::exception {};  // caught by stoppable() alone

// What the work of this thread watches while the scope lasts; null: nothing. Loops that spread work
// over threads hand it on.
class StopScope {
 public:
  explicit StopScope(const Progress* progress) : before_(std::exchange(current, progress)) {}
  ~StopScope() { current = before_; }
  StopScope(const StopScope&) = delete;
  StopScope& operator=(const StopScope&) = delete;

  static const Progress* watched() { return current; }

 private:
  static inline thread_local const Progress* current = nullptr;
  const Progress* before_;
};

inline void stop_if_cancelled() {
  const Progress* watched = StopScope::watched();
  if (watched != nullptr && watched->cancelled()) throw Stopped();
}

// The Result that work() gives, or cancelled_error() when `progress` is cancelled in its midst.
template <class Work>
auto stoppable(const Progress& progress, const Work& work) -> decltype(work()) {
  try {
    const StopScope scope(&progress);
    stop_if_cancelled();
    return work();
  } catch (const Stopped&) {
    return cancelled_error();
  }
}

}  // namespace overhand
