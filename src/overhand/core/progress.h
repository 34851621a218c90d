// Progress: how long work tells a person how far it is, and learns that it should stop.
// The core only reports and polls; who draws a bar or catches Ctrl-C is up to the face.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "overhand/core/result.h"

namespace overhand {

class Progress {
 public:
  // Called from any thread, possibly from several at once.
  using Report = std::function<void(const std::string& stage, std::size_t done, std::size_t total)>;
  using Cancelled = std::function<bool()>;

  Progress() = default;
  Progress(Report report, Cancelled cancelled)
      : report_(std::move(report)), cancelled_(std::move(cancelled)) {}

  void report(const std::string& stage, std::size_t done, std::size_t total) const {
    if (report_) report_(stage, done, total);
  }
  bool cancelled() const { return cancelled_ && cancelled_(); }

 private:
  Report report_;
  Cancelled cancelled_;
};

// Counts the finished parts of one stage of the work, from any thread.
class Stage {
 public:
  Stage(const Progress& progress, std::string name, std::size_t total)
      : progress_(progress), name_(std::move(name)), total_(total) {
    progress_.report(name_, 0, total_);
  }
  void finish_part() { progress_.report(name_, ++done_, total_); }
  bool cancelled() const { return progress_.cancelled(); }

 private:
  const Progress& progress_;
  std::string name_;
  std::size_t total_;
  std::atomic<std::size_t> done_ = 0;
};

inline Error cancelled_error() { return {ErrorKind::cancelled, "Stopped before the end."}; }

}  // namespace overhand
