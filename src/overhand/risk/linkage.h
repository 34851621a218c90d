// Linkage: DBRL alone, of one masked table, without the cost of the other measures.
#pragma once

#include <optional>

#include "overhand/core/progress.h"
#include "overhand/risk/dbrl.h"
#include "overhand/statistics/wilson.h"
#include "overhand/table/table.h"

namespace overhand::risk {

struct Linkage {
  std::size_t records = 0;                                      // of the masked table
  std::size_t searched = 0;                                     // all of them, or a random sample
  double share = 0;                                             // DBRL of the searched ones
  std::optional<statistics::Interval> interval = std::nullopt;  // of a sample, 95 %
  bool is_by_source = false;  // else records have no source: the sorted pairing, a lower bound
};

// How many masked records have their own original among the nearest, over the columns to mask.
// `source` is the original row of each masked record. Without it the k-th smallest of a column goes
// with the k-th smallest, and the mean over the columns is taken (the paper's Algorithm 4). Fails
// where the measures fail: text, missing or infinite values, fewer than 2 records; and when
// cancelled.
Result<Linkage> linkage_of(const Table& original, const Table& masked,
                           std::optional<Partners> source, const SampleOptions& options,
                           const random::Key& key, const Progress& progress = {});

}  // namespace overhand::risk
