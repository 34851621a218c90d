#include <algorithm>

#include "overhand/evaluation/comparison_internal.h"
#include "overhand/evaluation/other_measures_internal.h"

namespace overhand::evaluation {
namespace {

using utility::WeightedColumn;

using Change = double (WeightedColumn::*)() const;

double mean(const Comparison& tables, Change change) {
  double sum = 0;
  for (const WeightedColumn& column : tables.weighted.columns) sum += (column.*change)();
  return sum / static_cast<double>(tables.weighted.columns.size());
}

double largest(const Comparison& tables, Change change) {
  double highest = 0;
  for (const WeightedColumn& column : tables.weighted.columns) {
    highest = std::max(highest, (column.*change)());
  }
  return highest;
}

constexpr const char* relative = "0 the same; 0.01 is one percent; no upper bound";
constexpr const char* in_deviations = "0 the same; 1 is one standard deviation; no upper bound";
constexpr const char* horvitz_thompson =
    "Horvitz and Thompson (1952), A generalization of sampling without replacement from a finite "
    "universe";

Measure loss(MeasureId id, std::string name, std::string summary, std::string formula,
             OfTables compute) {
  return {{.id = id,
           .name = std::move(name),
           .kind = Kind::loss,
           .is_other = true,
           .summary = std::move(summary),
           .formula = std::move(formula),
           .needs = Needs::weights,
           .scale = relative,
           .range = {0, no_bound},
           .reference = horvitz_thompson},
          compute};
}

double largest_sum(const Comparison& tables) {
  double highest = 0;
  for (const auto& sum : tables.weighted.sums) highest = std::max(highest, sum.change());
  return highest;
}

double first_sum(const Comparison& tables) {
  return tables.weighted.sums.empty() ? 0 : tables.weighted.sums.front().change();
}

Measure of_sums(Measure measure) {
  measure.needs = Needs::weight;
  return measure;
}

Measure of_quantiles(Measure measure) {
  measure.scale = in_deviations;
  return measure;
}

}  // namespace

std::vector<Measure> of_weights() {
  using enum MeasureId;
  using W = WeightedColumn;
  return {
      loss(weighted_total_mean, "weighted_total_mean",
           "mean relative change of a column's weighted total",
           "mean over j of |t*_j - t_j| / |t_j|; t_j = sum w_i x_ij",
           [](const Comparison& tables) { return mean(tables, &W::total_change); }),
      loss(weighted_total_largest, "weighted_total_largest",
           "largest relative change of a column's weighted total",
           "max over j of |t*_j - t_j| / |t_j|",
           [](const Comparison& tables) { return largest(tables, &W::total_change); }),
      loss(weighted_mean_mean, "weighted_mean_mean",
           "mean relative change of a column's weighted mean",
           "mean over j of |m*_j - m_j| / |m_j|; m_j = sum w_i x_ij / sum w_i",
           [](const Comparison& tables) { return mean(tables, &W::mean_change); }),
      loss(weighted_mean_largest, "weighted_mean_largest",
           "largest relative change of a column's weighted mean",
           "max over j of |m*_j - m_j| / |m_j|",
           [](const Comparison& tables) { return largest(tables, &W::mean_change); }),
      of_quantiles(
          loss(weighted_quantile_mean, "weighted_quantile_mean",
               "mean change of a column's weighted quantiles, in its standard deviations",
               "mean over j and q = .05, .25, .5, .75, .95 of |x*_j(q) - x_j(q)| / s_j; x_j(q) the "
               "smallest value up to which records have the share q of the weight",
               [](const Comparison& tables) { return mean(tables, &W::mean_quantile_change); })),
      of_quantiles(loss(
          weighted_quantile_largest, "weighted_quantile_largest",
          "largest change of a column's weighted quantiles, in its standard deviations",
          "max over j and q of |x*_j(q) - x_j(q)| / s_j",
          [](const Comparison& tables) { return largest(tables, &W::largest_quantile_change); })),
      of_sums(loss(weighted_sum, "weighted_sum",
                   "relative change of the sum of weights, which is how many the records stand for",
                   "|s* - s| / s; s = sum w_i", &first_sum)),
      of_sums(loss(weighted_sum_largest, "weighted_sum_largest",
                   "largest relative change of the sum of weights, of all records or of those of a "
                   "level of a column",
                   "max over levels of at least 20 records, of masked columns 100, of |s* - s| / s",
                   &largest_sum)),
  };
}

}  // namespace overhand::evaluation
