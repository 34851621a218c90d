// How workbooks name cells: B17 is in the second column and the 17th row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace overhand::io {

constexpr std::size_t most_sheet_rows = 1'048'576;
constexpr std::size_t most_sheet_columns = 16'384;

// Rows and columns from 0.
struct CellReference {
  std::size_t row = 0;
  std::size_t column = 0;
  bool operator==(const CellReference&) const = default;
};

// Of "B17"; none where it is no cell that a sheet can have.
std::optional<CellReference> cell_reference(std::string_view text);

// "B" of 1, "AA" of 26.
std::string column_letters(std::size_t column);

// A block of cells, both corners in it.
struct CellRange {
  CellReference first;
  CellReference last;
  bool operator==(const CellRange&) const = default;
};

// Of "A1:C2", or of a single cell.
std::optional<CellRange> cell_range(std::string_view text);

}  // namespace overhand::io
