#include "overhand/utility/tstr.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/statistics/area_under_curve.h"
#include "overhand/statistics/median.h"
#include "overhand/utility/tree_records_internal.h"

namespace overhand::utility {
namespace {

using statistics::Category;
using statistics::Profile;

constexpr float no_label = -1;  // of a class

// The class of each code of a category: the commonest levels of the original in this order, then
// all others as one; a gap has none.
struct Classes {
  std::vector<float> of_code;
  std::size_t count = 0;
};

Classes classes_of(const Category& original, const Category& masked) {
  std::vector<std::size_t> counts(std::max(original.code_count(), masked.code_count()));
  for (const Code code : original.codes) ++counts[static_cast<std::size_t>(code)];
  std::vector<std::size_t> codes;
  for (std::size_t code = 1; code < counts.size(); ++code) codes.push_back(code);
  std::ranges::stable_sort(codes, std::greater(), [&](std::size_t code) { return counts[code]; });
  Classes classes{std::vector<float>(counts.size(), no_label),
                  std::min(codes.size(), most_classes)};
  for (std::size_t place = 0; place < codes.size(); ++place) {
    classes.of_code[codes[place]] = static_cast<float>(std::min(place, most_classes - 1));
  }
  return classes;
}

// One column that is to be predicted.
class Target {
 public:
  Target(const TreeRecords& records, std::size_t column)
      : records_(records),
        column_(column),
        originals_(records.drawn(TreeRecords::Side::original).table) {
    const std::size_t amounts = originals_.numbers.amounts;
    if (column < amounts) return;
    const Profile& masked = records.drawn(TreeRecords::Side::masked).table;
    classes_ =
        classes_of(originals_.categories[column - amounts], masked.categories[column - amounts]);
  }

  // Of the trees that learn from `side`.
  double skill(TreeRecords::Side side) const {
    std::vector<float> predictions;
    std::vector<float> truths;
    for (std::size_t fold = 0; fold < tree_folds; ++fold) {
      add_predictions(side, fold, predictions, truths);
    }
    if (truths.size() < 2) return 0;
    return is_number() ? explained(predictions, truths) : separated(predictions, truths);
  }

 private:
  bool is_number() const { return column_ < originals_.numbers.amounts; }
  std::size_t outputs() const { return classes_.count > 2 ? classes_.count : 1; }

  // In standard deviations of the original: XGBoost computes in single precision.
  std::optional<float> label(TreeRecords::Side side, std::size_t place) const {
    const Drawn& drawn = records_.drawn(side);
    const std::uint32_t row = drawn.rows[place];
    if (!is_number()) {
      const auto& codes = drawn.table.categories[column_ - originals_.numbers.amounts].codes;
      const float found = classes_.of_code[static_cast<std::size_t>(codes[row])];
      return found == no_label ? std::nullopt : std::optional(found);
    }
    const double value = drawn.table.numbers.columns[column_][row];
    if (is_missing(value) || originals_.sd[column_] == 0) return std::nullopt;
    return static_cast<float>((value - originals_.mean[column_]) / originals_.sd[column_]);
  }

  void add_predictions(TreeRecords::Side side, std::size_t fold, std::vector<float>& predictions,
                       std::vector<float>& truths) const {
    TreeMatrix training;
    TreeLabels labels{is_number() ? 0 : std::max(classes_.count, std::size_t{2})};
    take(
        side, [&](std::size_t place) { return place % tree_folds != fold; }, training,
        labels.values);
    TreeMatrix tested;
    std::vector<float> tested_labels;
    take(
        TreeRecords::Side::original, [&](std::size_t place) { return place % tree_folds == fold; },
        tested, tested_labels);
    if (labels.values.empty() || tested_labels.empty()) return;
    const auto found = predicted_by_trees(training, labels, tested);
    predictions.insert(predictions.end(), found.begin(), found.end());
    truths.insert(truths.end(), tested_labels.begin(), tested_labels.end());
  }

