// Guard: who may ask the server for anything, and what every answer says about itself.
//
// Any page that the person visits can send requests to 127.0.0.1. So a request must carry the token
// that only the printed address has, name this server as its host (a foreign name that resolves to
// 127.0.0.1 does not) and, if it tells its origin, come from this server's own page.
#pragma once

#include <httplib.h>

#include <string>

#include "overhand/core/result.h"

namespace overhand::web {

constexpr const char* loopback = "127.0.0.1";

// 32 random bytes in hexadecimal digits.
Result<std::string> fresh_token();

class Guard {
 public:
  Guard(std::string token, int port) : token_(std::move(token)), port_(port) {}

  const std::string& token() const { return token_; }
  std::string address() const;  // http://127.0.0.1:PORT/TOKEN/

  // Why the request is refused; empty when it is not.
  std::string refusal(const httplib::Request& request) const;

 private:
  bool is_own_host(const std::string& host) const;
  bool has_token(const std::string& path) const;

  std::string token_;
  int port_;
};

// Strict for every answer: nothing is kept, framed, sniffed or told to others, and scripts run only
// with the nonce.
void set_security_headers(httplib::Response& response, const std::string& nonce);

}  // namespace overhand::web
