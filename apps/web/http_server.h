// HttpServer: cpp-httplib's server behind a lobby. A connection gets a worker once the head of its
// request is there, and not before.
#pragma once

#include <httplib.h>

#include <memory>
#include <mutex>
#include <set>

#include "lobby.h"

namespace overhand::web {

class HttpServer : public httplib::Server {
 public:
  HttpServer();

  // Listens on the port that was bound, until stop().
  void run();

 private:
  bool process_and_close_socket(socket_t socket) override;  // what httplib does with a newcomer
  void open_doors();
  void close_doors();
  void serve(socket_t socket, const std::string& received);

  std::unique_ptr<httplib::ThreadPool> workers_;
  std::unique_ptr<Lobby> lobby_;
  std::mutex mutex_;
  std::set<socket_t> served_;
};

}  // namespace overhand::web
