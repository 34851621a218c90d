// Copies: masked records that equal a unique original record in every column to mask. The record of
// a person who can be told apart is out, whoever's record the copy was made from: linkage by true
// source does not see it. Known of synthetic tables as replicated uniques.
#pragma once

#include "overhand/risk/found_share.h"
#include "overhand/table/table.h"

namespace overhand::risk {

// Columns are matched by name. Above 20,000 masked records 2,000 are looked at. None without
// columns to mask.
FoundShare copies_of_unique(const Table& original, const Table& masked);

}  // namespace overhand::risk
