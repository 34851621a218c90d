// Tables for tests: small ones by hand, random ones for properties.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "overhand/masking/masked.h"
#include "overhand/random/normal.h"
#include "overhand/random/uniform.h"
#include "overhand/table/table.h"

namespace overhand::testing {

inline Table table_of(std::vector<Reals> columns) {
  std::vector<Column> named;
  for (Reals& values : columns) {
    named.push_back({"x" + std::to_string(named.size() + 1), std::move(values)});
  }
  return Table(std::move(named));
}

// A column's own reals, which copy into a vector where a test wants to change them.
struct RealCells : Cells<double> {
  operator Reals() const { return {begin(), end()}; }
};
inline RealCells reals_of(const Table& table, std::size_t column) {
  return {std::get<Cells<double>>(table.columns()[column].values)};
}

// Each value of a column of reals by change(value).
template <class Change>
void change_each(Column& column, const Change& change) {
  Reals values = reals(column);
  for (double& value : values) change(value);
  column = with_values(column, std::move(values));
}
inline void set_real(Column& column, std::size_t row, double value) {
  Reals values = reals(column);
  values[row] = value;
  column = with_values(column, std::move(values));
}

// 2 to 60 rows and 2 to 5 columns of few distinct values, of reals, constants and integers, some
// missing.
inline Table random_table(random::Stream& stream) {
  const std::size_t rows = 2 + random::uniform_below(59, stream);
  std::vector<Column> columns(2 + random::uniform_below(4, stream));
  for (std::size_t j = 0; j < columns.size(); ++j) {
    columns[j].name = "x" + std::to_string(j + 1);
    const auto kind = random::uniform_below(5, stream);
    if (kind == 4) {
      Integers values(rows);
      for (auto& value : values) value = random::uniform_below(1000, stream);
      if (random::uniform_below(2, stream) == 1) values[0] = missing_integer;
      columns[j] = with_values(columns[j], values);
      continue;
    }
    Reals values(rows);
    for (double& value : values) {
      if (kind == 0) value = random::normal(stream);
      if (kind == 1) value = random::uniform_below(6, stream);
      if (kind == 2) value = 7;
      if (kind == 3)
        value = random::uniform_below(4, stream) == 0 ? missing_real : random::uniform(stream);
    }
    columns[j] = with_values(columns[j], values);
  }
  return Table(std::move(columns));
}

template <class Property>
void for_random_tables(int count, Property&& holds) {
  random::Stream stream(random::key_from_seed(20240601), {random::Purpose::test});
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("random table " + std::to_string(i));
    holds(random_table(stream));
  }
}

// Independent standard normal columns.
inline Table normal_table(std::size_t rows, std::size_t columns, std::uint64_t seed) {
  const random::Key key = random::key_from_seed(seed);
  std::vector<Reals> values(columns, Reals(rows));
  for (std::uint32_t j = 0; j < columns; ++j) {
    random::Stream stream(key, {random::Purpose::test, j});
    for (double& value : values[j]) value = random::normal(stream);
  }
  return table_of(std::move(values));
}

// Independent standard normal columns of which `relate` changes each record, a span of its values.
// The last column is of whole numbers, rounded.
template <class Relate>
Table related_table(std::size_t records, std::size_t columns, std::uint64_t seed,
                    const Relate& relate) {
  Table table = normal_table(records, columns, seed);
  std::vector<Reals> values;
  for (const Column& column : table.columns()) values.push_back(reals(column));
  Integers whole(records);
  Reals record(columns);
  for (std::size_t i = 0; i < records; ++i) {
    for (std::size_t j = 0; j < columns; ++j) record[j] = values[j][i];
    relate(std::span<double>(record));
    for (std::size_t j = 0; j + 1 < columns; ++j) values[j][i] = record[j];
    whole[i] = std::llround(record.back());
  }
  for (std::size_t j = 0; j + 1 < columns; ++j) {
    table.columns()[j] = with_values(table.columns()[j], values[j]);
  }
  table.columns().back() = with_values(table.columns().back(), whole);
  return table;
}

// A column's values in ascending order, missing ones last: the multiset, for comparison.
inline Reals sorted_reals(const Column& column) {
  Reals values = reals(column);
  std::ranges::sort(values,
                    [](double a, double b) { return is_missing(b) ? !is_missing(a) : a < b; });
  std::ranges::replace_if(values, [](double v) { return is_missing(v); }, 1e308);
  return values;
}

// A context with a key from a seed, for as long as the test needs it.
struct Seeded {
  explicit Seeded(std::uint64_t seed) : key(random::key_from_seed(seed)) {}
  random::Key key;
  Progress progress = {};
  masking::Context context = {key, progress};
};

}  // namespace overhand::testing
