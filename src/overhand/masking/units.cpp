#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "overhand/masking/rare_units.h"
#include "overhand/masking/strata_internal.h"
#include "overhand/masking/units_internal.h"
#include "overhand/statistics/ranks.h"
#include "overhand/table/column_words.h"

namespace overhand::masking {
namespace {

Groups each_record(std::size_t records) {
  Groups groups{same_rows(records), {}};
  groups.starts.resize(records + 1);
  for (std::size_t i = 0; i <= records; ++i) groups.starts[i] = i;
  return groups;
}

// The place of each record in the order of a column; of a category, in the order of its levels.
std::vector<double> places_in(const Column& column) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    return {texts->codes().begin(), texts->codes().end()};
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    return {reals->begin(), reals->end()};
  }
  const auto& integers = std::get<Cells<std::int64_t>>(column.values);
  return {integers.begin(), integers.end()};
}

void put_members_in_order(Groups& units, const std::vector<double>& places) {
  const auto before = [&](Row a, Row b) {
    if (is_missing(places[a]) || is_missing(places[b]))
      return !is_missing(places[a]) && is_missing(places[b]);
    return places[a] < places[b];
  };
  for (std::size_t unit = 0; unit < units.count(); ++unit) {
    const auto begin = units.rows.begin() + static_cast<std::ptrdiff_t>(units.starts[unit]);
    const auto end = units.rows.begin() + static_cast<std::ptrdiff_t>(units.starts[unit + 1]);
    std::stable_sort(begin, end, before);
  }
}

bool is_rare(const Block& block, const Structure& structure) {
  return !structure.unit.empty() && block.units() < fewest_units;
}

// The units of some blocks.
struct Extent {
  std::size_t units = 0;
  std::size_t records = 0;
  std::set<std::size_t> sizes = {};

  void add(const Block& block) {
    units += block.units();
    records += block.rows.size();
    sizes.insert(block.size);
  }
};

// "5, 6, 7 and more records".
std::string size_words(const std::set<std::size_t>& sizes) {
  constexpr std::size_t most_named = 6;
  std::vector<std::string> words;
  for (const std::size_t size : sizes) {
    words.push_back(words.size() < most_named ? fmt::format("{}", size) : "more");
    if (words.size() > most_named) break;
  }
  const std::string last = words.back();
  words.pop_back();
  return fmt::format("{}{}{} record{}", fmt::join(words, ", "), words.empty() ? "" : " and ", last,
                     words.empty() && last == "1" ? "" : "s");
}

Error too_rare(const Extent& rare, const Extent& all, const Structure& structure) {
  const std::string where = structure.within.empty()
                                ? ""
                                : fmt::format(" of their stratum by {}", told(structure.within));
  return {ErrorKind::invalid_data,
          fmt::format("{}: {} of {} units, with {} of {} records, {} of a size that fewer than {} "
                      "units{} have ({}), and cannot be masked{}.",
                      in_words(structure.unit), rare.units, all.units, rare.records, all.records,
                      rare.units == 1 ? "is" : "are", fewest_units, where, size_words(rare.sizes),
                      where.empty() ? "" : "; fewer and larger strata have more of each size"),
          {.column = structure.unit},
          {{Action::drop_rare_units}}};
}

Result<Groups> units_of(const Table& table, const Structure& structure) {
  if (structure.unit.empty()) return each_record(table.row_count());
  const auto place = find_column(table, structure.unit);
  if (!place) return place.error();
  const Column& column = table.columns()[*place];
  if (missing_count(column.values) > 0) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("{} tells which records are one unit, and has missing values.",
                             at_start(structure.unit)),
                 {.column = structure.unit}};
  }
  Groups units = groups_by(table, {structure.unit});
  if (structure.order.empty()) return units;
  const auto order = find_column(table, structure.order);
  if (!order) return order.error();
  put_members_in_order(units, places_in(table.columns()[*order]));
  return units;
}

Result<std::vector<Block>> blocks_of(const Groups& units, const Groups& strata,
                                     const Structure& structure) {
  const auto stratum_of = group_of_row(strata);
  std::map<std::pair<std::uint32_t, std::size_t>, Block> blocks;
  for (std::size_t number = 0; number < units.count(); ++number) {
    const auto members = units.group(number);
    const std::uint32_t stratum = stratum_of[members.front()];
    const auto elsewhere =
        std::ranges::find_if(members, [&](Row row) { return stratum_of[row] != stratum; });
    if (elsewhere != members.end()) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("Records {} and {} are of one unit by {} and in two strata by {}.",
                               members.front() + 1, *elsewhere + 1, in_words(structure.unit),
                               told(structure.within)),
                   {.column = structure.unit}};
    }
    Block& block = blocks[{stratum, members.size()}];
    block.size = members.size();
    block.rows.insert(block.rows.end(), members.begin(), members.end());
  }
  std::vector<Block> all;
  for (auto& [key, block] : blocks) all.push_back(std::move(block));
  return all;
}

}  // namespace

std::string member_name(std::string_view column, std::size_t member) {
  return fmt::format("{} of member {}", column, member + 1);
}

bool is_named_for(std::string_view name, std::string_view column) {
  return name == column || name.starts_with(fmt::format("{} of member ", column));
}

Result<std::vector<Block>> blocks_in(const Table& table, const Structure& structure) {
  const auto strata = strata_of(table, structure.within);
  if (!strata) return strata.error();
  const auto units = units_of(table, structure);
  if (!units) return units.error();
  return blocks_of(*units, *strata, structure);
}

std::optional<Error> problem_with_rare_units(const std::vector<Block>& blocks,
                                             const Structure& structure) {
  Extent rare;
  Extent all;
  for (const Block& block : blocks) {
    all.add(block);
    if (is_rare(block, structure)) rare.add(block);
  }
  if (rare.units == 0) return std::nullopt;
  return too_rare(rare, all, structure);
}

std::optional<Error> problem_with_units(const Table& table, const Structure& structure) {
  if (structure.unit.empty()) return std::nullopt;
  const auto blocks = blocks_in(table, structure);
  return blocks ? problem_with_rare_units(*blocks, structure) : std::optional(blocks.error());
}

std::vector<std::uint32_t> unit_of_rows(const Table& table, const std::string& unit) {
  return group_of_row(groups_by(table, {unit}));
}

Result<std::vector<Row>> rows_in_common_units(const Table& table, const Structure& structure) {
  if (structure.unit.empty()) return same_rows(table.row_count());
  const auto blocks = blocks_in(table, structure);
  if (!blocks) return blocks.error();
  std::vector<Row> rows;
  for (const Block& block : *blocks) {
    if (!is_rare(block, structure)) rows.insert(rows.end(), block.rows.begin(), block.rows.end());
  }
  if (rows.empty()) {
    return Error{
        ErrorKind::invalid_data,
        fmt::format("{} has no size with {} units or more, so that no record would be left "
                    "to mask; name the column in which the rows of one unit agree.",
                    at_start(structure.unit), fewest_units),
        {.column = structure.unit}};
  }
  std::ranges::sort(rows);
  return rows;
}

}  // namespace overhand::masking
