#include "server.h"

#include <fmt/format.h>
#include <httplib.h>

#include <charconv>
#include <chrono>
#include <thread>

#include "columns.h"
#include "downloads.h"
#include "guard.h"
#include "http_server.h"
#include "jobs.h"
#include "overhand/io/format.h"
#include "overhand/report/catalogue_json.h"
#include "overhand/report/html.h"
#include "refused.h"
#include "release_action.h"
#include "session.h"
#include "upload.h"

namespace overhand::web {
namespace {

using httplib::ContentReader;
using httplib::Request;
using httplib::Response;

constexpr std::size_t max_request_bytes = std::size_t{16} << 20;  // lists of very many columns

void answer(Response& response, const Json& json, int status = 200) {
  response.status = status;
  response.set_content(json.dump(-1, ' ', false, Json::error_handler_t::replace),
                       "application/json");
}

void answer_error(Response& response, int status, const std::string& sentence,
                  const Json& more = Json::object()) {
  Json body = {{"error", sentence}};
  body.update(more);
  answer(response, body, status);
}

// Copying and writing JSON is recursive: what is nested without end would overflow the stack.
bool is_shallow(int depth, Json::parse_event_t, Json&) {
  constexpr int deepest = 64;
  if (depth > deepest) throw Refused{400, "The request is nested too deep."};
  return true;
}

Json json_object(const Request& request, const ContentReader& read) {
  const std::string text = body_text(request, read, max_request_bytes);
  Json body = Json::parse(text, is_shallow, false);
  if (!body.is_object()) throw Refused{400, "The request is not a JSON object."};
  return body;
}

std::string page_with(const std::string& nonce) {
  constexpr std::string_view place = "OVERHAND_NONCE";
  std::string page(report::page_template());
  for (auto at = page.find(place); at != std::string::npos; at = page.find(place, at)) {
    page.replace(at, place.size(), nonce);
  }
  return page;
}

class Server {
 public:
  Server(const ServeOptions& options, Actions actions, Session session, std::string token)
      : options_(options),
        actions_(std::move(actions)),
        session_(std::move(session)),
        token_(std::move(token)) {}

  Status bind() {
    // cpp-httplib would set SO_REUSEPORT, by which two servers share a port and its requests.
    http_.set_socket_options([](socket_t socket) {
      const int yes = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    });
    const bool is_any = options_.port == 0;
    const int port = is_any ? http_.bind_to_any_port(loopback)
                            : (http_.bind_to_port(loopback, options_.port) ? options_.port : -1);
    if (port <= 0) {
      return Error{ErrorKind::io,
                   fmt::format("Port {} of {} cannot be had.", options_.port, loopback)};
    }
    guard_.emplace(token_, port);
    add_checks();
    add_routes();
    return Done{};
  }

  std::string address() const { return guard_->address(); }

  void run_until(const Progress& stop) {
    std::atomic<bool> has_ended = false;
    std::thread watcher([&] {
      while (!stop.cancelled()) std::this_thread::sleep_for(std::chrono::milliseconds(50));
      is_stopping_ = true;
      jobs_.cancel_all();
      // stop() does nothing before the listening has begun, and may be called once only.
      while (!http_.is_running() && !has_ended) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      http_.stop();
    });
    http_.run();
    has_ended = true;
    watcher.join();
  }

 private:
  using Route = void (Server::*)(const Request&, Response&);
  using BodyRoute = void (Server::*)(const Request&, Response&, const ContentReader&);

  void add_checks() {
    http_.set_keep_alive_max_count(
        1);  // what a refused request still sends is never read as another
    http_.set_payload_max_length(options_.max_upload_bytes);
    http_.set_pre_routing_handler([this](const Request& request, Response& response) {
      set_security_headers(response, "none");
      const std::string refusal = guard_->refusal(request);
      if (refusal.empty()) return httplib::Server::HandlerResponse::Unhandled;
      answer_error(response, 403, refusal);
      return httplib::Server::HandlerResponse::Handled;
    });
    http_.set_error_handler([](const Request&, Response& response) {
      if (!response.body.empty()) return;
      answer_error(response, response.status,
                   response.status == 413 ? "The file is too large; start overhand serve with a "
                                            "larger --max-upload."
                                          : "There is nothing at this address.");
    });
  }

