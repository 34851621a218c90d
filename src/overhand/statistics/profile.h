// Profile: what the measures need to know of one table, computed once.
#pragma once

#include <span>
#include <vector>

#include "overhand/statistics/measured.h"
#include "overhand/statistics/ranks.h"

namespace overhand::statistics {

// What one column of a mixed table adds to the squared distance of two records, at most: a number
// as much as two values drawn at random differ by on average, and so does a gap against a value;
// a category 1 where the levels differ.
constexpr double most_by_number = 2;
constexpr double most_by_category = 1;
// Where a gap lies among standardised numbers: farther from each than any cap, and exact as a
// float.
constexpr double place_of_gap = 0x1p20;

struct Profile : Measured {
  Reals mean;                            // of the values that are there
  Reals sd;                              // divisor n - 1
  Reals standardised;                    // the points that distances are between, record after
                                         // record: numbers standardised (0 where a column is
                                         // constant), then codes
  Reals caps;                            // of a mixed table: the most that each column adds
  std::vector<Order> order;              // by column, gaps last
  std::vector<Reals> sorted;             // by column, without gaps
  std::vector<DoubledRanks> ranks;       // by column; 0 is a gap
  std::vector<std::int32_t> rank_cells;  // the same, record after record
  std::vector<Order> level_order;        // by category: by level, gaps last

  std::size_t row_count() const { return rows; }
  // The ordered columns.
  std::size_t column_count() const { return numbers.column_count(); }
  std::span<const double> standardised_record(std::size_t row) const {
    return std::span(standardised).subspan(row * dimension_count(), dimension_count());
  }
  std::span<const std::int32_t> rank_record(std::size_t row) const {
    return std::span(rank_cells).subspan(row * column_count(), column_count());
  }
};

Profile profile_of(Measured measured);

// What distances between records need alone: without order, sorted and ranks.
Profile distance_profile(Measured measured);

// The original row that goes with each masked row when both tables are sorted by one of all
// columns: the k-th smallest with the k-th smallest (the paper's Algorithm 4).
Order sorted_partners(const Profile& original, const Profile& masked, std::size_t dimension);

// The mean and the standard deviation as R's scale computes them: sums in extended precision. Equal
// bit for bit where long double has 64 bits of precision, so that the same distances tie.
struct MeanAndSd {
  double mean;
  double sd;
};
MeanAndSd mean_and_sd(std::span<const double> values);

}  // namespace overhand::statistics
