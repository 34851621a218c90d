// What the claims ask of standings.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "overhand/study/findings_internal.h"

namespace overhand::study {

inline std::string name_of(const Standing& standing) { return standing.method->entrant.name; }

// The median of that measure under the reading.
double median_of(const Standing& standing, tuning::Reading reading, evaluation::MeasureId measure);

// Null when that entrant is not among them.
const Standing* standing_of(const std::vector<Standing>& standings, std::string_view name);

// "Census: sjppds 0.080, cart 0.101": the leading `count` under the ceiling.
std::string leaders(const ExperimentResult& result, const std::vector<Standing>& standings,
                    std::size_t count);

bool is_led_by(const std::vector<Standing>& standings, std::string_view name);

// Those under the ceiling by a measure as the paper reads it, the lowest first.
std::vector<Standing> by_measure(std::vector<Standing> standings, evaluation::MeasureId measure);

// A claim about every experiment that was run: `check` sets what it found and says whether it holds
// there.
template <class Check>
Claim claim_of_all(const Study& study, tuning::Reading reading, const std::vector<Family>& families,
                   std::string statement, std::string why, const Check& check) {
  Findings findings(std::move(statement), std::move(why));
  for (const ExperimentResult& result : study.experiments) {
    std::string found = result.title + ":";
    const bool holds = check(result, ranking(result, reading, families), found);
    findings.add(holds, fmt::format("{} ({})", found, holds ? "yes" : "no"));
  }
  return findings.claim();
}

}  // namespace overhand::study
