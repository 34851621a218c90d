#include "jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "error_words.h"

namespace overhand::web {

namespace fs = std::filesystem;

std::string JobRequest::masked_path() const { return folder + "/masked" + table.extension; }

std::string JobRequest::lineage_path() const { return folder + "/lineage.csv"; }

Job::Job(JobRequest request, JobAction action)
    : request_(std::move(request)),
      state_{{"stage", "Starting"}, {"done", 0}, {"total", 0}, {"seconds_left", nullptr}} {
  request_.show_partial = [this](Json partial) {
    const std::scoped_lock lock(mutex_);
    state_["partial"] = std::move(partial);
    ++version_;
    changed_.notify_all();
  };
  thread_ = std::thread([this, work = std::move(action)] { run(work); });
}

Job::~Job() {
  cancel();
  thread_.join();
}

bool Job::is_finished() const {
  const std::scoped_lock lock(mutex_);
  return is_finished_;
}

std::optional<Json> Job::result() const {
  const std::scoped_lock lock(mutex_);
  if (!state_.contains("result")) return std::nullopt;
  return state_["result"];
}

void Job::set_reason(std::string reason) {
  const std::scoped_lock lock(mutex_);
  reason_ = std::move(reason);
}

std::string Job::reason() const {
  const std::scoped_lock lock(mutex_);
  return reason_;
}

void Job::report(const std::string& stage, std::size_t done, std::size_t total) {
  const std::scoped_lock lock(mutex_);
  const auto now = std::chrono::steady_clock::now();
  if (stage != stage_) {
    stage_ = stage;
    stage_began_ = now;
  }
  state_["stage"] = stage;
  state_["done"] = done;
  state_["total"] = total;
  const double seconds = std::chrono::duration<double>(now - stage_began_).count();
  const auto left = static_cast<double>(total - std::min(done, total));
  if (done > 0)
    state_["seconds_left"] = seconds * left / static_cast<double>(done);
  else
    state_["seconds_left"] = nullptr;
  ++version_;
  changed_.notify_all();
}

void Job::finish(Json last) {
  const std::scoped_lock lock(mutex_);
  if (last.contains("error") && state_.contains("partial")) last["partial"] = state_["partial"];
  state_ = std::move(last);
  is_finished_ = true;
  ++version_;
  changed_.notify_all();
}

void Job::run(const JobAction& action) {
  const Progress progress([this](const std::string& stage, std::size_t done,
                                 std::size_t total) { report(stage, done, total); },
                          [this] { return cancelled_.load(); });
  try {
    const auto result = action(request_, progress);
    if (result)
      finish({{"result", *result}});
    else
      finish({{"error", words_of(result.error(), request_.table)}});
  } catch (const std::bad_alloc&) {
    finish({{"error", "There is not enough memory for this table."}});
  } catch (const std::exception&) {
    finish({{"error", "The work broke off by a mistake of the program."}});
  }
}

std::optional<Job::Event> Job::next_event(std::size_t seen,
                                          std::chrono::milliseconds patience) const {
  std::unique_lock lock(mutex_);
  if (!changed_.wait_for(lock, patience, [&] { return version_ > seen; })) return std::nullopt;
  return Event{version_, state_, is_finished_};
}

bool Jobs::is_busy(const std::string& kind) const {
  return std::ranges::any_of(jobs_, [&](const auto& entry) {
    return entry.second->request().kind == kind && !entry.second->is_finished();
  });
}

void Jobs::forget_old(bool is_look) {
  const auto is_such = [&](const auto& entry) {
    return entry.second->request().is_look == is_look;
  };
  auto count = static_cast<std::size_t>(std::ranges::count_if(jobs_, is_such));
  for (auto entry = jobs_.begin(); entry != jobs_.end() && count > most_kept;) {
    if (!is_such(*entry) || !entry->second->is_finished()) {
      ++entry;
      continue;
    }
    --count;
    std::error_code ignored;
    fs::remove_all(entry->second->request().folder, ignored);
    entry = jobs_.erase(entry);
  }
}

Result<std::size_t> Jobs::start(JobRequest request, const JobAction& action) {
  const std::scoped_lock lock(mutex_);
  if (is_busy(request.kind)) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("'{}' is still at work; wait for it or cancel it.", request.kind)};
  }
  const bool is_look = request.is_look;
  request.id = ++last_id_;
  request.folder += fmt::format("/job-{}", request.id);
  std::error_code problem;
  if (!fs::create_directory(request.folder, problem)) {
    return Error{ErrorKind::io, "There is no room on the disk for the files of this work."};
  }
  jobs_.emplace(last_id_, std::make_shared<Job>(std::move(request), action));
  forget_old(is_look);
  return last_id_;
}

bool Jobs::has_been(std::size_t id) const {
  const std::scoped_lock lock(mutex_);
  return id > 0 && id <= last_id_;
}

std::shared_ptr<Job> Jobs::find(std::size_t id) const {
  const std::scoped_lock lock(mutex_);
  const auto found = jobs_.find(id);
  return found == jobs_.end() ? nullptr : found->second;
}

void Jobs::cancel_all() {
  const std::scoped_lock lock(mutex_);
  for (const auto& [id, job] : jobs_) job->cancel();
}

}  // namespace overhand::web
