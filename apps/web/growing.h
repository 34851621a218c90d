// The map of a search as it grows: the median is not known yet, so a point is one trial.
#pragma once

#include <functional>
#include <mutex>
#include <string>

#include "jobs.h"
#include "overhand/tuning/tuner.h"

namespace overhand::web {

// Seconds from now on: without a limit, they tell what would take too long on the whole table.
std::function<double()> stopwatch();

class Growing {
 public:
  static constexpr tuning::Score score = tuning::Score::loss;

  explicit Growing(const JobRequest& request) : request_(request) {}

  void add(const tuning::Candidate& candidate, std::size_t point,
           const evaluation::Measurements& measured);

  // What is known beyond the points, in place of the lowest loss.
  void say(const std::string& sentence);

 private:
  void show(const std::string& sentence) const;

  const JobRequest& request_;
  std::mutex mutex_;
  Json points_ = Json::array();
  std::string best_;
  double lowest_ = 0;
};

}  // namespace overhand::web
