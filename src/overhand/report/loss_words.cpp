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

// "within 5.7 %"; sums in another order differ by roundings.
std::string change_words(double change) {
  constexpr double rounding = 1e-9;
  return change < rounding ? "unchanged" : fmt::format("within {:.2g} %", 100 * change);
}

// "the sum of weights within 5.7 %, of region = S within 6.1 %".
std::string sum_words(const std::vector<WeightedSum>& sums) {
  if (sums.empty()) return "";
  const auto worst = std::ranges::max_element(sums, {}, &WeightedSum::change);
  std::string words = "the sum of weights " + change_words(sums.front().change());
  if (worst->column.empty()) return words;
  return words + fmt::format(", of {} = {} {}", told(worst->column), told(worst->level),
                             change_words(worst->change()));
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

// Two decimals, rounded up: what is "within 0.10" is not 0.102.
std::string bound(double value) {
  return fmt::format("{:.2f}", std::ceil(100 * value - 1e-9) / 100);
}

std::string how_well(double apart) {
  if (apart < 0.1) return "succeeds little";
  return apart < 0.4 ? "succeeds somewhat" : "succeeds well";
}

// Which pair it is that changed most, and how.
std::string pair_words(const evaluation::Evaluation& evaluation) {
  const auto& worst = evaluation.worst_association;
  if (!worst || worst->size() == 0) return "";
  return fmt::format(" ({} and {}: {:.2f}, now {:.2f})", told(worst->column), told(worst->other),
                     worst->original, worst->masked);
}

// The one that overlaps least is named.
std::string least_overlap_words(const std::vector<utility::Coefficient>& coefficients) {
  if (coefficients.empty()) return ": it has no coefficients.";
  const auto least = std::ranges::min_element(coefficients, {}, &utility::Coefficient::overlap);
  return fmt::format(": the intervals of every coefficient overlap by {:.2f} or more ({} least).",
                     std::floor(100 * least->overlap) / 100, told(least->name));
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

}  // namespace

std::string association_words(const evaluation::Evaluation& evaluation) {
  const auto& measured = evaluation.by_pairing.front();
  const bool is_any = has(measured, MeasureId::association_largest);
  const auto value = [&](MeasureId of_any, MeasureId of_numbers) {
    return value_of(measured, is_any ? of_any : of_numbers);
  };
  const std::string ranks =
      has(measured, MeasureId::spearman_largest)
          ? fmt::format("; rank correlations within {}",
                        bound(value_of(measured, MeasureId::spearman_largest)))
          : "";
  return fmt::format("{} within {}{}, on average within {}{}.",
                     is_any ? "Associations of numbers and categories" : "Correlations",
                     bound(value(MeasureId::association_largest, MeasureId::pearson_largest)),
                     pair_words(evaluation),
                     bound(value(MeasureId::association_mean, MeasureId::pearson_mean)), ranks);
}

std::string model_words(const evaluation::Measurements& measured) {
  const double ps = value_of(measured, MeasureId::ps);
  const bool has_trees = has(measured, MeasureId::c2st);
  const double told_apart = has_trees ? std::max(ps, value_of(measured, MeasureId::c2st)) : ps;
  std::string words = fmt::format(
      "A model that tries to tell masked from original records {} ({}).", how_well(told_apart),
      has_trees ? fmt::format("boosted trees {:.2f} of 1, a regression {:.2f}",
                              value_of(measured, MeasureId::c2st), ps)
                : fmt::format("{:.2f} of 1", ps));
  if (!has(measured, MeasureId::tstr)) return words;
  return words + fmt::format(
                     " Trees that learn from the masked table predict {:.2f} times as well as "
                     "those that learn from the original.",
                     value_of(measured, MeasureId::tstr));
}

std::string unrelated_words(const evaluation::Evaluation& evaluation) {
  const auto& names = evaluation.unrelated;
  if (names.empty()) return "";
  return fmt::format(
      "How {} {} with masked columns is not measured: nearly every record has a value of its own.",
      told(names), names.size() == 1 ? "goes" : "go");
}

evaluation::Plausibility plausibility_in(const evaluation::Evaluation& evaluation) {
  const auto& measured = measurement_of(evaluation.by_pairing.front(), MeasureId::implausible);
  const std::size_t records = measured.sample.value_or(evaluation.masked_rows);
  const double broken = measured.value * static_cast<double>(records);
  return {records, static_cast<std::size_t>(std::llround(broken)), evaluation.broken_rules,
          measured.sample.has_value()};
}

std::string plausibility_words(const evaluation::Plausibility& plausibility) {
  if (plausibility.implausible == 0) {
    return "Every record obeys the limits and rules that were found or said; others were not "
           "looked "
           "for.";
  }
  std::vector<std::string> rules;
  for (const auto& [rule, records] : plausibility.broken) {
    if (rules.size() < most_named) {
      rules.push_back(fmt::format("{} ({})", told(rule), grouped(records)));
    }
  }
  const std::size_t more = plausibility.broken.size() - rules.size();
  const std::string sampled = plausibility.is_sample ? "sampled " : "";
  return fmt::format("{} of {} {}records ({:.1f} of 100) {} what every {}original obeys: {}{}.",
                     grouped(plausibility.implausible), grouped(plausibility.records), sampled,
                     100 * static_cast<double>(plausibility.implausible) /
                         static_cast<double>(plausibility.records),
                     plausibility.implausible == 1 ? "breaks" : "break", sampled,
                     fmt::join(rules, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
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
  if (apart.empty()) return which + least_overlap_words(analysis.coefficients);
  const std::size_t more = apart.size() - std::min(apart.size(), most_named);
  apart.resize(apart.size() - more);
  return fmt::format("{}: the intervals of {} of {} coefficients overlap by less than {}: {}{}.",
                     which, apart.size() + more, analysis.coefficients.size(), least_overlap,
                     fmt::join(apart, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

std::string key_loss_words(const coarsening::KeyLoss& loss) {
  return fmt::format(
      "{:.3g} % of their cells suppressed or left out, {} of {} levels, {:.3g} % of what they tell "
      "lost; total variation {:.3f}, associations changed by {:.3f} on average",
      100 * loss.cells, loss.levels_after, loss.levels_before, 100 * loss.told,
      loss.total_variation, loss.associations);
}

std::vector<std::string> loss_cautions(const evaluation::Evaluation& evaluation) {
  constexpr double little = 0.1;
  constexpr double told_apart = 0.3;
  constexpr double learnt = 0.8;
  const auto& measured = evaluation.by_pairing.front();
  const auto value = [&](MeasureId id, double without) {
    return has(measured, id) ? value_of(measured, id) : without;
  };
  std::vector<std::string> cautions;
  const auto add = [&](bool is_true, std::string words) {
    if (is_true) cautions.push_back(std::move(words));
  };
  const auto& worst = evaluation.worst_association;
  const double loss = value(MeasureId::shape_loss, value(MeasureId::loss_score, 0));
  add(loss > little, fmt::format("the loss is {:.2f}", loss));
  add(worst && worst->size() > little, worst ? "associations change" + pair_words(evaluation) : "");
  const double ranks = value(MeasureId::spearman_largest, 0);
  add(ranks > little, fmt::format("rank correlations change by up to {}", bound(ranks)));
  add(value(MeasureId::c2st, 0) > told_apart, "boosted trees tell masked from original records");
  add(value(MeasureId::tstr, 1) < learnt, "models learn less from it");
  add(!keeps_weighted_totals(evaluation), "a weighted total or sum changes by more than 5 %");
  add(!keeps_analyses(evaluation), "an analysis that was asked for comes out differently");
  return cautions;
}

}  // namespace overhand::report
