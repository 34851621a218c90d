#include "overhand/report/loss_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "overhand/report/risk_words.h"
#include "overhand/table/column_words.h"

namespace overhand::report {
namespace {

using evaluation::MeasureId;
using utility::WeightedColumn;

constexpr std::size_t most_named = 5;

std::string worst_name(const std::vector<WeightedColumn>& columns,
                       double (WeightedColumn::*change)() const) {
  const auto worst = std::ranges::max_element(
      columns, {}, [&](const WeightedColumn& column) { return (column.*change)(); });
  return told(worst->name);
}

}  // namespace

evaluation::Plausibility plausibility_in(const evaluation::Evaluation& evaluation) {
  const double share = value_of(evaluation.by_pairing.front(), MeasureId::implausible);
  const auto rows = static_cast<double>(evaluation.masked_rows);
  return {evaluation.masked_rows, static_cast<std::size_t>(std::llround(share * rows)),
          evaluation.broken_rules};
}

std::string plausibility_words(const evaluation::Plausibility& plausibility) {
  if (plausibility.implausible == 0) {
    return "Every record obeys the limits and rules that were found.";
  }
  std::vector<std::string> rules;
  for (const auto& [rule, records] : plausibility.broken) {
    if (rules.size() < most_named) {
      rules.push_back(fmt::format("{} ({})", told(rule), grouped(records)));
    }
  }
  const std::size_t more = plausibility.broken.size() - rules.size();
  return fmt::format("{} of {} records ({:.1f} of 100) break what every original obeys: {}{}.",
                     grouped(plausibility.implausible), grouped(plausibility.records),
                     100 * static_cast<double>(plausibility.implausible) /
                         static_cast<double>(plausibility.records),
                     fmt::join(rules, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string weighted_words(const evaluation::Evaluation& evaluation) {
  const auto& columns = evaluation.weighted;
  if (columns.empty()) return {};
  const auto& measured = evaluation.by_pairing.front();
  const auto value = [&](MeasureId id) { return value_of(measured, id); };
  return fmt::format(
      "Weighted by {}: totals within {:.2g} % ({}), on average {:.2g} %; means within {:.2g} % "
      "({}); quantiles within {:.2f} standard deviations ({}), on average {:.2f}.",
      told(evaluation.weight), 100 * value(MeasureId::weighted_total_largest),
      worst_name(columns, &WeightedColumn::total_change),
      100 * value(MeasureId::weighted_total_mean), 100 * value(MeasureId::weighted_mean_largest),
      worst_name(columns, &WeightedColumn::mean_change),
      value(MeasureId::weighted_quantile_largest),
      worst_name(columns, &WeightedColumn::largest_quantile_change),
      value(MeasureId::weighted_quantile_mean));
}

}  // namespace overhand::report
