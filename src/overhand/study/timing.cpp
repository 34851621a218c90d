#include "overhand/study/timing.h"

#include <tbb/task_arena.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "overhand/evaluation/evaluator.h"
#include "overhand/simulation/paper.h"
#include "overhand/statistics/median.h"

namespace overhand::study {
namespace {

constexpr int usual_bins = 100;

template <class Make>
std::vector<TimedSize> ten_sizes(const Make& make) {
  std::vector<TimedSize> sizes;
  for (std::size_t i = 1; i <= 10; ++i) sizes.push_back(make(i));
  return sizes;
}

// Every method once, the closed form and both literal algorithms among them, and the measures.
std::vector<std::string> all_methods() {
  std::vector<std::string> names;
  for (const Entrant& entrant : entrants()) {
    if (entrant.family != Family::variant || is_literal(entrant)) names.push_back(entrant.name);
  }
  names.emplace_back(all_measures);
  return names;
}

std::vector<Series> all_series() {
  const std::vector<std::string> simplified = {"sjppds_simplified", "sjppds"};
  return {
      {"rows", "1,000 to 10,000 records of 12 columns, all methods", Grows::rows,
       ten_sizes([](std::size_t i) { return TimedSize{1000 * i, 12, usual_bins}; }), all_methods()},
      {"columns", "5 to 50 columns of 10,000 records", Grows::columns,
       ten_sizes([](std::size_t i) { return TimedSize{10000, 5 * i, usual_bins}; }), simplified},
      {"many_columns", "50 to 500 columns of 10,000 records", Grows::columns,
       ten_sizes([](std::size_t i) { return TimedSize{10000, 50 * i, usual_bins}; }), simplified},
      {"many_rows", "10,000 to 100,000 records of 10 columns", Grows::rows,
       ten_sizes([](std::size_t i) { return TimedSize{10000 * i, 10, usual_bins}; }), simplified},
      {"bins", "100 to 1,000 bins, 10,000 records of 10 columns", Grows::bins,
       ten_sizes([](std::size_t i) { return TimedSize{10000, 10, static_cast<int>(100 * i)}; }),
       simplified},
  };
}

using Work = std::function<Status()>;

Result<double> seconds_of(const Work& work, const TimingOptions& options) {
  const double began = options.clock();
  const Status done = work();
  const double seconds = options.clock() - began;
  if (!done) return done.error();
  return seconds;
}

Result<double> seconds_of_masking(const Entrant& entrant, const Table& table, int bins,
                                  const TimingOptions& options, const masking::Context& context) {
  const masking::OptionValues values = timed_options(entrant, bins);
  return seconds_of(
      [&]() -> Status {
        const auto masked = entrant.method->mask(table, values, context);
        if (!masked) return masked.error();
        return Done{};
      },
      options);
}

Result<double> seconds_of_measuring(const Table& table, int bins, const TimingOptions& options,
                                    const masking::Context& context) {
  const Entrant& sjppds = entrant_named("sjppds");
  const auto masked = sjppds.method->mask(table, timed_options(sjppds, bins), context);
  if (!masked) return masked.error();
  return seconds_of(
      [&]() -> Status {
        const auto evaluator = evaluation::Evaluator::prepare(table);
        if (!evaluator) return evaluator.error();
        const auto measured = evaluator->evaluate(masked->table, {{evaluation::Pairing::sorted}});
        if (!measured) return measured.error();
        return Done{};
      },
      options);
}

bool is_enough(const std::vector<double>& seconds, const TimingOptions& options) {
  return std::ssize(seconds) >= options.at_least &&
         std::accumulate(seconds.begin(), seconds.end(), 0.0) > options.enough;
}

// One replication of one size: every method on the same table.
Status time_size(const Series& series, std::span<Timing> timings, const Table& table,
                 const TimingOptions& options, const masking::Context& context) {
  for (std::size_t m = 0; m < series.methods.size(); ++m) {
    if (is_enough(timings[m].seconds, options)) continue;
    if (context.progress.cancelled()) return cancelled_error();
    const std::string& method = series.methods[m];
    const int bins = timings[m].size.bins;
    const auto seconds =
        method == all_measures
            ? seconds_of_measuring(table, bins, options, context)
            : seconds_of_masking(entrant_named(method), table, bins, options, context);
    if (!seconds) return seconds.error();
    timings[m].seconds.push_back(*seconds);
  }
  return Done{};
}

Result<std::vector<Timing>> time_series(const Series& series, const TimingOptions& options,
                                        const masking::Context& context) {
  const std::size_t sizes = std::min(options.sizes, series.sizes.size());
  const std::size_t methods = series.methods.size();
  std::vector<Timing> timings;
  for (std::size_t s = 0; s < sizes; ++s) {
    for (const std::string& method : series.methods) {
      timings.push_back({series.name, method, series.sizes[s], {}});
    }
  }
  const auto replications = static_cast<std::size_t>(options.replications);
  const Progress silent({}, [&] { return context.progress.cancelled(); });
  Stage stage(context.progress, "timing, " + series.name, replications * sizes);
  for (std::size_t r = 0; r < replications; ++r) {
    const random::Key key = random::derived_key(
        context.key, {random::Purpose::replication, static_cast<std::uint32_t>(r)});
    for (std::size_t s = 0; s < sizes; ++s) {
      const TimedSize& size = series.sizes[s];
      const Table table = simulation::timing({.rows = size.rows, .columns = size.columns}, key);
      const auto done = time_size(series, std::span(timings).subspan(s * methods, methods), table,
                                  options, {key, silent});
      if (!done) return done.error();
      stage.finish_part();
    }
  }
  return timings;
}

}  // namespace

const std::vector<Series>& timing_series() {
  static const std::vector<Series> all = all_series();
  return all;
}

masking::OptionValues timed_options(const Entrant& entrant, int bins) {
  static const std::map<std::string, masking::OptionValues> published = {
      {"mdav", {{"k", std::int64_t{7}}}},         {"pca", {{"k", std::int64_t{7}}}},
      {"pppca", {{"k", std::int64_t{7}}}},        {"noise", {{"percent", 100.0}}},
      {"correlated_noise", {{"percent", 100.0}}}, {"rank_swap", {{"percent", 15.0}}},
  };
  if (entrant.name == "sjppds" || is_literal(entrant)) return {{"bins", std::int64_t{bins}}};
  const auto found = published.find(entrant.name);
  return found == published.end() ? masking::OptionValues{} : found->second;
}

std::string name_of(Grows grows) {
  constexpr std::array names = {"rows", "columns", "bins"};
  return names[static_cast<std::size_t>(grows)];
}

double size_of(const TimedSize& size, Grows grows) {
  if (grows == Grows::bins) return size.bins;
  return static_cast<double>(grows == Grows::rows ? size.rows : size.columns);
}

Result<std::vector<Timing>> run_timing(const TimingOptions& options,
                                       const masking::Context& context) {
  std::vector<Timing> all;
  tbb::task_arena one_thread(1);
  for (const Series& series : timing_series()) {
    auto timings = one_thread.execute([&] { return time_series(series, options, context); });
    if (!timings) return timings.error();
    std::ranges::move(*timings, std::back_inserter(all));
  }
  return all;
}

std::optional<double> growth(const std::vector<Timing>& timings, const Series& series,
                             const std::string& method) {
  std::vector<std::pair<double, double>> logs;
  for (const Timing& timing : timings) {
    if (timing.series != series.name || timing.method != method) continue;
    logs.emplace_back(std::log(size_of(timing.size, series.grows)),
                      std::log(statistics::median(timing.seconds)));
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
