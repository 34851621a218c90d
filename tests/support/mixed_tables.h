// Random tables of every type, with gaps: for properties of methods that take them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "overhand/table/cell_text.h"
#include "support/tables.h"

namespace overhand::testing {

// How many of a column's levels there are: one, few, or as many as records.
enum class Spread { one, few, all };

inline std::uint32_t level_below(Spread spread, std::size_t row, random::Stream& stream) {
  if (spread == Spread::one) return 0;
  return spread == Spread::few ? random::uniform_below(4, stream) : static_cast<std::uint32_t>(row);
}

// One column of the type numbered `kind`, 0 to 7, a fifth of it missing where it has gaps.
inline Column mixed_column(std::size_t kind, std::size_t rows, Spread spread, bool has_gaps,
                           random::Stream& stream) {
  const std::string name = "x" + std::to_string(kind);
  const auto is_gap = [&] { return has_gaps && random::uniform_below(5, stream) == 0; };
  Reals reals(rows);
  Integers whole(rows);
  TextsBuilder texts;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::uint32_t level = level_below(spread, row, stream);
    const bool is_missing = is_gap();
    reals[row] = is_missing ? missing_real : level + 0.25;
    // beyond 2^53 no two neighbours are the same double
    whole[row] = is_missing ? missing_integer : std::int64_t{1700000000000000001} + level;
    const std::string text = "level " + std::to_string(level);
    texts.append(is_missing ? std::nullopt : std::optional<std::string_view>(text));
  }
  Integers small(whole);
  for (auto& value : small) {
    if (!overhand::is_missing(value)) value -= 1700000000000000001;
  }
  Integers truth(small);
  for (auto& value : truth) {
    if (!overhand::is_missing(value)) value %= 2;
  }
  switch (kind) {
    case 0:
      return {name, reals};
    case 1:
      return {name, small};
    case 2:
      return {name, type::Boolean{}, truth};
    case 3:
      return {name, type::Date{}, small};
    case 4:
      return {name, type::Timestamp{TimeUnit::nanosecond}, whole};
    case 5:
      return {name, type::Duration{}, small};
    case 6:
      return {name, type::Category{random::uniform_below(2, stream) == 1},
              std::move(texts).finish()};
    default:
      return {name, std::move(texts).finish()};
  }
}
constexpr std::size_t mixed_kinds = 8;

// Columns of every type, some twice, in random order.
inline Table random_mixed_table(std::size_t rows, random::Stream& stream, bool has_gaps = true) {
  std::vector<Column> columns;
  const auto count = 2 + random::uniform_below(9, stream);
  for (std::uint32_t j = 0; j < count; ++j) {
    const auto spread = static_cast<Spread>(random::uniform_below(3, stream));
    const bool gaps = has_gaps && random::uniform_below(2, stream) == 1;
    columns.push_back(
        mixed_column(random::uniform_below(mixed_kinds, stream), rows, spread, gaps, stream));
    columns.back().name += "_" + std::to_string(j);
  }
  return Table(std::move(columns));
}

// How often each value is there, as it stands in a CSV; what is missing under "missing".
inline std::map<std::string, std::size_t> counts_of(const Column& column) {
  std::map<std::string, std::size_t> counts;
  for (std::size_t row = 0; row < column.size(); ++row) {
    ++counts[cell_text(column, row).value_or("missing")];
  }
  return counts;
}

}  // namespace overhand::testing
