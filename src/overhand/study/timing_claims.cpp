#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "overhand/study/study.h"

namespace overhand::study {
namespace {

// Seconds for 12 columns and the most records at which every method was timed, or what stopped it.
struct Duration {
  std::string method;
  std::optional<double> seconds;  // none: over the limit
};

std::vector<Duration> durations(const Study& study, std::size_t rows) {
  std::vector<Duration> all;
  for (const Timing& timing : study.timings) {
    if (timing.series == "rows" && timing.rows == rows) {
      all.push_back({timing.method, timing.seconds});
    }
  }
  std::ranges::stable_sort(all, std::greater(), [](const Duration& d) {
    return d.seconds.value_or(std::numeric_limits<double>::infinity());
  });
  return all;
}

std::size_t most_rows(const Study& study) {
  std::size_t most = 0;
  for (const Timing& timing : study.timings) {
    if (timing.series == "rows") most = std::max(most, timing.rows);
  }
  return most;
}

std::string text_of(const std::vector<Duration>& all) {
  std::string text;
  for (const Duration& one : all) {
    const std::string time = one.seconds ? fmt::format("{:.4f} s", *one.seconds) : "over the limit";
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", one.method, time);
  }
  return text;
}

bool is_in_paper(const Duration& duration) {
  const auto entrant = std::ranges::find(entrants(), duration.method, &Entrant::name);
  return entrant->family == Family::paper || duration.method == "sjppds_full" ||
         duration.method == "sjppds_simplified";
}

Claim order_of_speed(const Study& study) {
  Claim claim{"The full algorithm and pppca are slowest, cart is third, noise is fastest.",
              std::nullopt, "",
              "The paper timed R code; here every method is compiled and runs on all threads, and "
              "SJPPDS itself is the closed form."};
  auto all = durations(study, most_rows(study));
  std::erase_if(all, [](const Duration& duration) { return !is_in_paper(duration); });
  std::erase_if(all, [](const Duration& duration) { return duration.method == "sjppds"; });
  if (all.size() < 4) return claim;
  std::vector<std::string> slowest = {all[0].method, all[1].method};
  std::ranges::sort(slowest);
  claim.holds = slowest == std::vector<std::string>{"pppca", "sjppds_full"} &&
                all[2].method == "cart" && all.back().method == "noise";
  claim.found = fmt::format("{} records: {}", most_rows(study), text_of(all));
  return claim;
}

Claim under_a_second_and_a_half(const Study& study) {
  Claim claim{"SJPPDS masks 10,000 records of 12 columns in under 1.5 s.", std::nullopt, "",
              "Simplified as in the paper, and the closed form that Overhand runs."};
  for (const Timing& timing : study.timings) {
    const bool is_asked =
        timing.series == "rows" && timing.rows == 10000 && timing.method.starts_with("sjppds");
    if (!is_asked) continue;
    claim.found +=
        fmt::format("{}{} {}", claim.found.empty() ? "" : ", ", timing.method,
                    timing.seconds ? fmt::format("{:.4f} s", *timing.seconds) : "over the limit");
    if (timing.method != "sjppds_full") {
      claim.holds = claim.holds.value_or(true) && timing.seconds.value_or(2) < 1.5;
    }
  }
  return claim;
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
  Claim claim{claimed.statement, std::nullopt, "", claimed.why};
  for (const std::size_t s : claimed.series) {
    const Series& series = timing_series()[s];
    const auto literal = growth(study.timings, series, "sjppds_simplified");
    const auto closed = growth(study.timings, series, "sjppds");
    if (!literal || !closed) continue;
    claim.holds = claim.holds.value_or(true) && std::abs(*literal - claimed.exponent) <= tolerance;
    claim.found += fmt::format("{}{}: exponent {:.2f}, closed form {:.2f}",
                               claim.found.empty() ? "" : "; ", series.title, *literal, *closed);
  }
  return claim;
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
  std::vector<Claim> all = {order_of_speed(study), under_a_second_and_a_half(study)};
  for (const Growth& claimed : growths()) all.push_back(growth_claim(study, claimed));
  return all;
}

}  // namespace overhand::study