  void get(const std::string& path, Route route) {
    http_.Get("/" + token_ + path, [this, route](const Request& request, Response& response) {
      guarded(response, [&] { (this->*route)(request, response); });
    });
  }

  void post(const std::string& path, BodyRoute route) {
    http_.Post("/" + token_ + path, [this, route](const Request& request, Response& response,
                                                  const ContentReader& read) {
      guarded(response, [&] {
        if (request.is_multipart_form_data()) throw Refused{415, "Send the file itself."};
        (this->*route)(request, response, read);
      });
    });
  }

  static void guarded(Response& response, const std::function<void()>& route) {
    try {
      route();
    } catch (const Refused& refused) {
      answer_error(response, refused.status, refused.what(), *refused.more);
    } catch (const std::bad_alloc&) {
      answer_error(response, 507, "There is not enough memory for this table.");
    } catch (const std::exception&) {
      answer_error(response, 500, "The program made a mistake.");
    }
  }

  void add_routes() {
    get("/", &Server::page);
    get("/api/about", &Server::about);
    get("/api/methods", &Server::methods);
    get("/api/sample", &Server::sample);
    post("/api/upload", &Server::upload);
    post("/api/reading", &Server::read_again);
    post("/api/schema", &Server::schema);
    get("/api/jobs/(\\d+)/events", &Server::events);
    post("/api/jobs/(\\d+)/cancel", &Server::cancel);
    get("/api/jobs/(\\d+)", &Server::job);
    post("/api/jobs/(\\d+)/accept-risk", &Server::accept);
    get("/api/jobs/(\\d+)/report", &Server::report);
    get("/api/jobs/(\\d+)/download/(masked|report|report-internal|manifest)", &Server::download);
    post("/api/(mask|evaluate|release|tune|compare|keys|coarsen)", &Server::start);
  }

  void page(const Request&, Response& response) {
    const auto nonce = fresh_token();
    if (!nonce) throw Refused{500, nonce.error().message};
    response.headers.clear();
    set_security_headers(response, *nonce);
    response.set_content(page_with(*nonce), "text/html; charset=utf-8");
  }

  void about(const Request&, Response& response) {
    Json names = Json::array();
    for (const auto& [name, action] : actions_) names.push_back(name);
    answer(response, {{"version", OVERHAND_VERSION},
                      {"max_upload_bytes", options_.max_upload_bytes},
                      {"extensions", io::readable_extensions()},
                      {"profiles", profiles_json()},
                      {"actions", names}});
  }

  void methods(const Request&, Response& response) { answer(response, report::methods_json()); }

  void sample(const Request&, Response& response) {
    jobs_.cancel_all();
    answer(response, open_sample(session_));
  }

  void upload(const Request& request, Response& response, const ContentReader& read) {
    jobs_.cancel_all();
    answer(response, open_upload(session_, request, read, options_.max_upload_bytes, stop_));
  }

  void read_again(const Request& request, Response& response, const ContentReader& read) {
    const Json body = json_object(request, read);
    jobs_.cancel_all();
    answer(response, open_again(session_, body, stop_));
  }

  void schema(const Request& request, Response& response, const ContentReader& read) {
    const Json body = json_object(request, read);
    const auto text = edited_schema(body, open_table());
    if (!text) throw Refused{400, sentence_of(text.error())};
    answer(response, {{"text", *text}});
  }

  OpenTable open_table() const {
    const auto table = session_.table();
    if (!table || !table->is_read()) throw Refused{409, "Open a table first."};
    return *table;
  }

