// Weighted figures: what analysts of a sample compute, each record standing for as many as its
// weight says. Totals, means and quantiles of each column, original against masked.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "overhand/statistics/measured.h"
#include "overhand/table/table.h"

namespace overhand::utility {

constexpr std::array<double, 5> weighted_levels = {0.05, 0.25, 0.5, 0.75, 0.95};

// Of one column, over the records that have a value and a weight above 0; 0 where none has.
struct WeightedFigures {
  double total = 0;                                           // sum of w x
  double mean = 0;                                            // the same by the sum of w
  std::array<double, weighted_levels.size()> quantiles = {};  // see below
};

// The quantile is the smallest value up to which the records have that share of all weight.
WeightedFigures weighted_figures(const Cells<double>& values, const Cells<double>& weights);

// Of one column, in both tables.
struct WeightedColumn {
  std::string name;
  double sd = 0;  // of the original column, divisor n - 1
  WeightedFigures original = {};
  WeightedFigures masked = {};

  // |t* - t| / |t|. What changes from 0 has changed by all.
  double total_change() const;
  double mean_change() const;
  // |q* - q| / sd, at one of the levels; what changes in a constant column has changed by one.
  double quantile_change(std::size_t level) const;
  double mean_quantile_change() const;
  double largest_quantile_change() const;
};

// The sum of weights, which is how many the records stand for: of all, or of those that have one
// level of a column.
struct WeightedSum {
  std::string column = {};  // empty: of all records
  std::string level = {};
  std::size_t records = 0;  // of the original
  double original = 0;
  double masked = 0;

  double change() const;  // |s* - s| / |s|
};

// Both of a masked table.
struct WeightedChanges {
  std::vector<WeightedColumn> columns = {};
  std::vector<WeightedSum> sums = {};  // of all first
};

// Columns with levels that analysts group by: those that are kept (statistics/kept_measured.h), and
// those that are masked.
struct Grouping {
  std::vector<statistics::Category> kept = {};
  std::vector<statistics::Category> masked = {};
};

// An original, to hold masked tables against: the numbers to mask, but for the weight itself, and
// the levels of columns that analysts group by, where 20 records or more have them, of masked
// columns 100 or more: of fewer the sum of weights is chance.
class WeightedReference {
 public:
  static Result<WeightedReference> prepare(const Table& original, const std::string& weight,
                                           Grouping grouping = {});

  // `grouping` are those columns of the masked table, as those of the original.
  Result<WeightedChanges> compared(const Table& masked, const Grouping& grouping) const;

 private:
  WeightedReference(std::string weight, std::vector<WeightedColumn> columns, Grouping grouping,
                    Reals weights)
      : weight_(std::move(weight)),
        columns_(std::move(columns)),
        grouping_(std::move(grouping)),
        weights_(std::move(weights)) {}

  std::string weight_;
  std::vector<WeightedColumn> columns_;  // without the masked figures
  Grouping grouping_;
  Reals weights_;
};

}  // namespace overhand::utility
