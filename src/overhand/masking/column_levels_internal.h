// A column as levels: 0, 1, ... in the order of its kind.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "overhand/table/column.h"

namespace overhand::masking {

// A level that fewer of so many records have is rare: it tells who has it. Of few records, as in
// strata and among units of one size, those that nobody shares are.
constexpr std::size_t fewest_holders(std::size_t records) {
  constexpr std::size_t part = 50;
  return std::clamp(records / part, std::size_t{2}, std::size_t{10});
}

// Levels are numbered in their given order where a category has one, else numbers by their value
// and other texts by their bytes: the same order from whatever file. False comes before true. A gap
// is a level of its own, the last one.
struct ColumnLevels {
  std::vector<std::uint32_t> of_row;
  std::size_t count = 0;

  std::vector<std::size_t> sizes() const;  // how many records each level has
};

// Of a column of Kind::levels; levels that no record has are left out.
ColumnLevels levels_of(const Column& column);

// The numbers that levels_of() gives to the levels of a column, for other records of it. A level
// that was not there, and a gap where there was none, has the last number, which no level that was
// there has.
class LevelNumbers {
 public:
  explicit LevelNumbers(const Column& column);

  ColumnLevels of(const Column& column) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  std::uint32_t of_text(std::string_view text) const;
  std::uint32_t of_truth(std::int64_t value) const;

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> of_text_;
  std::array<std::uint32_t, 2> of_truth_ = {};
  std::uint32_t of_gap_ = 0;
  std::uint32_t unseen_ = 0;
};

// Of any column: 0 where there is a value, 1 where it is missing; one level where none is.
ColumnLevels missingness_of(const Column& column);

}  // namespace overhand::masking
