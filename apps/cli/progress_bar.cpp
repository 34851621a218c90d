#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <mutex>

#include "command_line.h"
#include "signals.h"

namespace overhand::cli {
namespace {

using Clock = std::chrono::steady_clock;

// One line on stderr, drawn over and over: stage, bar, share, time left.
class Bar {
 public:
  void draw(const std::string& stage, std::size_t done, std::size_t total) {
    const std::scoped_lock lock(mutex_);
    const auto now = Clock::now();
    if (stage != stage_) {
      stage_ = stage;
      began_ = now;
    }
    constexpr auto quiet = std::chrono::milliseconds(300);  // short work shows nothing
    constexpr auto pause = std::chrono::milliseconds(100);
    if (now - began_ < quiet || now - drawn_ < pause || total == 0) return;
    drawn_ = now;
    const double share = static_cast<double>(done) / static_cast<double>(total);
    std::cerr << line(share, std::chrono::duration<double>(now - began_).count()) << std::flush;
    is_drawn_ = true;
  }

  void erase() {
    const std::scoped_lock lock(mutex_);
    if (is_drawn_) std::cerr << "\r\033[K" << std::flush;
    is_drawn_ = false;
  }

 private:
  std::string line(double share, double seconds) const {
    constexpr int width = 30;
    const int filled = static_cast<int>(share * width);
    const std::string left =
        share > 0 ? fmt::format(", {:.0f} s left", seconds * (1 - share) / share) : "";
    return fmt::format("\r\033[K{} [{:#<{}}{:.<{}}] {:3.0f} %{}", stage_, "", filled, "",
                       width - filled, share * 100, left);
  }

  std::mutex mutex_;
  std::string stage_;
  Clock::time_point began_;
  Clock::time_point drawn_;
  bool is_drawn_ = false;
};

Bar& bar() {
  static Bar the_bar;
  return the_bar;
}

}  // namespace

const Progress& terminal_progress() {
  static const bool is_terminal = isatty(STDERR_FILENO) == 1;
  static const Progress progress(
      is_terminal ? Progress::Report([](const std::string& stage, std::size_t done,
                                        std::size_t total) { bar().draw(stage, done, total); })
                  : Progress::Report(),
      [] { return caught_signal() != 0; });
  return progress;
}

void finish_progress_bar() { bar().erase(); }

}  // namespace overhand::cli
