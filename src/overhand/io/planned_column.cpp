#include "overhand/io/cells_internal.h"
#include "overhand/io/planned_column_internal.h"
#include "overhand/table/amounts.h"
#include "overhand/table/date_text.h"
#include "overhand/table/declared_missing.h"
#include "overhand/table/identifiers.h"

namespace overhand::io {
namespace {

using Kind = ColumnProblem::Kind;

ColumnProblem problem_of(const Column& column, const Error& error) {
  ColumnProblem problem{Kind::plan, column.name, 0, {}, error.message, column.role != Role::mask};
  problem.about.pop_back();  // the full stop
  if (error.place.record) problem.row = *error.place.record - 1;
  return problem;
}

// Numbers that became levels go out as numbers again, with the labels of numbers: only the levels
// have a format then, and no codes.
void remember_numbers(const Column& before, Column& levels) {
  const bool is_whole = std::holds_alternative<type::Integer>(before.type);
  levels.level_format = !before.format.empty() ? before.format : is_whole ? "l" : "g";
  levels.labels = before.labels;
}

// The column as planned, or what does not fit.
std::optional<ColumnProblem> change(const ColumnPlan& plan, const PlannedReading& reading,
                                    Column& column) {
  auto changed = retyped(column, plan, reading.decimal);
  if (!changed) return problem_of(column, changed.error());
  const bool is_category = std::holds_alternative<type::Category>(changed->type);
  if (is_category && is_quantity(column.type) && !reading.is_text_file) {
    remember_numbers(column, *changed);
  }
  column = *std::move(changed);
  return std::nullopt;
}

std::optional<ColumnProblem> follow_for_kept(ColumnPlan plan, const PlannedReading& reading,
                                             Column& column) {
  if (!plan.type || !std::holds_alternative<type::Category>(*plan.type)) return std::nullopt;
  plan.missing.clear();  // a kept text is itself, whatever it says
  if (reading.is_text_file) return change(plan, reading, column);
  Column looked_at = column;
  return plan.levels.empty() ? std::nullopt : change(plan, reading, looked_at);
}

// Whether all that a kept column says are numbers or days, among which more spellings mean a gap.
bool are_numbers_or_dates(const Column& column) {
  if (has_amounts(column)) return true;
  const auto* texts = std::get_if<Texts>(&column.values);
  std::vector<std::string> more;
  for (const std::string_view spelling : missing_among_numbers) more.emplace_back(spelling);
  return texts != nullptr &&
         dates_of(std::get<Texts>(without_declared_missing(column, more).values)).has_value();
}

}  // namespace

std::shared_ptr<const std::vector<std::string>> gap_texts_of(const Column& column,
                                                             std::vector<std::string> declared,
                                                             const PlannedReading& reading) {
  const bool is_text = std::holds_alternative<Texts>(column.values);
  if (reading.is_text_file && is_text) {
    for (const std::string_view spelling : missing_spellings) declared.emplace_back(spelling);
    if (are_numbers_or_dates(without_declared_missing(column, declared))) {
      for (const std::string_view spelling : missing_among_numbers) declared.emplace_back(spelling);
    }
  }
  const Column left = without_declared_missing(column, declared);
  if (missing_count(left.values) == missing_count(column.values)) return nullptr;
  return std::make_shared<const std::vector<std::string>>(std::move(declared));
}

std::optional<ColumnProblem> follow_plan(const ColumnPlan& plan, const PlannedReading& reading,
                                         Column& column) {
  if (column.role != Role::mask) return follow_for_kept(plan, reading, column);
  ColumnPlan said = plan;
  const auto add = [&](const auto& words) {
    said.missing.insert(said.missing.end(), words.begin(), words.end());
  };
  if (reading.is_text_file) {  // beside kept columns, cells of text are not taken for missing
    add(missing_spellings);
    if (plan.type && std::holds_alternative<type::Boolean>(*plan.type)) add(missing_among_numbers);
  }
  if (plan.missing.empty() && !plan.type) return std::nullopt;
  return change(said, reading, column);
}

std::optional<ColumnProblem> settle(Column& column, const ColumnChoice& choice,
                                    const std::vector<std::string>& missing,
                                    const PlannedReading& reading, bool to_look) {
  column.decimal = reading.decimal;
  if (column.role == Role::mask) column = without_declared_missing(column, missing);
  const ColumnPlan* plan = plan_of(choice.plans, column.name);
  if (plan != nullptr) {
    if (auto problem = follow_plan(*plan, reading, column)) return problem;
  }
  if (column.role == Role::keep) {
    std::vector<std::string> declared = missing;
    if (plan != nullptr) {
      declared.insert(declared.end(), plan->missing.begin(), plan->missing.end());
    }
    column.gap_texts = gap_texts_of(column, std::move(declared), reading);
  }
  if (to_look || column.role != Role::mask) return std::nullopt;
  return problem_with_values(column, reading.decimal, plan != nullptr && plan->type.has_value());
}

std::optional<Error> problem_with_kept(const Table& table, const ColumnChoice& choice) {
  if (choice.keep_identifiers) return std::nullopt;
  std::vector<Column> columns;
  for (const Column& column : table.columns()) {
    const ColumnPlan* plan = plan_of(choice.plans, column.name);
    const bool is_coarsened = plan != nullptr && is_said(plan->coarsening);
    if (!is_coarsened && column.name != choice.structure.weight) columns.push_back(column);
  }
  return problem_with_kept_identifiers(Table(std::move(columns)));
}

}  // namespace overhand::io
