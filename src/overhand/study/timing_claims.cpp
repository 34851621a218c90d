#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "overhand/statistics/median.h"
#include "overhand/study/findings_internal.h"

namespace overhand::study {
namespace {

// Medians of one size of the series in which every method is timed, the slowest first.
struct Duration {
  std::string method;
  double seconds;
};
using Durations = std::vector<Duration>;

Durations durations(const Study& study, std::size_t rows) {
  Durations all;
  for (const Timing& timing : study.timings) {
    if (timing.series == "rows" && timing.size.rows == rows) {
      all.push_back({timing.method, statistics::median(timing.seconds)});
    }
  }
  std::ranges::stable_sort(all, std::greater(), &Duration::seconds);
  return all;
}

std::size_t most_rows(const Study& study) {
  std::size_t most = 0;
  for (const Timing& timing : study.timings) {
    if (timing.series == "rows") most = std::max(most, timing.size.rows);
  }
  return most;
}

bool is_timed_in_paper(const Duration& duration) {
  if (duration.method == all_measures || duration.method == "sjppds") return false;
  const Entrant& entrant = entrant_named(duration.method);
  return entrant.family == Family::paper || is_literal(entrant);
}

// What the paper timed: the literal algorithms, not the closed form.
Durations durations_in_paper(const Study& study, std::size_t rows) {
  Durations all = durations(study, rows);
  std::erase_if(all, [](const Duration& duration) { return !is_timed_in_paper(duration); });
  return all;
}

double seconds_of(const Durations& all, std::string_view method) {
  return std::ranges::find(all, method, &Duration::method)->seconds;
}

std::string text_of(const Durations& all) {
  std::vector<std::string> parts;
  for (const Duration& one : all)
    parts.push_back(fmt::format("{} {:.4f}", one.method, one.seconds));
  return fmt::format("{} s", fmt::join(parts, ", "));
}

std::vector<std::string> sorted_names(std::span<const Duration> some) {
  std::vector<std::string> names;
  for (const Duration& one : some) names.push_back(one.method);
  std::ranges::sort(names);
  return names;
}

Claim slowest(const Study& study) {
  Findings findings(
      "The full algorithm and pppca are slowest, cart is third, the simplified algorithm fourth.",
      "The paper timed R code, which calls C++ in sdcMicro alone; here every method is compiled, "
      "and pppca computes the one direction that is used.");
  const std::size_t rows = most_rows(study);
  const Durations all = durations_in_paper(study, rows);
  if (all.size() < 4) return findings.claim();
  const bool holds =
      sorted_names({all.begin(), 2}) == std::vector<std::string>{"pppca", "sjppds_full"} &&
      all[2].method == "cart" && all[3].method == "sjppds_simplified";
  findings.add(holds, fmt::format("{} records: {}", rows, text_of(all)));
  return findings.claim();
}

Claim fastest(const Study& study) {
  Findings findings("Adding noise is fastest, independent and correlated.",
                    "The same figures. Sorting by one component costs less here than drawing a "
                    "normal value for every cell.");
  const Durations all = durations_in_paper(study, most_rows(study));
  if (all.size() < 2) return findings.claim();
  const Durations last(all.end() - 2, all.end());
  findings.add(sorted_names(last) == std::vector<std::string>{"correlated_noise", "noise"},
               text_of({all.end() - 3, all.end()}));
  return findings.claim();
}

Claim under_a_second_and_a_half(const Study& study) {
  Findings findings("SJPPDS (simplified) masks 10,000 records of 12 columns in under 1.5 s.",
                    "The closed form is what Overhand runs.");
  const Durations all = durations(study, 10000);
  if (all.empty()) return findings.claim();
  const double simplified = seconds_of(all, "sjppds_simplified");
  findings.add(simplified < 1.5, fmt::format("{:.4f} s, closed form {:.4f} s", simplified,
                                             seconds_of(all, "sjppds")));
  return findings.claim();
}

Claim orders_of_magnitude(const Study& study) {
  Findings findings(
      "The simplified algorithm is orders of magnitude faster than the full one.",
      "Orders: 100 times or more, at the largest table. Both have the same "
      "distribution (docs/theory/sjppds.md): the full one is time spent for nothing.");
  const std::size_t rows = most_rows(study);
  const Durations all = durations(study, rows);
  if (all.empty()) return findings.claim();
  const double ratio = seconds_of(all, "sjppds_full") / seconds_of(all, "sjppds_simplified");
  findings.add(ratio >= 100, fmt::format("{} records: {:.0f} times", rows, ratio));
  return findings.claim();
}

Claim measuring_takes_longest(const Study& study) {
  Findings findings("Computing the measures takes longer than masking.",
                    "At the size of the experiments. All measures of one table, its records paired "
                    "by sorting.");
  const Durations all = durations(study, 1000);
  if (all.empty()) return findings.claim();
  findings.add(all.front().method == all_measures,
               fmt::format("1000 records: {}", text_of({all.begin(), all.begin() + 4})));
  return findings.claim();
}

// A claim about the exponent of one size, over the series in which it grows.
struct Growth {
  const char* statement;
  std::vector<std::size_t> series;  // of timing_series()
  double exponent;
  const char* why;
};

Claim growth_claim(const Study& study, const Growth& claimed) {
  constexpr double tolerance = 0.35;
  Findings findings(claimed.statement, claimed.why);
  for (const std::size_t s : claimed.series) {
    const Series& series = timing_series()[s];
    const auto literal = growth(study.timings, series, "sjppds_simplified");
    const auto closed = growth(study.timings, series, "sjppds");
    if (!literal || !closed) continue;
    findings.add(
        std::abs(*literal - claimed.exponent) <= tolerance,
        fmt::format("{}: exponent {:.2f}, closed form {:.2f}", series.title, *literal, *closed));
  }
  return findings.claim();
}

const std::vector<Growth>& growths() {
  static const std::vector<Growth> all = {
      {"The cost of SJPPDS (simplified) is quadratic in p.",
       {1, 2},
       2,
       "The slope of log time on log size over all sizes but the smallest, within 0.35. It copies "
       "p columns p times; the closed form copies each once."},
      {"The cost of SJPPDS (simplified) is linear in n.",
       {3},
       1,
       "The same slope. Tables that outgrow the caches add to it."},
      {"The cost of SJPPDS (simplified) is linear in n_c.",
       {4},
       1,
       "The same slope. R goes through every level; here a record finds its bin by division and "
       "its group in a tree, so that more bins cost little."}};
  return all;
}

}  // namespace

std::vector<Claim> timing_claims(const Study& study) {
  std::vector<Claim> all = {slowest(study), fastest(study), under_a_second_and_a_half(study),
                            orders_of_magnitude(study), measuring_takes_longest(study)};
  for (const Growth& claimed : growths()) all.push_back(growth_claim(study, claimed));
  return all;
}

}  // namespace overhand::study
