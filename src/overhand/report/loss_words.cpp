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

// Which pair it is that changed most, and how.
std::string pair_words(const evaluation::Evaluation& evaluation) {
  const auto& worst = evaluation.worst_association;
  if (!worst || worst->size() == 0) return "";
  return fmt::format(" ({} and {}: {:.2f}, now {:.2f})", told(worst->column), told(worst->other),
                     worst->original, worst->masked);
}

}  // namespace

std::string association_words(const evaluation::Evaluation& evaluation) {
  const auto& measured = evaluation.by_pairing.front();
  const bool is_any = has(measured, MeasureId::association_largest);
  const auto value = [&](MeasureId of_any, MeasureId of_numbers) {
    return value_of(measured, is_any ? of_any : of_numbers);
  };
  return fmt::format("{} within {:.2f}{}, on average within {:.2f}.",
                     is_any ? "Associations of numbers and categories" : "Correlations",
                     value(MeasureId::association_largest, MeasureId::pearson_largest),
                     pair_words(evaluation),
                     value(MeasureId::association_mean, MeasureId::pearson_mean));
}

std::string unrelated_words(const evaluation::Evaluation& evaluation) {
  const auto& names = evaluation.unrelated;
  if (names.empty()) return "";
  return fmt::format(
      "How {} {} with masked columns is not measured: nearly every record has a value of its own.",
      told(names), names.size() == 1 ? "goes" : "go");
}

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
