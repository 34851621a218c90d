// Boosted trees, by XGBoost: what a few hundred small questions about a record tell of its label.
//
// On one thread, so that the figures are the same for any number of them: who has many fits to make
// makes them side by side.
// T. Chen and C. Guestrin (2016), "XGBoost: a scalable tree boosting system", KDD 2016.
#pragma once

#include <cstddef>
#include <vector>

namespace overhand::utility {

// Records as trees see them: one after the other, a gap is NaN.
struct TreeMatrix {
  std::size_t columns = 0;
  std::vector<float> cells = {};

  std::size_t rows() const { return columns == 0 ? 0 : cells.size() / columns; }
};

struct TreeLabels {
  std::size_t classes = 0;  // 0: numbers
  std::vector<float> values = {};
};

// For each tested record its number, or the probability of each class but, of two, of the second
// alone.
std::vector<float> predicted_by_trees(const TreeMatrix& training, const TreeLabels& labels,
                                      const TreeMatrix& tested);

}  // namespace overhand::utility
