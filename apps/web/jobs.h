// Jobs: long work in the background, with progress for whoever watches and a way to stop it.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "overhand/core/progress.h"
#include "session.h"

namespace overhand::web {

using Json = nlohmann::ordered_json;

// What an action gets: the page's request and where its files are.
struct JobRequest {
  std::size_t id;
  std::string kind;
  Json body;
  OpenTable table;
  std::string folder;
  // Shows what was found so far: {"sentence": …, "points": [{"label", "risk", "loss"}]}.
  std::function<void(Json)> show_partial;

  // The files of a job, this one's or an earlier one's; another job's may not be there.
  std::string masked_path(std::size_t job) const;
  std::string lineage_path(std::size_t job) const;
};

// Does the work and returns {"report": …, "command": …, "masked": bool, "key": origin}.
// "masked" says that masked_path(id) was written. A cancelled action may return what it found.
using Action = std::function<Result<Json>(const JobRequest&, const Progress&)>;

class Job {
 public:
  Job(JobRequest request, Action action);
  ~Job();  // cancels and waits

  const JobRequest& request() const { return request_; }
  void cancel() { cancelled_ = true; }
  bool is_finished() const;
  std::optional<Json> result() const;

  struct Event {
    std::size_t version;
    Json data;
    bool is_last;
  };
  // The state once it is newer than `seen`; none when nothing happens within `patience`.
  std::optional<Event> next_event(std::size_t seen, std::chrono::milliseconds patience) const;

 private:
  void run(const Action& action);
  void report(const std::string& stage, std::size_t done, std::size_t total);
  void finish(Json last);

  JobRequest request_;
  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  Json state_;
  std::size_t version_ = 1;
  bool is_finished_ = false;
  std::string stage_;
  std::chrono::steady_clock::time_point stage_began_;
  std::thread thread_;
};

// All jobs of a session; of each kind one at a time.
class Jobs {
 public:
  // Fails, with a sentence, when a job of this kind is still running.
  Result<std::size_t> start(JobRequest request, const Action& action);
  std::shared_ptr<Job> find(std::size_t id) const;
  void cancel_all();

 private:
  mutable std::mutex mutex_;
  std::map<std::size_t, std::shared_ptr<Job>> jobs_;
};

}  // namespace overhand::web
