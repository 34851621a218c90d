// Original: a table in a file of which one column at a time is in the memory.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "overhand/external/column_store.h"
#include "overhand/io/column_source.h"
#include "overhand/masking/masked.h"
#include "overhand/masking/release_key.h"

namespace overhand::external {

// What is done to a column before it is masked: coarsened, and held against what cannot be masked.
using Preparation = std::function<Result<Column>(Column)>;

struct Room {
  std::uint64_t memory;  // how much may be used
  std::string folder;    // where temporary files go
};

// Looked at once: each column's values have been read, digested and given back.
class Original {
 public:
  // Digests are made with the key of `context`. Where records stand one after the other in the file
  // its columns are put on the disk, a few at a time.
  static Result<Original> survey(const io::ColumnSource& source, const masking::Method& method,
                                 const Preparation& prepared, const Room& room,
                                 const masking::Context& context);

  std::size_t row_count() const { return rows_; }
  const std::vector<Column>& columns() const { return columns_; }  // without values
  const std::vector<masking::StatedColumn>& stated() const { return stated_; }
  const io::Layout& layout() const { return layout_; }
  const std::vector<std::string>& notes() const { return notes_; }  // of the file

  // Records at random, in the order of their rows, with every level of the table.
  const Table& sample() const { return sample_; }
  const Lineage& sampled_rows() const { return sampled_; }

  // The column as it is to be masked.
  Result<Column> read(std::size_t column) const;

 private:
  explicit Original(const io::ColumnSource& source, Preparation prepared)
      : source_(&source), prepared_(std::move(prepared)) {}

  Status look_at(std::size_t column, Column values, const masking::Method& method,
                 const masking::Context& context);
  Status read_group(const std::vector<std::size_t>& group, const masking::Method& method,
                    const Room& room, const masking::Context& context);
  Status put_away(std::size_t column, const Column& values, const Room& room);

  const io::ColumnSource* source_;
  Preparation prepared_;
  std::size_t rows_ = 0;
  std::vector<Column> columns_;
  std::vector<masking::StatedColumn> stated_;
  io::Layout layout_;
  std::vector<std::string> notes_;
  Table sample_;
  Lineage sampled_;
  std::optional<ColumnStore> store_;  // of files without single columns
};

}  // namespace overhand::external
