#include "overhand/utility/weighted.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "overhand/core/parallel.h"
#include "overhand/statistics/profile.h"
#include "overhand/statistics/weights.h"
#include "overhand/table/amounts.h"
#include "overhand/table/column_words.h"
#include "overhand/table/identifiers.h"

namespace overhand::utility {
namespace {

constexpr double summing_error = 1e-12;

double relative_change(double before, double after) {
  if (before == after) return 0;
  return before == 0 ? 1 : std::abs(after - before) / std::abs(before);
}

struct Weighted {
  double value;
  double weight;
};

std::vector<Weighted> sorted_by_value(const Cells<double>& values, const Cells<double>& weights) {
  std::vector<Weighted> all;
  all.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_missing(values[i]) && weights[i] > 0) all.push_back({values[i], weights[i]});
  }
  std::ranges::sort(all, {}, &Weighted::value);
  return all;
}

void set_quantiles(const std::vector<Weighted>& sorted, double all, WeightedFigures& figures) {
  std::size_t next = 0;
  double reached = 0;
  for (std::size_t level = 0; level < weighted_levels.size(); ++level) {
    const double wanted = weighted_levels[level] * all * (1 - summing_error);
    while (next < sorted.size() && reached < wanted) reached += sorted[next++].weight;
    figures.quantiles[level] = sorted[next == 0 ? 0 : next - 1].value;
  }
}

double sd_of(const Cells<double>& values) {
  Reals present(values.begin(), values.end());
  std::erase_if(present, [](double value) { return is_missing(value); });
  return present.size() < 2 ? 0 : statistics::mean_and_sd(present).sd;
}

// The sums of weights by code, of so many codes.
Reals sums_by_code(const statistics::Category& category, std::span<const double> weights,
                   std::size_t codes) {
  Reals sums(codes);
  for (std::size_t i = 0; i < weights.size(); ++i) {
    sums[static_cast<std::size_t>(category.codes[i])] += weights[i];
  }
  return sums;
}

// What the original and the masked table have of one column, by level.
struct Levels {
  const statistics::Category& original;
  const statistics::Category& masked;
};

// A level that the masked table has not is nobody's to see.
std::string shown(const Levels& levels, Code code) {
  const auto& codes = levels.masked.codes;
  return std::ranges::find(codes, code) == codes.end() ? "(a level that the masked table has not)"
                                                       : levels.original.name_of(code);
}

void add_sums(std::vector<WeightedSum>& sums, const Levels& levels, std::size_t fewest_records,
              std::span<const double> weights, std::span<const double> masked_weights) {
  const std::size_t codes = levels.original.code_count();
  const Reals before = sums_by_code(levels.original, weights, codes);
  const Reals after =
      sums_by_code(levels.masked, masked_weights, std::max(codes, levels.masked.code_count()));
  std::vector<std::size_t> records(codes);
  for (const Code code : levels.original.codes) ++records[static_cast<std::size_t>(code)];
  for (std::size_t code = 0; code < codes; ++code) {
    if (records[code] < fewest_records) continue;
    sums.push_back({levels.original.name, shown(levels, static_cast<Code>(code)), records[code],
                    before[code], after[code]});
  }
}

double sum_of(std::span<const double> weights) {
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

}  // namespace

double WeightedSum::change() const { return relative_change(original, masked); }

WeightedFigures weighted_figures(const Cells<double>& values, const Cells<double>& weights) {
  const auto sorted = sorted_by_value(values, weights);
  WeightedFigures figures;
  double all = 0;
  for (const auto& [value, weight] : sorted) {
    figures.total += weight * value;
    all += weight;
  }
  if (sorted.empty()) return figures;
  figures.mean = figures.total / all;
  set_quantiles(sorted, all, figures);
  return figures;
}

double WeightedColumn::total_change() const {
  return relative_change(original.total, masked.total);
}

double WeightedColumn::mean_change() const { return relative_change(original.mean, masked.mean); }

double WeightedColumn::quantile_change(std::size_t level) const {
  const double change = std::abs(masked.quantiles[level] - original.quantiles[level]);
  if (change == 0) return 0;
  return sd == 0 ? 1 : change / sd;
}

double WeightedColumn::mean_quantile_change() const {
  double sum = 0;
  for (std::size_t level = 0; level < weighted_levels.size(); ++level) {
    sum += quantile_change(level);
  }
  return sum / static_cast<double>(weighted_levels.size());
}

double WeightedColumn::largest_quantile_change() const {
  double largest = 0;
  for (std::size_t level = 0; level < weighted_levels.size(); ++level) {
    largest = std::max(largest, quantile_change(level));
  }
  return largest;
}

Result<WeightedReference> WeightedReference::prepare(const Table& original,
                                                     const std::string& weight, Grouping grouping) {
  const auto weights = statistics::weights_in(original, weight, "original");
  if (!weights) return weights.error();
  std::vector<WeightedColumn> columns;
  for (const Column& column : original.columns()) {
    const bool is_measured =
        column.role == Role::mask && is_quantity(column.type) && column.name != weight;
    if (is_measured) columns.push_back({column.name});
  }
  parallel_for_each_index(columns.size(), [&](std::size_t j) {
    const Column& column = original.columns()[*find_column(original, columns[j].name)];
    const Cells<double> values = *amounts(column);
    columns[j].sd = sd_of(values);
    columns[j].original = weighted_figures(values, *weights);
  });
  return WeightedReference(weight, std::move(columns), std::move(grouping),
                           Reals(weights->begin(), weights->end()));
}

Result<WeightedChanges> WeightedReference::compared(const Table& masked,
                                                    const Grouping& grouping) const {
  constexpr std::size_t most_summed_levels = 50;
  constexpr std::size_t fewest_if_kept = 20;
  constexpr std::size_t fewest_if_masked = 100;
  const auto weights = statistics::weights_in(masked, weight_, "masked");
  if (!weights) return weights.error();
  std::vector<WeightedColumn> columns = columns_;
  for (WeightedColumn& column : columns) {
    const auto place = find_column(masked, column.name);
    if (!place) return place.error();
    const auto values = amounts(masked.columns()[*place]);
    if (!values) {
      return Error{
          ErrorKind::invalid_data,
          fmt::format("{} is no column of numbers in the masked table.", at_start(column.name))};
    }
    column.masked = weighted_figures(*values, *weights);
  }
  const std::span<const double> masked_weights(weights->begin(), weights->size());
  WeightedChanges changes{std::move(columns),
                          {{"", "", weights_.size(), sum_of(weights_), sum_of(masked_weights)}}};
  const auto add = [&](const auto& originals, const auto& others, std::size_t fewest_records) {
    for (std::size_t k = 0; k < originals.size(); ++k) {
      if (originals[k].name == weight_ || originals[k].levels.size() > most_summed_levels) continue;
      add_sums(changes.sums, {originals[k], others[k]}, fewest_records, weights_, masked_weights);
    }
  };
  add(grouping_.kept, grouping.kept, fewest_if_kept);
  add(grouping_.masked, grouping.masked, fewest_if_masked);
  return changes;
}

}  // namespace overhand::utility
