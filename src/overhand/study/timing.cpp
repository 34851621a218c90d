#include "overhand/study/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/study/experiments.h"
#include "overhand/study/simulation.h"

namespace overhand::study {
namespace {

struct Size {
  std::size_t rows;
  std::size_t columns;
  int bins;
};

struct Plan {
  Series series;
  std::vector<Size> sizes;
  std::vector<std::string> methods;
};

constexpr int usual_bins = 100;

// 1 to 10 times `step`.
template <class Make>
std::vector<Size> ten_sizes(const Make& make) {
  std::vector<Size> sizes;
  for (std::size_t i = 1; i <= 10; ++i) sizes.push_back(make(i));
  return sizes;
}

// Every method once: the closed form and both literal algorithms among them.
std::vector<std::string> timed_methods() {
  std::vector<std::string> names;
  for (const Entrant& entrant : entrants()) {
    const bool is_timed = entrant.family != Family::variant || entrant.name == "sjppds_full" ||
                          entrant.name == "sjppds_simplified";
    if (is_timed) names.push_back(entrant.name);
  }
  return names;
}

std::vector<Plan> plans() {
  const std::vector<std::string> shuffles = {"sjppds", "sjppds_full", "sjppds_simplified"};
  const std::vector<std::string> fast = {"sjppds", "sjppds_simplified"};
  return {
      {timing_series()[0], ten_sizes([](std::size_t i) { return Size{1000 * i, 12, usual_bins}; }),
       timed_methods()},
      {timing_series()[1], ten_sizes([](std::size_t i) { return Size{1000, 5 * i, usual_bins}; }),
       shuffles},
      {timing_series()[2], ten_sizes([](std::size_t i) { return Size{1000, 50 * i, usual_bins}; }),
       fast},
      {timing_series()[3], ten_sizes([](std::size_t i) { return Size{10000 * i, 12, usual_bins}; }),
       fast},
      {timing_series()[4],
       ten_sizes([](std::size_t i) { return Size{10000, 12, static_cast<int>(100 * i)}; }), fast},
  };
}

const Entrant& entrant_of(const std::string& name) {
  return *std::ranges::find(entrants(), name, &Entrant::name);
}

masking::OptionValues options_of(const Entrant& entrant, int bins) {
  if (!entrant.name.starts_with("sjppds")) return {};
  return {{"bins", std::int64_t{bins}}};
}

// The shortest of a few runs: what else the machine does only ever adds. Long runs are not
// repeated.
Result<double> seconds_of(const Entrant& entrant, const Table& table, int bins,
                          const TimingOptions& options, const masking::Context& context) {
  constexpr int most_runs = 15;
  constexpr double enough = 0.4;
  double best = 0;
  double spent = 0;
  for (int run = 0; run < most_runs && spent < enough; ++run) {
    const double began = options.clock();
    const auto masked = entrant.method->mask(table, options_of(entrant, bins), context);
    const double seconds = options.clock() - began;
    if (!masked) return masked.error();
    best = run == 0 ? seconds : std::min(best, seconds);
    spent += seconds;
  }
  return best;
}

// One method over the sizes of a plan, until it takes too long.
Status time_method(const Plan& plan, const std::string& name, const TimingOptions& options,
                   const masking::Context& context, std::vector<Timing>& timings) {
  const Entrant& entrant = entrant_of(name);
  bool is_over = false;
  const std::size_t count = options.is_quick ? 2 : plan.sizes.size();
  for (std::size_t s = 0; s < count; ++s) {
    const Size& size = plan.sizes[s];
    Timing timing{plan.series.name, name, size.rows, size.columns, size.bins, std::nullopt};
    if (!is_over) {
      const Table table =
          simulated_timing({.rows = size.rows, .columns = size.columns}, context.key);
      const auto seconds = seconds_of(entrant, table, size.bins, options, context);
      if (!seconds) return seconds.error();
      timing.seconds = *seconds;
      is_over = *seconds > options.limit;
    }
    timings.push_back(std::move(timing));
  }
  return Done{};
}

}  // namespace

const std::vector<Series>& timing_series() {
  static const std::vector<Series> all = {
      {"rows", "1,000 to 10,000 records of 12 columns, all methods", "rows"},
      {"columns", "5 to 50 columns of 1,000 records", "columns"},
      {"many_columns", "50 to 500 columns of 1,000 records", "columns"},
      {"many_rows", "10,000 to 100,000 records of 12 columns", "rows"},
      {"bins", "100 to 1,000 bins, 10,000 records of 12 columns", "bins"},
  };
  return all;
}

double size_of(const Timing& timing, const Series& series) {
  if (series.grows == "rows") return static_cast<double>(timing.rows);
  return series.grows == "bins" ? timing.bins : static_cast<double>(timing.columns);
}

Result<std::vector<Timing>> run_timing(const TimingOptions& options,
                                       const masking::Context& context) {
  std::vector<Timing> timings;
  const Progress silent({}, [&] { return context.progress.cancelled(); });
  for (const Plan& plan : plans()) {
    Stage stage(context.progress, "timing, " + plan.series.name, plan.methods.size());
    for (const std::string& method : plan.methods) {
      const auto done = time_method(plan, method, options, {context.key, silent}, timings);
      if (!done) return done.error();
      stage.finish_part();
    }
  }
  return timings;
}

std::optional<double> growth(const std::vector<Timing>& timings, const Series& series,
                             const std::string& method) {
  std::vector<std::pair<double, double>> logs;
  for (const Timing& timing : timings) {
    if (timing.series != series.name || timing.method != method || !timing.seconds) continue;
    logs.emplace_back(std::log(size_of(timing, series)), std::log(*timing.seconds));
  }
  if (logs.size() < 3) return std::nullopt;
  logs.erase(logs.begin());  // what does not grow weighs most there
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (const auto& [x, y] : logs) {
    sx += x;
    sy += y;
    sxx += x * x;
    sxy += x * y;
  }
  const auto m = static_cast<double>(logs.size());
  return (m * sxy - sx * sy) / (m * sxx - sx * sx);
}

}  // namespace overhand::study
