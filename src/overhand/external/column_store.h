// ColumnStore: the columns of a table on the disk, as they are stored in the memory.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "overhand/io/scratch_file.h"
#include "overhand/table/table.h"

namespace overhand::external {

// What a value of the column takes: 8 bytes, or 4 as a code of a level.
std::size_t cell_size(const Column& column);

class ColumnStore {
 public:
  // Of `rows` records; fails where the folder has less room than `bytes`.
  static Result<ColumnStore> create(const std::string& folder, std::size_t rows,
                                    std::uint64_t bytes);

  std::size_t row_count() const { return rows_; }

  // Room for a column like this one, whose values are still to be written. Its number.
  std::size_t add(const Column& like);

  // The values from `first_row` on; levels are those of the column that was added.
  Status write(std::size_t column, std::size_t first_row, const Column& part);
  Result<Column> read(std::size_t column, std::size_t first_row, std::size_t count) const;
  Result<Column> read(std::size_t column) const { return read(column, 0, rows_); }

  // All columns of some records.
  Result<Table> read_table(std::size_t first_row, std::size_t count) const;

 private:
  struct Stored {
    Column empty;
    std::uint64_t offset;
  };

  ColumnStore(io::ScratchFile file, std::size_t rows) : file_(std::move(file)), rows_(rows) {}

  io::ScratchFile file_;
  std::size_t rows_;
  std::vector<Stored> columns_;
};

}  // namespace overhand::external
