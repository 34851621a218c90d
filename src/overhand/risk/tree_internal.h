// Nearest records by a k-d tree (nanoflann): looks at few records where they fill few dimensions,
// at most of them where they fill many.
#pragma once

#include <memory>

#include "overhand/risk/neighbours.h"
#include "overhand/risk/queries_internal.h"

namespace overhand::risk {

class Tree {
 public:
  explicit Tree(const Points& points);
  ~Tree();

  Neighbour nearest(const Queries& queries, std::size_t k) const;

  // The mean number of records looked at for these queries: what a search will cost.
  double mean_visits(const Queries& queries) const;

 private:
  struct Index;
  std::unique_ptr<Index> index_;
};

}  // namespace overhand::risk
