// Profiles of test tables, and record linkage by the definition, for comparison.
#pragma once

#include <limits>

#include "overhand/risk/nearest.h"
#include "overhand/statistics/profile.h"
#include "support/tables.h"

namespace overhand::testing {

inline statistics::Profile profile_of(const Table& table) {
  auto numbers = statistics::numbers_of(table, statistics::measured_names(table), "test");
  EXPECT_TRUE(numbers) << numbers.error().message;
  return statistics::profile_of(*std::move(numbers));
}

inline Reals nearest_by_definition(const statistics::Profile& original,
                                   const statistics::Profile& masked) {
  Reals distances(masked.row_count(), std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < masked.row_count(); ++i) {
    for (std::size_t l = 0; l < original.row_count(); ++l) {
      distances[i] = std::min(
          distances[i],
          risk::squared_distance(masked.standardised_record(i), original.standardised_record(l)));
    }
  }
  return distances;
}

// Few distinct values: duplicates, ties, now and then a constant column.
inline Table tied_table(std::size_t rows, std::size_t columns, std::uint32_t levels,
                        std::uint64_t seed) {
  random::Stream stream(random::key_from_seed(seed), {random::Purpose::test});
  std::vector<Reals> values(columns, Reals(rows));
  for (Reals& column : values) {
    for (double& value : column) value = random::uniform_below(levels, stream);
  }
  return table_of(std::move(values));
}

// x + percent of its standard deviation times a normal variate, column by column.
inline Table with_noise(const Table& table, double percent, std::uint64_t seed) {
  Table noisy = table;
  for (std::uint32_t j = 0; j < noisy.column_count(); ++j) {
    random::Stream stream(random::key_from_seed(seed), {random::Purpose::test, j});
    Reals values = reals(noisy.columns()[j]);
    const double sd = statistics::mean_and_sd(values).sd;
    for (double& value : values) value += percent / 100 * sd * random::normal(stream);
    noisy.columns()[j] = with_values(noisy.columns()[j], std::move(values));
  }
  return noisy;
}

}  // namespace overhand::testing
