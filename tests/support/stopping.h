// A progress that is cancelled at its n-th question, for tests of stopping without a clock.
#pragma once

#include <atomic>

#include "overhand/core/progress.h"

namespace overhand::testing {

class StopsAt {
 public:
  explicit StopsAt(int question) : question_(question) {}

  const Progress& progress() const { return progress_; }
  int questions() const { return asked_; }

 private:
  int question_;
  std::atomic<int> asked_ = 0;
  Progress progress_{nullptr, [this] { return ++asked_ >= question_; }};
};

}  // namespace overhand::testing
