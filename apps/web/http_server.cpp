#include "http_server.h"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace overhand::web {
namespace {

constexpr std::size_t worker_count = 32;  // each page that follows a job takes one
constexpr int backlog = 256;

// A connection whose first bytes were read in the lobby.
class Connection : public httplib::Stream {
 public:
  Connection(socket_t socket, const std::string& received, int patience)
      : socket_(socket), received_(received), patience_(patience) {}

  bool is_readable() const override { return !received_.empty() || is_ready(POLLIN); }

  bool is_writable() const override {
    char byte = 0;
    const ssize_t heard = recv(socket_, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    const bool has_hung_up = heard == 0 || (heard < 0 && errno != EAGAIN && errno != EINTR);
    return !has_hung_up && is_ready(POLLOUT);
  }

  ssize_t read(char* place, std::size_t size) override {
    if (received_.empty()) return is_ready(POLLIN) ? recv(socket_, place, size, 0) : -1;
    const std::size_t length = received_.copy(place, size);
    received_.remove_prefix(length);
    return static_cast<ssize_t>(length);
  }

  ssize_t write(const char* data, std::size_t size) override {
    return is_ready(POLLOUT) ? send(socket_, data, size, MSG_NOSIGNAL) : -1;
  }

  void get_remote_ip_and_port(std::string&, int&) const override {}  // always this machine
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

 private:
  bool is_ready(short event) const {
    pollfd place{socket_, event, 0};
    return poll(&place, 1, patience_) > 0;
  }

  socket_t socket_;
  std::string_view received_;
  int patience_;  // milliseconds
};

// Does what it is given at once, in the thread that accepts: a newcomer is led to the lobby.
class AtOnce : public httplib::TaskQueue {
 public:
  explicit AtOnce(std::function<void()> at_end) : at_end_(std::move(at_end)) {}
  void enqueue(std::function<void()> task) override { task(); }
  void shutdown() override { at_end_(); }

 private:
  std::function<void()> at_end_;
};

}  // namespace

HttpServer::HttpServer() {
  new_task_queue = [this] {
    open_doors();
    return new AtOnce([this] { close_doors(); });
  };
}

void HttpServer::run() {
  ::listen(svr_sock_, backlog);  // httplib's is 5: a crowd would wait for seconds
  listen_after_bind();
}

bool HttpServer::process_and_close_socket(socket_t socket) {
  lobby_->enter(socket);
  return true;
}

void HttpServer::open_doors() {
  workers_ = std::make_unique<httplib::ThreadPool>(worker_count);
  lobby_ = std::make_unique<Lobby>([this](socket_t socket, std::string received) {
    workers_->enqueue([this, socket, text = std::move(received)] { serve(socket, text); });
  });
}

void HttpServer::close_doors() {
  lobby_.reset();
  {
    const std::scoped_lock lock(mutex_);
    for (const socket_t socket : served_) shutdown(socket, SHUT_RDWR);  // nobody is waited for
  }
  workers_->shutdown();
}

void HttpServer::serve(socket_t socket, const std::string& received) {
  {
    const std::scoped_lock lock(mutex_);
    served_.insert(socket);
  }
  Connection connection(socket, received, static_cast<int>(read_timeout_sec_) * 1000);
  bool is_closed = false;
  process_request(connection, true, is_closed, nullptr);
  const std::scoped_lock lock(mutex_);
  served_.erase(socket);
  shutdown(socket, SHUT_RDWR);
  close(socket);
}

}  // namespace overhand::web
