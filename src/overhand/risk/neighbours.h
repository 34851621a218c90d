// Neighbours: the nearest record of a table to any record of it or of another, over all or some of
// its columns. One exact search for every question of that kind.
//
// Distances are squared, between standardised records, each column's square added in the order of
// the columns: as R adds them, so that the same records tie. In a mixed table no column adds more
// than its cap (statistics/profile.h), as in Gower's distance. Whether a given record is among the
// nearest is then one comparison: it is exactly when its distance is the smallest one. So ties need
// no lists; of equally near records the first row is named.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "overhand/statistics/profile.h"

namespace overhand::risk {

inline double squared_distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

// The most that each column adds; empty: any.
using Caps = std::span<const double>;
inline double squared_distance(std::span<const double> a, std::span<const double> b, Caps caps) {
  if (caps.empty()) return squared_distance(a, b);
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += std::min((a[j] - b[j]) * (a[j] - b[j]), caps[j]);
  }
  return sum;
}

struct Neighbour {
  double distance;
  Row row;

  bool operator==(const Neighbour&) const = default;
  // Nearer, or as near in an earlier row.
  bool operator<(const Neighbour& other) const {
    return distance < other.distance || (distance == other.distance && row < other.row);
  }
};

enum class Search { chosen, scan, tree };  // mixed tables are always scanned

// Prepared from one table, asked for many others, by many threads at once.
class Neighbours {
 public:
  // Over all columns. Keeps a reference to `table`.
  explicit Neighbours(const statistics::Profile& table, Search search = Search::chosen);
  // Over the columns at these places, one at least, in their order.
  Neighbours(const statistics::Profile& table, std::vector<std::size_t> columns,
             Search search = Search::chosen);
  ~Neighbours();
  Neighbours(Neighbours&&) noexcept;

  // The nearest record of the table to each of these records of `others`, which has its columns.
  std::vector<Neighbour> nearest_to(const statistics::Profile& others,
                                    std::span<const Row> rows) const;

  // The nearest other record to each of these of the table itself, which has two at least.
  std::vector<Neighbour> nearest_others(std::span<const Row> rows) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace overhand::risk
