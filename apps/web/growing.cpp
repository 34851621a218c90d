#include "growing.h"

#include <fmt/format.h>

#include <chrono>

#include "overhand/report/chart.h"

namespace overhand::web {

std::function<double()> stopwatch() {
  using Clock = std::chrono::steady_clock;
  return [began = Clock::now()] {
    return std::chrono::duration<double>(Clock::now() - began).count();
  };
}

void Growing::add(const tuning::Candidate& candidate, std::size_t point,
                  const evaluation::Measurements& measured) {
  const std::scoped_lock lock(mutex_);
  const double loss = value_of(measured, measure_of(score));
  const bool is_sorted = measured.pairing == evaluation::Pairing::sorted;
  const std::string label = tuning::setting_text(candidate.name, candidate.settings[point]) +
                            (is_sorted ? " (sorted)" : "");
  points_.push_back({{"label", label},
                     {"risk", report::rounded(value_of(measured, evaluation::MeasureId::dbrl))},
                     {"loss", report::rounded(loss)}});
  if (best_.empty() || loss < lowest_) {
    lowest_ = loss;
    best_ = label;
  }
  show(fmt::format("Lowest loss so far: {} ({:.3f}).", best_, lowest_));
}

void Growing::say(const std::string& sentence) {
  const std::scoped_lock lock(mutex_);
  show(sentence);
}

void Growing::show(const std::string& sentence) const {
  request_.show_partial({{"sentence", sentence}, {"points", points_}});
}

}  // namespace overhand::web
