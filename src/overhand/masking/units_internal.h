// Units: the records of one household, person or firm, which are masked as one record.
//
// Units of equal size become wide records: a column that never differs inside a unit stands once,
// any other once for each member. So what members share, and how they go together, is masked like
// what one record holds.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::masking {

// A size of which there are fewer units is too rare to mask.
constexpr std::size_t fewest_units = 20;

// Units of one size in one stratum.
struct Block {
  std::size_t size = 1;   // records of a unit
  std::vector<Row> rows;  // unit after unit
  std::size_t units() const { return rows.size() / size; }
};

// By stratum and size. The members of a unit are in the order of the structure's column or of the
// table; each record is a unit where no column tells them. Fails on a column that is not there or
// has gaps, on a stratum of one record, and on a unit that lies in two strata.
Result<std::vector<Block>> blocks_in(const Table& table, const Structure& structure);

// What a column of the members is called in wide records, and whether it is called so, or as it is.
std::string member_name(std::string_view column, std::size_t member);
bool is_named_for(std::string_view name, std::string_view column);

// Where sizes are too rare: how many units of them, and how large those are.
std::optional<Error> problem_with_rare_units(const std::vector<Block>& blocks,
                                             const Structure& structure);

}  // namespace overhand::masking
