// Verdict: may this table go out, why, and what is said when somebody asks.
#pragma once

#include <string>
#include <vector>

#include "overhand/report/chart.h"
#include "overhand/report/subject.h"
#include "overhand/risk/kept_columns.h"

namespace overhand::report {

enum class Level { usable, care, refused, unknown };

std::string name_of(Level level);  // "usable"

// Sentences; what stands between ** is strong.
struct Verdict {
  Level level = Level::unknown;
  std::string headline;
  std::string facts;
  std::vector<std::string> intruder;  // what an intruder can do
  std::vector<std::string> analysts;  // what analysts keep and lose
  std::vector<std::string> limits;    // what is not promised
};

Verdict verdict_of(const Subject& subject);

// Of a table that was masked, but cannot be measured: `why` is the sentence of the measures. What
// its kept columns tell is known all the same.
Verdict unmeasured_verdict(const Table& original, const masking::Masked& masked,
                           const masking::Method& method, const std::string& why);

// Where nothing may be released, and `why` says why.
Verdict refusal_verdict(const tuning::Tuning& tuning, const std::string& why);

Json verdict_json(const Verdict& verdict);

}  // namespace overhand::report
