// A table in a file whose columns are read one at a time, or a few.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "overhand/io/read_table.h"

namespace overhand::io {

// What a file says of its size before it is read.
struct FileSize {
  std::optional<std::size_t> rows;  // columnar files know them
  std::size_t columns = 0;          // that are chosen
  std::uint64_t bytes = 0;          // unpacked, about
};

class ColumnSource {
 public:
  // As read_file() does, and fails like it; `progress` must outlive the source.
  static Result<ColumnSource> open(const std::string& path, const ColumnChoice& choice,
                                   const ReadOptions& options, const Progress& progress);
  ColumnSource(ColumnSource&&) noexcept;
  ColumnSource& operator=(ColumnSource&&) = delete;
  ~ColumnSource();

  // The chosen columns with their roles, still without values.
  const std::vector<Column>& columns() const;
  const std::string& name() const;  // of the file
  FileSize size() const;

  // Whether a column is read without all others: not so where records stand one after the other.
  bool reads_single_columns() const;

  // These of columns(), as the choice wants them. Fails as read_file() does.
  Result<TableInFile> read(const std::vector<std::size_t>& columns) const;

  struct Opened;

 private:
  explicit ColumnSource(std::unique_ptr<Opened> opened);
  std::unique_ptr<Opened> opened_;
};

}  // namespace overhand::io
