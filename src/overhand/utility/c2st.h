// Classifier two-sample test (c2st): how well boosted trees tell masked from original records that
// they have not seen.
//
// The records of both tables are dealt into three folds; trees trained on two of them say of each
// record of the third how likely it is a masked one. With AUC the area under the curve of what they
// say of all records, c2st = 2 max(0, AUC - 1/2). 0: no better than a coin; 1: never wrong.
//
// D. Lopez-Paz and M. Oquab (2017), "Revisiting classifier two-sample tests", ICLR 2017.
#pragma once

#include "overhand/random/key.h"
#include "overhand/statistics/profile.h"
#include "overhand/statistics/wilson.h"

namespace overhand::utility {

struct C2st {
  double value = 0;
  statistics::Interval interval{0, 0};  // 95 %, by the standard error of Hanley and McNeil (1982)
  std::size_t records = 0;              // of each table, at most
  bool is_sample = false;
};

// What goes out as it is, of both tables: trees see it beside what is measured, so that records
// whose masked values no longer fit their kept ones are told apart. None: empty ones.
struct KeptBeside {
  const statistics::Measured& original;
  const statistics::Measured& masked;
};

// `most` records of each table at most.
C2st classifier_two_sample(const statistics::Profile& original, const statistics::Profile& masked,
                           const KeptBeside& kept, const random::Key& key, std::size_t most);

}  // namespace overhand::utility
