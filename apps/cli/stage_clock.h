// StageClock: how long each stage of a long command took.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "overhand/core/progress.h"

namespace overhand::cli {

// Seconds since some fixed moment.
double steady_seconds();

// Processor time of the calling thread.
double thread_seconds();

class StageClock {
 public:
  StageClock();
  StageClock(const StageClock&) = delete;  // its progress refers to it

  // Shows the stages on the terminal and takes their times.
  const Progress& progress() const { return progress_; }
  void finish();       // ends the last stage
  void print() const;  // to stderr: stages of a second or more, their parts ("Census"), the sum

 private:
  struct Lap {
    std::string stage;
    double seconds;
  };

  void enter(const std::string& stage);

  std::mutex mutex_;
  std::vector<Lap> laps_;
  double began_;
  Progress progress_;
};

}  // namespace overhand::cli
