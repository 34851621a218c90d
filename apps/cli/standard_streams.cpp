#include "standard_streams.h"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <iostream>

namespace overhand::cli {
namespace {

// open() takes the lowest descriptor that is free. Opened the wrong way round, so that using it
// fails as using a closed one does; who closes standard error wants silence.
void fill_if_closed(int descriptor, int flags) {
  if (fcntl(descriptor, F_GETFD) == -1) open("/dev/null", flags);
}

// What kept an earlier flush from its end keeps a byte more from it too.
int reason_of_an_earlier_failure() { return write(STDOUT_FILENO, "\n", 1) == 1 ? EIO : errno; }

bool is_reader_gone() {
  pollfd output{.fd = STDOUT_FILENO, .events = POLLOUT, .revents = 0};
  return poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

void guard_standard_streams() {
  fill_if_closed(STDIN_FILENO, O_WRONLY);
  fill_if_closed(STDOUT_FILENO, O_RDONLY);
  fill_if_closed(STDERR_FILENO, O_WRONLY);
  // All at the end: a reader who leaves after the first lines (head) does not keep files from being
  // written.
  constexpr std::size_t buffer = std::size_t{1} << 20;
  if (isatty(STDOUT_FILENO) == 0) std::setvbuf(stdout, nullptr, _IOFBF, buffer);
}

Delivery deliver_standard_output() {
  errno = 0;
  std::cout.flush();
  const bool is_flushed = std::fflush(stdout) == 0;
  if (is_flushed && std::ferror(stdout) == 0 && std::cout.good()) return Delivery::done;
  const int reason = errno != 0 ? errno : reason_of_an_earlier_failure();
  if (is_reader_gone()) return Delivery::reader_gone;
  errno = reason;
  return Delivery::failed;
}

}  // namespace overhand::cli
