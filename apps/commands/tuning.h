// What tune and compare are asked, and what they tell, for every face.
#pragma once

#include <functional>
#include <limits>
#include <string>

#include "commands/preparation.h"
#include "overhand/release/release.h"

namespace overhand::commands {

struct TuneWish {
  std::string method = "sjppds";  // or "all"
  std::string risk = "lineage";   // lineage: by true sources where there are; paper: as published
  std::string ps = "damped";      // or glm, as R fits it
  std::string score = "loss";     // or paper
  std::string marginals = "exact";
  std::string keys_by = "least";  // or cells
  double max_risk = 0.2;
  int replications = 30;
  std::uint64_t seed = 1;
  double seconds = std::numeric_limits<double>::infinity();
  bool quick = false;  // 10 settings, 3 replications
};

// `clock`: seconds since the work began.
release::Wish wish_of(const TuneWish& wish, const Structure& structure,
                      std::function<double()> clock);

// "all records", or how large the sample was.
std::string tried_on(const tuning::Tuning& tuning);

// Refers to all that it is given. `table`: what the report calls it.
report::Subject subject_of(const std::string& table, const TuneWish& wish,
                           const tuning::Tuning& tuning, const release::Released& released,
                           const PreparedTable& read);

// docs/results.schema.json. `command`: tune or compare.
report::Json tuned_json(const std::string& command, const tuning::Tuning& tuning,
                        const PreparedTable& read);

// What stands in it under "release", where a table was made.
report::Json released_json(const report::Subject& subject, const release::Released& released);

}  // namespace overhand::commands
