// Linkage: DBRL alone, of one masked table, without the cost of the other measures.
#pragma once

#include <optional>

#include "overhand/core/progress.h"
#include "overhand/masking/method.h"
#include "overhand/risk/dbrl.h"
#include "overhand/risk/kept_columns.h"
#include "overhand/statistics/wilson.h"
#include "overhand/table/table.h"

namespace overhand::evaluation {

struct Linkage {
  std::size_t records = 0;                                      // of the masked table
  std::size_t searched = 0;                                     // all of them, or a random sample
  double share = 0;                                             // DBRL of the searched ones
  std::optional<statistics::Interval> interval = std::nullopt;  // of a sample, 95 %
  bool is_by_source = false;  // else records have no source: the sorted pairing, a lower bound
};

// How many masked records have their own original among the nearest, over the columns to mask.
// Records are paired as pairings_for() says. Fails where the measures fail: infinite values, fewer
// than 2 records; and when cancelled.
Result<Linkage> linkage_of(const Table& original, const masking::Method& method,
                           const masking::Masked& masked, const risk::SampleOptions& options,
                           const random::Key& key, const Progress& progress = {});

// What goes out as it was: kept and unchanged columns, copies, order.
risk::KeptColumns kept_in(const Table& original, const masking::Masked& masked);

}  // namespace overhand::evaluation
