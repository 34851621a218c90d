// Train on synthetic, test on real (tstr): what boosted trees learn from the masked table, held
// against what they learn from the original.
//
// A target column is predicted from all others. The originals are dealt into three folds; the trees
// of the original are trained on two of them, those of the masked table on two of its folds, and
// both predict the originals of the third. Skill is R^2 of a number or a date, and 2 AUC - 1 of a
// category (each level against the others, the mean weighted by the levels' shares), over all
// originals. tstr is the skill of the masked table's trees by that of the original's, within [0,
// 1]; without a target the median over the columns.
//
// C. Esteban, S. L. Hyland and G. Ratsch (2017), "Real-valued (medical) time series generation with
// recurrent conditional GANs".
#pragma once

#include <optional>
#include <string>

#include "overhand/random/key.h"
#include "overhand/statistics/profile.h"

namespace overhand::utility {

// Without a target: the first so many columns, and as many of them as cost no more than
// `most_work`: the trees of a round times the columns that they look at.
constexpr std::size_t most_targets = 12;
constexpr std::size_t most_work = 2000;
// Of a category: the commonest levels, and all others as one.
constexpr std::size_t most_classes = 10;
// A column that the originals themselves predict no better tells nothing.
constexpr double least_skill = 0.05;

struct Tstr {
  std::optional<double> ratio = {};  // none where no target can be predicted from the others
  std::size_t targets = 0;           // that were tried
  std::size_t predictable = 0;
  std::size_t records = 0;  // of each table, at most
  bool is_sample = false;
};

// `most` records of each table at most. An empty target is any column.
Tstr train_on_masked(const statistics::Profile& original, const statistics::Profile& masked,
                     const std::string& target, const random::Key& key, std::size_t most);

}  // namespace overhand::utility
