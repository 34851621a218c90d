// The distance of each masked record to its nearest original record: exact, and found once for all
// pairings. Whether a record is linked to a partner is then one comparison: the partner is among
// the nearest exactly when its distance is that smallest one. So ties need no lists.
//
// Distances are squared, between standardised records, each column's square added in column order:
// as R adds them, so that the same records tie.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "overhand/statistics/profile.h"

namespace overhand::risk {

inline double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

enum class Search { chosen, scan, tree };

// Prepared from the original, asked for many masked tables, by many threads at once.
class NearestOriginal {
 public:
  // Keeps a reference to `original`.
  explicit NearestOriginal(const statistics::Profile& original, Search search = Search::chosen);
  ~NearestOriginal();
  NearestOriginal(NearestOriginal&&) noexcept;

  // The smallest squared distance of each of these masked records to an original record.
  Reals distances(const statistics::Profile& masked, std::span<const Row> rows) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace overhand::risk
