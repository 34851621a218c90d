// KeyCodes: the key columns, those by which an intruder knows a record, as numbers.
//
// Equal values of a key have equal codes, numbered from 0 in the order of their first records, so
// that a table has the same codes from whatever file it came. A missing value is missing_code.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::keys {

constexpr std::size_t most_keys = 32;

struct KeyColumn {
  std::string name;
  std::vector<Code> codes;
  std::size_t levels = 0;  // different values that are not missing
};

struct KeyCodes {
  std::vector<KeyColumn> columns;

  std::size_t key_count() const { return columns.size(); }
  std::size_t row_count() const { return columns.empty() ? 0 : columns.front().codes.size(); }
};

// The keys that are said, or else all columns that go out as they are, but for the weight.
std::vector<std::string> keys_in(const Table& table, const Structure& structure);

Error named_twice(const std::string& key);

// What stands in a kept column for a gap is one.
KeyColumn coded(const Column& column);

// The keys of these records; their codes stay what they were.
KeyCodes gathered(const KeyCodes& keys, std::span<const Row> rows);

// The columns at these places of the table. Fails on none, on more than most_keys and on one that
// is named twice.
Result<KeyCodes> codes_of(const Table& table, std::span<const std::size_t> columns);
Result<KeyCodes> codes_of(const Table& table, const std::vector<std::string>& names);

}  // namespace overhand::keys
