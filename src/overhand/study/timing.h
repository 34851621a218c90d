// The timing study of the paper (appendix A1.4): how long each masking takes as the table grows.
//
// One thread and processor time, as R's user time is. Every replication has a table of its own and
// goes through all sizes and methods, so that whatever else the machine does spreads over them all.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "overhand/study/entrants.h"

namespace overhand::study {

struct TimingOptions {
  std::function<double()> clock;  // processor seconds of this thread; the core has none of its own
  int replications = 30;
  double enough = 60;      // seconds of one method on one size: then it is not repeated,
  int at_least = 10;       // but for so many times
  std::size_t sizes = 10;  // of each series, the smallest first
};

struct TimedSize {
  std::size_t rows;
  std::size_t columns;
  int bins;  // of sjppds and the literal algorithms

  auto operator<=>(const TimedSize&) const = default;
};

enum class Grows { rows, columns, bins };

struct Series {
  std::string name;
  std::string title;
  Grows grows;
  std::vector<TimedSize> sizes;
  std::vector<std::string> methods;  // entrants, or `all_measures`
};
const std::vector<Series>& timing_series();

// In the place of a method: all measures of a masked table, its records paired by sorting.
constexpr const char* all_measures = "all measures";

// The options with which the paper timed the entrant; its own defaults where the paper has none.
masking::OptionValues timed_options(const Entrant& entrant, int bins);

struct Timing {
  std::string series;
  std::string method;
  TimedSize size;
  std::vector<double> seconds;  // of each replication
};

Result<std::vector<Timing>> run_timing(const TimingOptions& options,
                                       const masking::Context& context);

// The slope of log(median seconds) on log(size) over a method's sizes in a series, but for the
// smallest: 1 is linear, 2 quadratic. None with fewer than three sizes.
std::optional<double> growth(const std::vector<Timing>& timings, const Series& series,
                             const std::string& method);

std::string name_of(Grows grows);  // "rows"
double size_of(const TimedSize& size, Grows grows);

}  // namespace overhand::study
