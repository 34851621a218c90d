// Study: all that was run, as values that the report writes.
#pragma once

#include <array>
#include <vector>

#include "overhand/study/experiments.h"
#include "overhand/study/orders.h"
#include "overhand/study/permutation.h"
#include "overhand/study/thresholds.h"
#include "overhand/study/timing.h"
#include "overhand/study/unsorted.h"

namespace overhand::study {

struct Study {
  StudySize size;
  std::uint64_t seed;
  std::vector<ExperimentResult> experiments;  // complete ones
  std::vector<GlmRow> glm;
  std::optional<Thresholds> thresholds;
  std::vector<Orders> orders;
  std::vector<Unsorted> unsorted;
  std::optional<RestrictedPermutation> permutation;
  std::vector<Cloud> clouds;
  std::vector<Timing> timings;
};

inline constexpr std::array both_readings = {tuning::Reading::as_published,
                                             tuning::Reading::by_true_source};
inline const std::vector<Family> all_families = {Family::paper, Family::ours, Family::other,
                                                 Family::variant};

// An entrant with what is shown for it under one reading.
struct Standing {
  const MethodResult* method;
  const Chosen* chosen;
  bool is_under;  // the ceiling, on most tables
  double overall;
};

// The entrants of `families` that were measured: those under the ceiling by their overall score,
// the others after them by their risk.
std::vector<Standing> ranking(const ExperimentResult& result, tuning::Reading reading,
                              const std::vector<Family>& families);

// "bins 100", "percent 69": the options of a setting, orders of columns left out.
std::string setting_text(const tuning::Point& point);

// "bins 10 to 40" where the tables differ.
std::string setting_text(const MethodResult& method, const Chosen& chosen);

// A sentence of the paper, held against the results.
struct Claim {
  std::string statement;
  std::optional<bool> holds;  // none: what it needs was not run
  std::string found;          // our numbers
  std::string why;            // what decides it
};

// Each claim of the paper, but for those about time, under its own reading of the risk.
std::vector<Claim> claims(const Study& study);

// Those about time alone, which the clock decides.
std::vector<Claim> timing_claims(const Study& study);

// What remains when each masked record is held against its true source.
std::vector<Claim> true_source_claims(const Study& study);

}  // namespace overhand::study
