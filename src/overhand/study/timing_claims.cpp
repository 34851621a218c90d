#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>

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

Claim growth_of_cost(const Study& study) {
  Claim claim{"The cost of simplified SJPPDS is quadratic in p, linear in n and in n_c.",
              std::nullopt, "",
              "Exponents by the slope of log time on log size, the larger half of the sizes; "
              "within 0.35 counts. The literal algorithm copies p columns p times, so p^2 n; its "
              "bins cost a tree's depth here, where R goes through every level. The closed form "
              "is linear in p and does not depend on n_c."};
  const std::map<std::string, double> expected = {
      {"columns", 2}, {"many_columns", 2}, {"many_rows", 1}, {"bins", 1}};
  for (const Series& series : timing_series()) {
    const auto wanted = expected.find(series.name);
    const auto literal = growth(study.timings, series, "sjppds_simplified");
    const auto closed = growth(study.timings, series, "sjppds");
    if (wanted == expected.end() || !literal || !closed) continue;
    claim.holds = claim.holds.value_or(true) && std::abs(*literal - wanted->second) <= 0.35;
    claim.found += fmt::format("{}{}: simplified {:.2f} (claimed {:.0f}), closed form {:.2f}",
                               claim.found.empty() ? "" : "; ", series.name, *literal,
                               wanted->second, *closed);
  }
  return claim;
}

}  // namespace

std::vector<Claim> timing_claims(const Study& study) {
  return {order_of_speed(study), under_a_second_and_a_half(study), growth_of_cost(study)};
}

}  // namespace overhand::study
