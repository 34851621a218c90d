#include "overhand/table/table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <map>

#include "overhand/table/column_list.h"
#include "overhand/table/column_words.h"

namespace overhand {
namespace {

enum class Choice { mask, drop, keep };

using Choices = std::map<std::string, Choice, std::less<>>;

Result<Choices> choices_by_name(const Table& table, const ColumnChoice& choice) {
  Choices chosen;
  const auto columns = column_names(table);
  const auto add = [&](const std::vector<std::string>& typed, Choice what) -> Status {
    for (const std::string& name : names_meant(typed, columns)) {
      const auto found = find_column(table, name);
      if (!found && what == Choice::drop && choice.may_lack_dropped) continue;
      if (!found) return found.error();
      if (!chosen.emplace(name, what).second) {
        return Error{ErrorKind::invalid_option,
                     fmt::format("{} is named twice among the columns to mask, drop and keep; "
                                 "name it once.",
                                 at_start(name))};
      }
    }
    return Done{};
  };
  if (auto added = add(choice.mask, Choice::mask); !added) return added.error();
  if (auto added = add(choice.drop, Choice::drop); !added) return added.error();
  if (auto added = add(choice.keep, Choice::keep); !added) return added.error();
  return chosen;
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  assert(std::ranges::all_of(columns_,
                             [&](const Column& column) { return column.size() == row_count(); }));
}

std::vector<std::string> column_names(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) names.push_back(column.name);
  return names;
}

Result<std::size_t> find_column(const Table& table, std::string_view name) {
  const auto& columns = table.columns();
  const auto found = std::ranges::find(columns, name, &Column::name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  return Error{ErrorKind::invalid_option,
               fmt::format("There is no {}; the columns are {}.",
                           name.empty() ? "column without a name" : in_words(name),
                           told(column_names(table)))};
}

Result<Table> choose_columns(Table table, const ColumnChoice& choice) {
  const auto chosen = choices_by_name(table, choice);
  if (!chosen) return chosen.error();
  const Choice otherwise = choice.mask.empty() ? Choice::mask : Choice::drop;

  std::vector<Column> columns;
  for (Column& column : table.columns()) {
    const auto found = chosen->find(column.name);
    const Choice what = found == chosen->end() ? otherwise : found->second;
    if (what == Choice::drop) continue;
    column.role = what == Choice::keep ? Role::keep : Role::mask;
    columns.push_back(std::move(column));
  }
  return Table(std::move(columns));
}

Table gather(const Table& table, std::span<const Row> rows) {
  std::vector<Column> columns;
  for (const Column& column : table.columns()) columns.push_back(gather(column, rows));
  return Table(std::move(columns));
}

}  // namespace overhand
