// Profile: what the measures need to know of one table, computed once.
#pragma once

#include <span>
#include <vector>

#include "overhand/statistics/numbers.h"
#include "overhand/statistics/ranks.h"

namespace overhand::statistics {

struct Profile {
  Numbers numbers;
  Reals mean;
  Reals sd;                              // divisor n - 1
  Reals standardised;                    // record after record; 0 where a column is constant
  std::vector<Order> order;              // by column
  std::vector<Reals> sorted;             // by column
  std::vector<DoubledRanks> ranks;       // by column
  std::vector<std::int32_t> rank_cells;  // the same, record after record

  std::size_t row_count() const { return numbers.row_count(); }
  std::size_t column_count() const { return numbers.column_count(); }
  std::span<const double> standardised_record(std::size_t row) const {
    return std::span(standardised).subspan(row * column_count(), column_count());
  }
  std::span<const std::int32_t> rank_record(std::size_t row) const {
    return std::span(rank_cells).subspan(row * column_count(), column_count());
  }
};

Profile profile_of(Numbers numbers);

// What distances between records need alone: without order, sorted and ranks.
Profile distance_profile(Numbers numbers);

// The original row that goes with each masked row when both tables are sorted by a column: the k-th
// smallest with the k-th smallest (the paper's Algorithm 4).
Order sorted_partners(const Profile& original, const Profile& masked, std::size_t column);

// The mean and the standard deviation as R's scale computes them: sums in extended precision. Equal
// bit for bit where long double has 64 bits of precision, so that the same distances tie.
struct MeanAndSd {
  double mean;
  double sd;
};
MeanAndSd mean_and_sd(std::span<const double> values);

}  // namespace overhand::statistics
