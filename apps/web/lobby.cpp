#include "lobby.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <utility>

namespace overhand::web {
namespace {

void turn_away(int socket, const char* status) {
  const std::string answer =
      std::string("HTTP/1.1 ") + status + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  send(socket, answer.data(), answer.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
}

bool has_whole_head(const std::string& received, std::size_t before) {
  constexpr std::string_view end = "\r\n\r\n";
  return received.find(end, before - std::min(before, end.size() - 1)) != std::string::npos;
}

}  // namespace

Lobby::Lobby(Admit admit)
    : admit_(std::move(admit)),
      bell_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      thread_([this] { run(); }) {}

Lobby::~Lobby() {
  {
    const std::scoped_lock lock(mutex_);
    is_closing_ = true;
  }
  wake();
  thread_.join();
  for (const int socket : newcomers_) close(socket);
  for (const Guest& guest : guests_) close(guest.socket);
  close(bell_);
}

void Lobby::wake() const { eventfd_write(bell_, 1); }

void Lobby::enter(int socket) {
  {
    const std::scoped_lock lock(mutex_);
    newcomers_.push_back(socket);
  }
  wake();
}

void Lobby::run() {
  while (true) {
    {
      const std::scoped_lock lock(mutex_);
      if (is_closing_) return;
    }
    take_newcomers();
    watch();
  }
}

void Lobby::take_newcomers() {
  std::vector<int> newcomers;
  {
    const std::scoped_lock lock(mutex_);
    newcomers.swap(newcomers_);
  }
  for (const int socket : newcomers) {
    guests_.push_back({socket, Clock::now() + patience, {}});
    look_after(true, guests_.back());  // most have sent all by now
    if (guests_.size() <= most_guests) continue;
    close(guests_.front().socket);
    guests_.pop_front();
  }
}

// Waits until somebody has sent something, has waited too long, or rings the bell.
void Lobby::watch() {
  std::vector<pollfd> places = {{bell_, POLLIN, 0}};
  for (const Guest& guest : guests_) places.push_back({guest.socket, POLLIN, 0});
  int milliseconds = -1;
  if (!guests_.empty()) {
    const auto left = guests_.front().deadline - Clock::now();
    milliseconds = 1 + static_cast<int>(std::max<std::int64_t>(
                           0, std::chrono::duration_cast<std::chrono::milliseconds>(left).count()));
  }
  poll(places.data(), places.size(), milliseconds);
  eventfd_t rings = 0;
  eventfd_read(bell_, &rings);
  auto place = places.begin() + 1;
  for (auto guest = guests_.begin(); guest != guests_.end();) {
    look_after(place->revents != 0, *guest++);  // which may remove the guest
    ++place;
  }
}

void Lobby::look_after(bool has_sent, Guest& guest) {
  const Next next = next_for(has_sent, guest);
  if (next == Next::wait) return;
  if (next == Next::admit) {
    admit_(guest.socket, std::move(guest.received));
  } else {
    if (next == Next::too_long) turn_away(guest.socket, "431 Request Header Fields Too Large");
    if (next == Next::too_late) turn_away(guest.socket, "408 Request Timeout");
    close(guest.socket);
  }
  guests_.remove_if([&](const Guest& each) { return &each == &guest; });
}

Lobby::Next Lobby::next_for(bool has_sent, Guest& guest) {
  if (has_sent) {
    std::array<char, 1 << 13> part;
    const ssize_t length = recv(guest.socket, part.data(), part.size(), MSG_DONTWAIT);
    const bool is_early = length < 0 && (errno == EAGAIN || errno == EINTR);
    if (length <= 0 && !is_early) return Next::gone;
    const std::size_t before = guest.received.size();
    guest.received.append(part.data(), is_early ? 0 : static_cast<std::size_t>(length));
    if (has_whole_head(guest.received, before)) return Next::admit;
    if (guest.received.size() > longest_head) return Next::too_long;
  }
  return Clock::now() < guest.deadline ? Next::wait : Next::too_late;
}

}  // namespace overhand::web
