// Profiles of test tables, and record linkage by the definition, for comparison.
#pragma once

#include <limits>

#include "overhand/risk/neighbours.h"
#include "overhand/statistics/profile.h"
#include "support/tables.h"

namespace overhand::testing {

inline statistics::Profile profile_of(const Table& table) {
  auto measured = statistics::measured_of(table, statistics::measured_names(table), "test");
  EXPECT_TRUE(measured) << measured.error().message;
  return statistics::profile_of(*std::move(measured));
}

struct BothProfiles {
  statistics::Profile original;
  statistics::Profile masked;
};
// By the same codes, units and distance.
inline BothProfiles profiles_of(const Table& original, const Table& masked) {
  auto before = statistics::measured_of(original, statistics::measured_names(original), "original");
  EXPECT_TRUE(before) << before.error().message;
  auto after = statistics::measured_like(*before, masked, "masked");
  EXPECT_TRUE(after) << after.error().message;
  auto [x, m] = statistics::in_common_terms(*std::move(before), *std::move(after));
  return {statistics::profile_of(std::move(x)), statistics::profile_of(std::move(m))};
}

// The nearest record of `table` to each of `others`, over these columns, by looking at all; of a
// table to itself, the nearest other record.
inline std::vector<risk::Neighbour> nearest_by_definition(const statistics::Profile& table,
                                                          const statistics::Profile& others,
                                                          std::span<const std::size_t> columns) {
  const auto picked = [&](std::span<const double> record) {
    Reals values;
    for (const std::size_t column : columns) values.push_back(record[column]);
    return values;
  };
  const Reals caps = table.is_mixed ? picked(table.caps) : Reals{};
  std::vector<risk::Neighbour> nearest(others.row_count(),
                                       {std::numeric_limits<double>::infinity(), 0});
  for (std::size_t i = 0; i < others.row_count(); ++i) {
    const Reals from = picked(others.standardised_record(i));
    for (std::uint32_t row = 0; row < table.row_count(); ++row) {
      if (&table == &others && row == i) continue;
      const Reals to = picked(table.standardised_record(row));
      const double distance = risk::squared_distance(from, to, caps);
      if (distance < nearest[i].distance) nearest[i] = {distance, row};
    }
  }
  return nearest;
}

inline std::vector<risk::Neighbour> nearest_by_definition(const statistics::Profile& table,
                                                          const statistics::Profile& others) {
  std::vector<std::size_t> all(table.dimension_count());
  std::iota(all.begin(), all.end(), std::size_t{0});
  return nearest_by_definition(table, others, all);
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
