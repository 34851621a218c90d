#include "signals.h"

#include <atomic>
#include <csignal>

namespace overhand::cli {
namespace {

std::atomic<int> first_signal = 0;
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int signal) {
  int none = 0;
  first_signal.compare_exchange_strong(none, signal);
}

bool is_ignored(int signal) {
  struct sigaction action{};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void ask_to_stop_on(int signal) {
  struct sigaction action{};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGQUIT}) ask_to_stop_on(signal);
  if (!is_ignored(SIGHUP)) ask_to_stop_on(SIGHUP);  // nohup has it ignored
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe and a file too large are errors of write()
  std::signal(SIGXFSZ, SIG_IGN);
}

int caught_signal() { return first_signal; }

}  // namespace overhand::cli
