// Two tables, cell by cell: the same names, types, levels and values to the last bit.
#pragma once

#include <gtest/gtest.h>

#include <bit>

#include "overhand/table/cell_text.h"
#include "overhand/table/table.h"

namespace overhand::testing {

// What is missing is the same, whatever its bits.
inline bool is_same_cell(const Column& a, const Column& b, std::size_t row) {
  if (const auto* reals = std::get_if<Cells<double>>(&a.values)) {
    const double other = std::get<Cells<double>>(b.values)[row];
    if (is_missing((*reals)[row]) || is_missing(other)) {
      return is_missing((*reals)[row]) && is_missing(other);
    }
    return std::bit_cast<std::uint64_t>((*reals)[row]) == std::bit_cast<std::uint64_t>(other);
  }
  if (const auto* whole = std::get_if<Cells<std::int64_t>>(&a.values)) {
    return (*whole)[row] == std::get<Cells<std::int64_t>>(b.values)[row];
  }
  return std::get<Texts>(a.values)[row] == std::get<Texts>(b.values)[row];
}

inline void expect_same_column(const Column& actual, const Column& expected) {
  EXPECT_EQ(actual.name, expected.name);
  EXPECT_EQ(actual.type, expected.type) << expected.name;
  EXPECT_EQ(actual.role, expected.role) << expected.name;
  ASSERT_EQ(actual.size(), expected.size()) << expected.name;
  ASSERT_EQ(actual.values.index(), expected.values.index()) << expected.name;
  for (std::size_t row = 0; row < expected.size(); ++row) {
    ASSERT_TRUE(is_same_cell(actual, expected, row))
        << expected.name << ", row " << row << ": " << cell_text(actual, row).value_or("missing")
        << " is not " << cell_text(expected, row).value_or("missing");
  }
}

inline void expect_same_table(const Table& actual, const Table& expected) {
  ASSERT_EQ(column_names(actual), column_names(expected));
  for (std::size_t j = 0; j < expected.column_count(); ++j) {
    expect_same_column(actual.columns()[j], expected.columns()[j]);
  }
}

inline bool is_same_table(const Table& a, const Table& b) {
  if (column_names(a) != column_names(b) || a.row_count() != b.row_count()) return false;
  for (std::size_t j = 0; j < a.column_count(); ++j) {
    for (std::size_t row = 0; row < a.row_count(); ++row) {
      if (!is_same_cell(a.columns()[j], b.columns()[j], row)) return false;
    }
  }
  return true;
}

// Records from `first` on.
inline Table slice_of(const Table& table, std::size_t first, std::size_t count) {
  Lineage rows;
  for (std::size_t row = first; row < first + count; ++row) rows.push_back(static_cast<Row>(row));
  return gather(table, rows);
}

}  // namespace overhand::testing
