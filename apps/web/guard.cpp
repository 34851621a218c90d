#include "guard.h"

#include <fmt/format.h>
#include <sodium.h>

#include "overhand/random/key.h"

namespace overhand::web {

Result<std::string> fresh_token() {
  const auto key = random::fresh_key();
  if (!key) {
    return Error{ErrorKind::io, "The operating system gave no random bytes for the address."};
  }
  std::string hex;
  for (const std::uint8_t byte : key->bytes()) hex += fmt::format("{:02x}", byte);
  return hex;
}

std::string Guard::address() const {
  return fmt::format("http://{}:{}/{}/", loopback, port_, token_);
}

bool Guard::is_own_host(const std::string& host) const {
  return host == fmt::format("{}:{}", loopback, port_) ||
         host == fmt::format("localhost:{}", port_);
}

bool Guard::has_token(const std::string& path) const {
  return path.size() > token_.size() + 1 && path[token_.size() + 1] == '/' &&
         sodium_memcmp(path.data() + 1, token_.data(), token_.size()) == 0;
}

std::string Guard::refusal(const httplib::Request& request) const {
  if (request.get_header_value_count("Host") != 1 ||
      !is_own_host(request.get_header_value("Host"))) {
    return "This server answers only to its own address on this machine.";
  }
  const std::string origin = request.get_header_value("Origin");
  constexpr std::string_view scheme = "http://";
  if (request.get_header_value_count("Origin") > 1)
    return "This server answers only to its own page.";
  if (request.has_header("Origin") &&
      !(origin.starts_with(scheme) && is_own_host(origin.substr(scheme.size())))) {
    return "This server answers only to its own page.";
  }
  // Many ranges of one answer are many copies of it.
  if (request.ranges.size() > 1) return "Ask for one range at a time.";
  if (!has_token(request.path)) return "The address lacks the secret that overhand serve printed.";
  return "";
}

void set_security_headers(httplib::Response& response, const std::string& nonce) {
  response.set_header(
      "Content-Security-Policy",
      fmt::format("default-src 'none'; script-src 'nonce-{0}'; style-src 'nonce-{0}'; "
                  "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                  "frame-ancestors 'none'",
                  nonce));
  response.set_header("X-Content-Type-Options", "nosniff");
  response.set_header("X-Frame-Options", "DENY");
  response.set_header("Referrer-Policy", "no-referrer");
  response.set_header("Cache-Control", "no-store");
  response.set_header("Cross-Origin-Opener-Policy", "same-origin");
  response.set_header("Cross-Origin-Resource-Policy", "same-origin");
  response.set_header("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
}

}  // namespace overhand::web
