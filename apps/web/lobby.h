// Lobby: where connections wait until the head of their request has arrived.
//
// Who has no token can still connect. One thread watches all who wait, so a stranger who sends
// nothing, or headers without end, takes a little memory for a little time and never a thread that
// the owner of the page needs.
#pragma once

#include <chrono>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace overhand::web {

class Lobby {
 public:
  static constexpr std::size_t most_guests = 256;  // beyond: the one who waits longest goes
  static constexpr std::size_t longest_head = std::size_t{64} << 10;
  static constexpr std::chrono::seconds patience{10};

  // Gets a connection with what it sent: the whole head and perhaps the beginning of a body.
  using Admit = std::function<void(int socket, std::string received)>;

  explicit Lobby(Admit admit);
  ~Lobby();  // closes what still waits
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;

  void enter(int socket);

 private:
  using Clock = std::chrono::steady_clock;
  struct Guest {
    int socket;
    Clock::time_point deadline;
    std::string received;
  };
  enum class Next { wait, admit, gone, too_long, too_late };

  void run();
  void take_newcomers();
  void watch();
  void look_after(bool has_sent, Guest& guest);
  static Next next_for(bool has_sent, Guest& guest);
  void wake() const;

  Admit admit_;
  int bell_;  // an eventfd: somebody came, or it is time to close
  std::mutex mutex_;
  std::vector<int> newcomers_;
  bool is_closing_ = false;
  std::list<Guest> guests_;  // in order of arrival; the thread's own
  std::thread thread_;
};

}  // namespace overhand::web
