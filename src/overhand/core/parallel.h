// Loops over all threads. What a loop watches is handed on to its threads: it can be stopped
// between two indices.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <cstddef>

#include "overhand/core/stopping.h"

namespace overhand {

// The same work, on whatever thread, watches what this thread watches now.
template <class Work>
auto watched(const Work& work) {
  return [&work, progress = StopScope::watched()](const auto&... arguments) {
    const StopScope scope(progress);
    stop_if_cancelled();
    work(arguments...);
  };
}

// Where the work around it is being stopped, a loop ends early and in silence: whoever started one
// asks this before he takes it for done.
inline void stop_if_cut_short() {
  if (tbb::is_current_task_group_canceling()) throw Stopped();
}

// work(0) to work(count - 1), in any order. Isolated: a thread that waits here takes up no other
// caller's work meanwhile.
template <class Work>
void parallel_for_each_index(std::size_t count, const Work& work) {
  const auto watched_work = watched(work);
  if (count == 1) return watched_work(std::size_t{0});
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, watched_work); });
  stop_if_cut_short();
}

}  // namespace overhand
