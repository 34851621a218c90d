#include "commands/masked_table.h"

#include "overhand/table/retype.h"

namespace overhand::commands {
namespace {

bool has_ends_alone(const Coarsening& coarsening) {
  return std::holds_alternative<std::monostate>(coarsening.step) && !coarsening.merge_below;
}

}  // namespace

ColumnChoice choice_for_masked(ColumnChoice said) {
  // A masked amount may have become a fraction, or a value that means missing in the original. What
  // was coarsened has other levels, or is still a number.
  for (ColumnPlan& plan : said.plans) {
    plan.missing.clear();
    const bool is_coarsened = is_said(plan.coarsening);
    if (is_coarsened) plan.levels.clear();
    if (is_coarsened || (plan.type && is_quantity(*plan.type))) plan.type.reset();
    if (is_coarsened && !has_ends_alone(plan.coarsening)) plan.type = type::Category{};
  }
  said.may_lack_dropped = true;
  said.keep_identifiers = true;  // named in the verdict
  return said;
}

io::ReadOptions reading_for_masked(io::ReadOptions reading) {
  reading.skip = 0;  // titles and totals stay with the original
  reading.last_row = io::LastRow::record;
  return reading;
}

ColumnChoice choice_for_original(const Table& masked, const ColumnChoice& said) {
  ColumnChoice choice{.plans = said.plans, .structure = said.structure, .keep_identifiers = true};
  for (const Column& column : masked.columns()) {
    if (column.role == Role::unit) continue;
    (column.role == Role::keep ? choice.keep : choice.mask).push_back(column.name);
  }
  return choice;
}

Table in_order_of(const PreparedTable& original, Table masked) {
  for (const auto& change : original.coarsened) {
    const Column& before = original.table.columns()[*find_column(original.table, change.column)];
    const auto* category = std::get_if<type::Category>(&before.type);
    if (category == nullptr || !category->is_ordered) continue;
    Column& column = masked.columns()[*find_column(masked, change.column)];
    ColumnPlan plan{.name = column.name, .type = before.type};
    const auto& dictionary = std::get<Texts>(before.values).dictionary();
    for (std::size_t code = 0; code < dictionary.size(); ++code) {
      plan.levels.emplace_back(dictionary[code]);
    }
    if (auto ordered = retyped(column, plan)) column = *std::move(ordered);
  }
  return masked;
}

Table as_original(const Table& original, Table masked) {
  Table result = in_terms_of(original, std::move(masked));
  for (Column& column : result.columns()) {
    const auto place = find_column(original, column.name);
    if (place && column.role == Role::keep) {
      column.gap_texts = original.columns()[*place].gap_texts;
    }
  }
  return result;
}

}  // namespace overhand::commands
