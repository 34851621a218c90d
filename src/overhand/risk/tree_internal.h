// Nearest originals by a k-d tree (nanoflann): looks at few originals where the records fill few
// dimensions, at most of them where they fill many.
#pragma once

#include <memory>
#include <span>

#include "overhand/statistics/profile.h"

namespace overhand::risk {

class Tree {
 public:
  explicit Tree(const statistics::Profile& original);
  ~Tree();

  double nearest(std::span<const double> record) const;

  // The mean number of originals looked at for these masked records: what a search will cost.
  double mean_visits(const statistics::Profile& masked, std::span<const Row> rows) const;

 private:
  struct Index;
  std::unique_ptr<Index> index_;
};

}  // namespace overhand::risk
