// PartStore: the records of a table on the disk, by the part that they belong to.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "overhand/external/column_store.h"

namespace overhand::external {

class PartStore {
 public:
  // `counts`: how many records each part has. `columns`: whose values come.
  static Result<PartStore> create(const std::string& folder, const std::vector<Column>& columns,
                                  std::span<const std::size_t> counts);

  // The next records of the table, and the part of each.
  Status add(const Table& records, std::span<const std::uint32_t> parts);

  // All records of a part, in the order in which they were added.
  Result<Table> read(std::size_t part) const;

  // Where the part begins when all are laid one after the other.
  std::size_t start_of(std::size_t part) const { return starts_[part]; }
  std::size_t part_at(std::size_t place) const;

 private:
  PartStore(ColumnStore store, std::vector<std::size_t> starts)
      : store_(std::move(store)), starts_(std::move(starts)), next_(starts_) {}

  ColumnStore store_;
  std::vector<std::size_t> starts_;  // of each part, and the end of the last
  std::vector<std::size_t> next_;    // the place of the next record of each part
};

}  // namespace overhand::external
