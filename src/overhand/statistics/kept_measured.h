// The columns that go out as they are, as associations see them.
//
// What analysts group by is a category whatever its type, a region that is a number too: a column
// whose values are shared by 5 records or more on average. Others are numbers where they say
// numbers. What is left is nearly as different as the records are, and tells of nothing.
#pragma once

#include "overhand/statistics/measured.h"

namespace overhand::statistics {

struct KeptMeasured {
  Measured columns;                   // without any, of no records
  std::vector<std::string> left_out;  // that are neither
};

KeptMeasured kept_measured(const Table& original);

// The same columns of a masked table, by the same codes.
Measured kept_measured_like(const Measured& original, const Table& masked);

}  // namespace overhand::statistics
