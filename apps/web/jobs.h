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
  std::string folder;  // the job's own, which goes with the job
  // Shows what was found so far: {"sentence": …, "points": [{"label", "risk", "loss"}]}.
  std::function<void(Json)> show_partial;
  bool is_look = false;  // figures alone: no files, and no result goes for it

  std::string masked_path() const;
  std::string lineage_path() const;
};

// Does the work and returns what the page must know (outcome.h). A cancelled action may return what
// it found. Most return to filed() {"report", "external_report", "command", "masked", "key"}: the
// internal report, the one to pass on (absent when nothing was masked), the command line that does
// the same, whether masked_path() was written, and where the key came from.
using JobAction = std::function<Result<Json>(const JobRequest&, const Progress&)>;

class Job {
 public:
  Job(JobRequest request, JobAction action);
  ~Job();  // cancels and waits

  const JobRequest& request() const { return request_; }
  void cancel() { cancelled_ = true; }
  bool is_finished() const;
  std::optional<Json> result() const;

  // Why somebody takes what is not judged usable; empty until they say so.
  void set_reason(std::string reason);
  std::string reason() const;

  struct Event {
    std::size_t version;
    Json data;
    bool is_last;
  };
  // The state once it is newer than `seen`; none when nothing happens within `patience`.
  std::optional<Event> next_event(std::size_t seen, std::chrono::milliseconds patience) const;

 private:
  void run(const JobAction& action);
  void report(const std::string& stage, std::size_t done, std::size_t total);
  void finish(Json last);

  JobRequest request_;
  std::atomic<bool> cancelled_ = false;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  Json state_;
  std::size_t version_ = 1;
  bool is_finished_ = false;
  std::string reason_;
  std::string stage_;
  std::chrono::steady_clock::time_point stage_began_;
  std::thread thread_;
};

// The jobs of a session: of each kind one at a time, and the last few with their files; looks are
// counted by themselves.
class Jobs {
 public:
  static constexpr std::size_t most_kept = 4;

  // Gives the job a folder of its own in the request's folder. Fails, with a sentence, when a job
  // of this kind is still running.
  Result<std::size_t> start(JobRequest request, const JobAction& action);
  std::shared_ptr<Job> find(std::size_t id) const;
  bool has_been(std::size_t id) const;
  void cancel_all();

 private:
  bool is_busy(const std::string& kind) const;
  void forget_old(bool is_look);

  mutable std::mutex mutex_;
  std::size_t last_id_ = 0;
  std::map<std::size_t, std::shared_ptr<Job>> jobs_;
};

}  // namespace overhand::web
