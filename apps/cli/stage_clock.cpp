#include "stage_clock.h"

#include <fmt/format.h>

#include <chrono>
#include <iostream>

#include "command_line.h"

namespace overhand::cli {

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

StageClock::StageClock()
    : began_(steady_seconds()),
      progress_(
          [this](const std::string& stage, std::size_t done, std::size_t total) {
            enter(stage);
            terminal_progress().report(stage, done, total);
          },
          [] { return terminal_progress().cancelled(); }) {}

void StageClock::enter(const std::string& stage) {
  const std::scoped_lock lock(mutex_);
  if (!laps_.empty() && laps_.back().stage == stage) return;
  const double now = steady_seconds();
  if (!laps_.empty()) laps_.back().seconds = now - began_;
  laps_.push_back({stage, 0});
  began_ = now;
}

void StageClock::finish() { enter("writing"); }

void StageClock::print() const {
  double sum = 0;
  for (const Lap& lap : laps_) {
    if (lap.seconds == 0) continue;
    sum += lap.seconds;
    std::cerr << fmt::format("{:8.1f} s  {}\n", lap.seconds, lap.stage);
  }
  std::cerr << fmt::format("{:8.1f} s  in all\n", sum);
}

}  // namespace overhand::cli