  void start(const Request& request, Response& response, const ContentReader& read) {
    const std::string kind = request.matches[1];
    const Json body = json_object(request, read);
    const auto action = actions_.find(kind);
    if (action == actions_.end()) {
      throw Refused{501, fmt::format("'{}' is not part of this program yet.", kind)};
    }
    const auto& [work, is_look] = action->second;
    const auto id =
        jobs_.start({0, kind, body, open_table(), session_.folder(), nullptr, is_look}, work);
    if (!id) throw Refused{409, id.error().message};
    answer(response, {{"job", *id}}, 202);
  }

  std::shared_ptr<Job> job_of(const Request& request) const {
    const std::string digits = request.matches[1];
    std::size_t id = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), id);
    auto job = jobs_.find(id);
    if (job) return job;
    if (!jobs_.has_been(id)) throw Refused{404, "There is no such job."};
    throw Refused{410, fmt::format("This result is gone: the last {} are kept. Run it again.",
                                   Jobs::most_kept)};
  }

  // Whether the job is still kept: its answer is smaller than a download.
  void job(const Request& request, Response& response) {
    answer(response, {{"finished", job_of(request)->is_finished()}});
  }

  // Server-sent events: the state whenever it has changed, the last one with the result or error.
  void events(const Request& request, Response& response) {
    auto seen = std::make_shared<std::size_t>(0);
    response.set_chunked_content_provider(
        "text/event-stream",
        [this, job = job_of(request), seen](std::size_t, httplib::DataSink& sink) {
          constexpr auto patience = std::chrono::milliseconds(500);
          constexpr auto pause = std::chrono::milliseconds(50);  // a person sees no more than this
          const auto event = job->next_event(*seen, patience);
          const std::string text =
              event ? "data: " + event->data.dump(-1, ' ', false, Json::error_handler_t::replace) +
                          "\n\n"
                    : ": still at work\n\n";
          if (event) *seen = event->version;
          if (!sink.write(text.data(), text.size())) return false;
          if (is_stopping_ || (event && event->is_last))
            sink.done();
          else
            std::this_thread::sleep_for(pause);
          return true;
        });
  }

  void cancel(const Request& request, Response& response, const ContentReader& read) {
    body_text(request, read, max_request_bytes);
    job_of(request)->cancel();
    answer(response, {{"cancelled", true}});
  }

  void accept(const Request& request, Response& response, const ContentReader& read) {
    const Json body = json_object(request, read);
    answer(response, {{"accepted", true}, {"command", accept_risk(*job_of(request), body)}});
  }

  void report(const Request& request, Response& response) {
    show_report(*job_of(request), response);
  }

  void download(const Request& request, Response& response) {
    const auto job = job_of(request);
    const std::string what = request.matches[2];
    if (what == "masked") {
      give_masked(*job, response);
    } else if (what == "manifest") {
      give_manifest(*job, response);
    } else {
      const bool is_internal = what == "report-internal";
      give_report(*job, is_internal ? report::Audience::internal : report::Audience::external,
                  response);
    }
  }

  ServeOptions options_;
  Actions actions_;
  Session session_;  // before the jobs: they end before its folder goes
  std::string token_;
  std::optional<Guard> guard_;
  Jobs jobs_;
  std::atomic<bool> is_stopping_ = false;
  Progress stop_{nullptr, [this] { return is_stopping_.load(); }};
  HttpServer http_;
};

}  // namespace

Status serve(const ServeOptions& options, const Actions& actions,
             const std::function<void(const std::string& address)>& ready, const Progress& stop) {
  auto session = Session::create();
  if (!session) return session.error();
  auto token = fresh_token();
  if (!token) return token.error();
  Server server(options, actions, *std::move(session), *std::move(token));
  if (auto bound = server.bind(); !bound) return bound;
  ready(server.address());
  server.run_until(stop);
  return Done{};
}

}  // namespace overhand::web
