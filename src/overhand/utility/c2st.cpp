#include "overhand/utility/c2st.h"

#include <array>
#include <cmath>

#include "overhand/core/parallel.h"
#include "overhand/statistics/area_under_curve.h"
#include "overhand/utility/tree_records_internal.h"

namespace overhand::utility {
namespace {

constexpr std::array sides = {TreeRecords::Side::original, TreeRecords::Side::masked};

// The records of one fold, those of the original first, and what trees of the other folds say.
struct Told {
  std::vector<float> scores;
  std::vector<bool> is_masked;
};

Told told_in(const TreeRecords& records, std::size_t fold) {
  TreeMatrix training;
  TreeMatrix tested;
  TreeLabels labels{2};
  Told told;
  for (const TreeRecords::Side side : sides) {
    for (std::size_t place = 0; place < records.drawn(side).rows.size(); ++place) {
      if (place % tree_folds == fold) {
        records.append(tested, side, place);
        told.is_masked.push_back(side == TreeRecords::Side::masked);
      } else {
        records.append(training, side, place);
        labels.values.push_back(side == TreeRecords::Side::masked ? 1.0F : 0.0F);
      }
    }
  }
  told.scores = predicted_by_trees(training, labels, tested);
  return told;
}

// J. A. Hanley and B. J. McNeil (1982), "The meaning and use of the area under a receiver operating
// characteristic (ROC) curve", Radiology 143.
double standard_error(double area, double originals, double masked) {
  const double two_masked = area / (2 - area);
  const double two_originals = 2 * area * area / (1 + area);
  const double variance = area * (1 - area) + (masked - 1) * (two_masked - area * area) +
                          (originals - 1) * (two_originals - area * area);
  return std::sqrt(std::max(0.0, variance) / (originals * masked));
}

double told_apart(double area) { return std::clamp(2 * area - 1, 0.0, 1.0); }

}  // namespace

C2st classifier_two_sample(const statistics::Profile& original, const statistics::Profile& masked,
                           const KeptBeside& kept, const random::Key& key, std::size_t most) {
  const TreeRecords records(original, masked, kept, key, most);
  const std::size_t originals = records.drawn(TreeRecords::Side::original).rows.size();
  const std::size_t others = records.drawn(TreeRecords::Side::masked).rows.size();
  std::array<Told, tree_folds> parts;
  // A table of two records leaves a fold empty.
  parallel_for_each_index(std::min({tree_folds, originals, others}),
                          [&](std::size_t fold) { parts[fold] = told_in(records, fold); });
  Told all;
  for (const Told& part : parts) {
    all.scores.insert(all.scores.end(), part.scores.begin(), part.scores.end());
    all.is_masked.insert(all.is_masked.end(), part.is_masked.begin(), part.is_masked.end());
  }
  const double area = *statistics::area_under_curve(all.scores, all.is_masked);
  constexpr double z = 1.959963984540054;
  const double reach =
      z * standard_error(area, static_cast<double>(originals), static_cast<double>(others));
  return {told_apart(area),
          {told_apart(area - reach), told_apart(area + reach)},
          std::max(originals, others),
          std::max(original.row_count(), masked.row_count()) > most};
}

}  // namespace overhand::utility
