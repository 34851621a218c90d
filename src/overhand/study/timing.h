// The timing study of the paper: how long each masking takes as the table grows.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "overhand/study/entrants.h"

namespace overhand::study {

struct TimingOptions {
  std::function<double()> clock;  // seconds; the core has none of its own
  double limit = 2;               // a method that took longer is not tried on larger tables
  bool is_quick = false;          // two small sizes of each series
};

struct Timing {
  std::string series;  // what grows: see timing.cpp
  std::string method;
  std::size_t rows;
  std::size_t columns;
  int bins;                       // of sjppds and the literal algorithms
  std::optional<double> seconds;  // none: left out, because a smaller table took over the limit
};

struct Series {
  std::string name;
  std::string title;
  std::string grows;  // "rows", "columns" or "bins"
};
const std::vector<Series>& timing_series();

Result<std::vector<Timing>> run_timing(const TimingOptions& options,
                                       const masking::Context& context);

// The slope of log(seconds) on log(size) over a method's sizes in a series, but for the smallest: 1
// is linear, 2 quadratic. None with fewer than three sizes.
std::optional<double> growth(const std::vector<Timing>& timings, const Series& series,
                             const std::string& method);

double size_of(const Timing& timing, const Series& series);

}  // namespace overhand::study