  // The drawn records that `is_wanted` and that have a label.
  template <class Wanted>
  void take(TreeRecords::Side side, const Wanted& is_wanted, TreeMatrix& matrix,
            std::vector<float>& labels) const {
    for (std::size_t place = 0; place < records_.drawn(side).rows.size(); ++place) {
      if (!is_wanted(place)) continue;
      const auto found = label(side, place);
      if (!found) continue;
      records_.append(matrix, side, place, column_);
      labels.push_back(*found);
    }
  }

  // R^2.
  static double explained(const std::vector<float>& predictions, const std::vector<float>& truths) {
    double mean = 0;
    for (const float truth : truths) mean += truth / static_cast<double>(truths.size());
    double left = 0;
    double spread = 0;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      const double truth = truths[i];
      left += (truth - predictions[i]) * (truth - predictions[i]);
      spread += (truth - mean) * (truth - mean);
    }
    return spread == 0 ? 0 : 1 - left / spread;
  }

  // 2 AUC - 1, each class against the others, weighted by their shares.
  double separated(const std::vector<float>& predictions, const std::vector<float>& truths) const {
    double sum = 0;
    double weight = 0;
    for (std::size_t k = outputs() == 1 ? 1 : 0; k < std::max(outputs(), std::size_t{2}); ++k) {
      std::vector<float> scores;
      std::vector<bool> is_of_class;
      for (std::size_t i = 0; i < truths.size(); ++i) {
        scores.push_back(predictions[i * outputs() + (outputs() == 1 ? 0 : k)]);
        is_of_class.push_back(truths[i] == static_cast<float>(k));
      }
      const auto area = statistics::area_under_curve(scores, is_of_class);
      if (!area) continue;
      const auto members = static_cast<double>(std::ranges::count(is_of_class, true));
      sum += members * (2 * *area - 1);
      weight += members;
    }
    return weight == 0 ? 0 : sum / weight;
  }

  const TreeRecords& records_;
  std::size_t column_;
  const Profile& originals_;
  Classes classes_ = {};
};

// The trees of one round that predict a column.
std::size_t trees_for(const Profile& original, std::size_t column) {
  const std::size_t amounts = original.numbers.amounts;
  if (column < amounts) return 1;
  const std::size_t levels = original.categories[column - amounts].levels.size();
  return levels > 2 ? std::min(levels, most_classes) : 1;
}

std::vector<std::size_t> targets_of(const Profile& original, const std::string& target) {
  const std::vector<std::string> names = statistics::names_of(original);
  std::vector<std::size_t> columns;
  std::size_t work = 0;
  for (std::size_t j = 0; j < names.size() && columns.size() < most_targets; ++j) {
    if (!target.empty() && names[j] != target) continue;
    work += trees_for(original, j) * (names.size() - 1);
    if (!columns.empty() && work > most_work) break;
    columns.push_back(j);
  }
  return columns;
}

}  // namespace

Tstr train_on_masked(const Profile& original, const Profile& masked, const std::string& target,
                     const random::Key& key, std::size_t most) {
  const TreeRecords records(original, masked, key, most);
  const std::vector<std::size_t> targets =
      records.columns() < 2 ? std::vector<std::size_t>{} : targets_of(original, target);
  std::vector<std::array<double, 2>> skills(targets.size());
  parallel_for_each_index(2 * targets.size(), [&](std::size_t task) {
    const TreeRecords::Side side =
        task % 2 == 0 ? TreeRecords::Side::original : TreeRecords::Side::masked;
    skills[task / 2][task % 2] = Target(records, targets[task / 2]).skill(side);
  });
  std::vector<double> ratios;
  for (const auto& [by_original, by_masked] : skills) {
    if (by_original > least_skill) ratios.push_back(std::clamp(by_masked / by_original, 0.0, 1.0));
  }
  Tstr result{.targets = targets.size(), .predictable = ratios.size()};
  result.records = std::max(records.drawn(TreeRecords::Side::original).rows.size(),
                            records.drawn(TreeRecords::Side::masked).rows.size());
  result.is_sample = std::max(original.row_count(), masked.row_count()) > most;
  if (!ratios.empty()) result.ratio = statistics::median(std::move(ratios));
  return result;
}

}  // namespace overhand::utility
