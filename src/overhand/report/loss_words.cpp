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
using utility::WeightedSum;

constexpr std::size_t most_named = 5;
constexpr double least_overlap = 0.5;  // of intervals that tell analysts the same

std::string worst_name(const std::vector<WeightedColumn>& columns,
                       double (WeightedColumn::*change)() const) {
  const auto worst = std::ranges::max_element(
      columns, {}, [&](const WeightedColumn& column) { return (column.*change)(); });
  return told(worst->name);
}

// Of a response of several levels, what of it is modelled.
std::string modelled_words(const utility::Analysis& analysis) {
  if (!analysis.is_logistic) return "";
  return fmt::format(" (of any level but '{}')", told(analysis.first_level));
}

// "the sum of weights within 5.7 %, most in region = S (6.1 %)".
std::string sum_words(const std::vector<WeightedSum>& sums) {
  if (sums.empty()) return "";
  const auto worst = std::ranges::max_element(sums, {}, &WeightedSum::change);
  std::string words =
      fmt::format("the sum of weights within {:.2g} %", 100 * sums.front().change());
  if (worst->column.empty() || worst->change() == 0) return words;
  return words + fmt::format(", of {} = {} within {:.2g} %", told(worst->column),
                             told(worst->level), 100 * worst->change());
}

std::string figure_words(const evaluation::Evaluation& evaluation) {
  const auto& columns = evaluation.weighted;
  if (columns.empty()) return {};
  const auto& measured = evaluation.by_pairing.front();
  const auto value = [&](MeasureId id) { return value_of(measured, id); };
  return fmt::format(
      "totals within {:.2g} % ({}), on average {:.2g} %; means within {:.2g} % ({}); quantiles "
      "within {:.2f} standard deviations ({}), on average {:.2f}",
      100 * value(MeasureId::weighted_total_largest),
      worst_name(columns, &WeightedColumn::total_change),
      100 * value(MeasureId::weighted_total_mean), 100 * value(MeasureId::weighted_mean_largest),
      worst_name(columns, &WeightedColumn::mean_change),
      value(MeasureId::weighted_quantile_largest),
      worst_name(columns, &WeightedColumn::largest_quantile_change),
      value(MeasureId::weighted_quantile_mean));
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
  return fmt::format("{} of {} records ({:.1f} of 100) {} what every original obeys: {}{}.",
                     grouped(plausibility.implausible), grouped(plausibility.records),
                     100 * static_cast<double>(plausibility.implausible) /
                         static_cast<double>(plausibility.records),
                     plausibility.implausible == 1 ? "breaks" : "break", fmt::join(rules, ", "),
                     more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string weighted_words(const evaluation::Evaluation& evaluation) {
  if (evaluation.weight.empty()) return {};
  std::vector<std::string> parts = {figure_words(evaluation), sum_words(evaluation.weighted_sums)};
  std::erase(parts, "");
  return fmt::format("Weighted by {}: {}.", told(evaluation.weight), fmt::join(parts, "; "));
}

std::string analysis_words(const utility::Analysis& analysis) {
  std::vector<std::string> apart;
  for (const auto& one : analysis.coefficients) {
    if (one.overlap < least_overlap) {
      apart.push_back(fmt::format("{} ({:.2f})", told(one.name), one.overlap));
    }
  }
  const std::string which =
      fmt::format("Analysis {}{}", told(analysis.formula), modelled_words(analysis));
  if (apart.empty()) {
    return fmt::format("{}: the intervals of every coefficient overlap by {} or more.", which,
                       least_overlap);
  }
  const std::size_t more = apart.size() - std::min(apart.size(), most_named);
  apart.resize(apart.size() - more);
  return fmt::format("{}: the intervals of {} of {} coefficients overlap by less than {}: {}{}.",
                     which, apart.size() + more, analysis.coefficients.size(), least_overlap,
                     fmt::join(apart, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

bool keeps_analyses(const evaluation::Evaluation& evaluation) {
  return std::ranges::none_of(evaluation.analyses, [](const utility::Analysis& analysis) {
    return std::ranges::any_of(analysis.coefficients, [](const utility::Coefficient& one) {
      return one.overlap < least_overlap;
    });
  });
}

bool keeps_weighted_totals(const evaluation::Evaluation& evaluation) {
  constexpr double most_changed = 0.05;
  const auto is_kept = [](const auto& change) { return change <= most_changed; };
  return std::ranges::all_of(evaluation.weighted, is_kept, &WeightedColumn::total_change) &&
         std::ranges::all_of(evaluation.weighted_sums, is_kept, &WeightedSum::change);
}

}  // namespace overhand::report
