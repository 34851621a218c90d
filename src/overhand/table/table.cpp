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

using Choices = std::map<std::string, Treatment, std::less<>>;

std::string no_such_column(const Table& table, std::string_view name) {
  return fmt::format("There is no {}; the columns are {}.",
                     name.empty() ? "column without a name" : in_words(name),
                     told(column_names(table)));
}

// What the plans say where the lists say nothing. With `choice.mask` the lists say all.
Status add_plans(const Table& table, const ColumnChoice& choice, Choices& chosen) {
  for (const ColumnPlan& plan : choice.plans) {
    if (!find_column(table, plan.name)) {
      if (choice.may_lack_dropped) continue;
      return Error{ErrorKind::invalid_option, no_such_column(table, plan.name), plan.place};
    }
    if (choice.mask.empty()) chosen.emplace(plan.name, plan.role.value_or(Treatment::mask));
  }
  return Done{};
}

Error forgotten(const ColumnChoice& choice, const std::vector<std::string>& names) {
  const bool is_one = names.size() == 1;
  return {ErrorKind::invalid_option,
          fmt::format("It says nothing about {}, and what nobody thought of must not go out.",
                      is_one ? in_words(names.front()) : "the columns " + told(names)),
          {.file = choice.plans.front().place.file, .column = names.front()},
          {{Action::name_there, names}, {Action::drop, names}}};
}

// Columns that neither lists nor plans name.
std::optional<Error> problem_with_forgotten(const Table& table, const ColumnChoice& choice,
                                            const Choices& chosen) {
  if (choice.plans.empty() || !choice.mask.empty()) return std::nullopt;
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (!chosen.contains(column.name)) names.push_back(column.name);
  }
  return names.empty() ? std::nullopt : std::optional(forgotten(choice, names));
}

// Who says what binds the records says that it goes out: strata as they are, units as new numbers.
Status add_structure(const Table& table, const Structure& structure, Choices& chosen) {
  std::vector<std::string> names = structure.within;
  if (!structure.unit.empty()) names.push_back(structure.unit);
  for (const std::string& name : names) {
    const auto found = find_column(table, name);
    if (!found) return found.error();
    const auto said = chosen.emplace(name, Treatment::keep).first->second;
    if (said == Treatment::keep) continue;
    return Error{ErrorKind::invalid_option,
                 fmt::format("{} tells which records belong together, so that it can be neither "
                             "masked nor dropped.",
                             at_start(name))};
  }
  if (structure.order.empty()) return Done{};
  if (const auto found = find_column(table, structure.order); !found) return found.error();
  return Done{};
}

// A weight stays with its record, unless somebody says that it is masked.
Status add_weight(const Table& table, const ColumnChoice& choice, Choices& chosen) {
  const std::string& name = choice.structure.weight;
  if (name.empty()) return Done{};
  if (const auto found = find_column(table, name); !found) return found.error();
  if (name == choice.structure.unit) {
    return Error{ErrorKind::invalid_option,
                 fmt::format("{} tells which records are one unit, so that it cannot be their "
                             "weight too.",
                             at_start(name))};
  }
  const ColumnPlan* plan = plan_of(choice.plans, name);
  const bool is_planned = choice.mask.empty() && plan != nullptr && plan->role;
  const Treatment otherwise = is_planned ? *plan->role : Treatment::keep;
  if (chosen.emplace(name, otherwise).first->second != Treatment::drop) return Done{};
  return Error{ErrorKind::invalid_option,
               fmt::format("{} is the weight of each record, so that it cannot be dropped.",
                           at_start(name))};
}

// Members are put in order by what is read.
std::optional<Error> problem_with_order(const ColumnChoice& choice, const Choices& chosen) {
  const std::string& name = choice.structure.order;
  if (name.empty()) return std::nullopt;
  const auto found = chosen.find(name);
  const Treatment otherwise = choice.mask.empty() ? Treatment::mask : Treatment::drop;
  if ((found == chosen.end() ? otherwise : found->second) != Treatment::drop) return std::nullopt;
  return Error{ErrorKind::invalid_option,
               fmt::format("{} puts the records of a unit in order, so that it cannot be left out; "
                           "let it be masked or kept.",
                           at_start(name))};
}

Result<Choices> choices_by_name(const Table& table, const ColumnChoice& choice) {
  Choices chosen;
  const auto columns = column_names(table);
  const auto add = [&](const std::vector<std::string>& typed, Treatment what) -> Status {
    for (const std::string& name : names_meant(typed, columns)) {
      const auto found = find_column(table, name);
      if (!found && what == Treatment::drop && choice.may_lack_dropped) continue;
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
  if (auto added = add(choice.mask, Treatment::mask); !added) return added.error();
  if (auto added = add(choice.drop, Treatment::drop); !added) return added.error();
  if (auto added = add(choice.keep, Treatment::keep); !added) return added.error();
  if (auto added = add_structure(table, choice.structure, chosen); !added) return added.error();
  if (auto added = add_weight(table, choice, chosen); !added) return added.error();
  if (auto added = add_plans(table, choice, chosen); !added) return added.error();
  if (auto problem = problem_with_forgotten(table, choice, chosen)) return *std::move(problem);
  if (auto problem = problem_with_order(choice, chosen)) return *std::move(problem);
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
  return Error{ErrorKind::invalid_option, no_such_column(table, name)};
}

Result<Table> choose_columns(Table table, const ColumnChoice& choice) {
  const auto chosen = choices_by_name(table, choice);
  if (!chosen) return chosen.error();
  const Treatment otherwise = choice.mask.empty() ? Treatment::mask : Treatment::drop;

  std::vector<Column> columns;
  for (Column& column : table.columns()) {
    const auto found = chosen->find(column.name);
    const Treatment what = found == chosen->end() ? otherwise : found->second;
    if (what == Treatment::drop) continue;
    column.role = what == Treatment::keep ? Role::keep : Role::mask;
    const std::string& unit = choice.structure.unit;
    if (!unit.empty() && column.name == unit) column.role = Role::unit;
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
