#include "stage_clock.h"

#include <fmt/format.h>

#include <chrono>
#include <ctime>
#include <iostream>

#include "command_line.h"

namespace overhand::cli {
namespace {

void print_line(const std::string& what, double seconds) {
  std::cerr << fmt::format("{:8.1f} s  {}\n", seconds, what);
}

}  // namespace

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
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
  constexpr double worth_a_line = 1;
  std::vector<Lap> parts;
  double sum = 0;
  for (const Lap& lap : laps_) {
    const std::string part = lap.stage.substr(0, lap.stage.find(','));
    if (parts.empty() || parts.back().stage != part) parts.push_back({part, 0});
    parts.back().seconds += lap.seconds;
    sum += lap.seconds;
    if (lap.seconds >= worth_a_line) print_line(lap.stage, lap.seconds);
  }
  for (const Lap& part : parts) {
    if (part.seconds > 0) print_line("all of " + part.stage, part.seconds);
  }
  print_line("in all", sum);
}

}  // namespace overhand::cli
