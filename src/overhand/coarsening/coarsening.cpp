#include "overhand/coarsening/coarsening.h"

#include <fmt/format.h>

#include <algorithm>

#include "overhand/coarsening/steps_internal.h"
#include "overhand/table/column_words.h"
#include "overhand/table/declared_missing.h"
#include "overhand/table/identifiers.h"

namespace overhand::coarsening {
namespace {

Result<Column> after_step(const Column& column, const ColumnPlan& plan) {
  const Coarsening& said = plan.coarsening;
  const auto ends_alone = [&](const std::monostate&) -> Result<Column> {
    return said.top || said.bottom ? in_intervals(column, plan) : Result<Column>(column);
  };
  return std::visit(
      Matching{
          ends_alone, [&](const coarse::Bands&) { return in_intervals(column, plan); },
          [&](const coarse::Cuts&) { return in_intervals(column, plan); },
          [&](const coarse::Prefix& prefix) { return with_prefixes(column, plan, prefix.letters); },
          [&](const coarse::Calendar& calendar) { return in_periods(column, plan, calendar.to); },
          [&](const coarse::Hierarchy& hierarchy) {
            return with_ancestors(column, plan, hierarchy);
          }},
      said.step);
}

Result<Column> with_coarse_values(const Column& column, const ColumnPlan& plan) {
  auto changed = after_step(column, plan);
  const auto& fewest = plan.coarsening.merge_below;
  if (!changed || !fewest) return changed;
  return with_rare_merged(*changed, plan, *fewest);
}

}  // namespace

Error problem_with(const ColumnPlan& plan, const std::string& what) {
  return {ErrorKind::invalid_option, fmt::format("{} {}", at_start(plan.name), what), plan.place};
}

Column as_category(const Column& column, Texts texts, bool is_ordered) {
  Column category(column.name, type::Category{is_ordered}, std::move(texts), column.role);
  if (column.labels == nullptr) return category;
  Labels labels{.package = column.labels->package, .variable = column.labels->variable};
  category.labels = std::make_shared<const Labels>(std::move(labels));
  return category;
}

std::string sentence_on(const Change& change) {
  if (change.values_after == change.values_before) {
    return fmt::format("{} has {} values as before ({}): this is too fine to join any of them.",
                       at_start(change.column), change.values_before, change.how);
  }
  return fmt::format("{} has {} value{} instead of {} ({}).", at_start(change.column),
                     change.values_after, change.values_after == 1 ? "" : "s", change.values_before,
                     change.how);
}

Result<Coarsened> coarsened(Table table, const std::vector<ColumnPlan>& plans) {
  Coarsened result{std::move(table)};
  for (Column& column : result.table.columns()) {
    const ColumnPlan* plan = plan_of(plans, column.name);
    if (plan == nullptr || !is_said(plan->coarsening)) continue;
    const Column before = with_gaps(column);
    auto changed = with_coarse_values(before, *plan);
    if (!changed) return changed.error();
    result.changes.push_back({column.name, words_for(plan->coarsening),
                              count_values(before).distinct, count_values(*changed).distinct});
    column = *std::move(changed);
  }
  return result;
}

}  // namespace overhand::coarsening
