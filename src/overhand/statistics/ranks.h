// Orders, ranks and quantiles of one column, as R's order, rank and quantile compute them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/random/stream.h"
#include "overhand/table/column.h"

namespace overhand::statistics {

// Rows in ascending order of their values, equal values in row order: R's order(x).
using Order = std::vector<Row>;
Order stable_order(std::span<const double> values);

// Ascending; none is missing. -0 stands before 0.
void sort_ascending(std::span<double> values);
void sort_ascending(std::span<std::int64_t> values);

// Every so many of the values, at most `most` of them, in ascending order.
Reals sorted_sample(std::span<const double> values, std::size_t most);

Reals gathered(std::span<const double> values, std::span<const Row> rows);

// Ranks of the rows whose values, in this order, are `sorted`; those of further rows, which have no
// value, are 0.

// Twice the average rank of each row, 2 to 2n: whole numbers, so that comparisons are exact.
using DoubledRanks = std::vector<std::int32_t>;
DoubledRanks doubled_average_ranks(std::span<const double> sorted, const Order& order);

// Ranks 1 to n, equal values in random order.
using Ranks = std::vector<std::int32_t>;
Ranks random_tie_ranks(std::span<const double> sorted, Order order, const random::Key& key,
                       const random::StreamName& name);

// R's quantile, type 7: linear between the order statistics around (n - 1) probability.
double quantile(std::span<const double> sorted, double probability);

}  // namespace overhand::statistics
