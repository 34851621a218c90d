// The records that MDAV has not grouped yet, laid out for fast scans.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::masking {

using Point = std::vector<double>;  // a value for each column

struct Neighbour {
  double distance;  // squared and weighted
  Row row;
  std::size_t place;  // among the remaining records
};

// What one scan finds: the k nearest records, in no order, and the farthest one.
struct Scan {
  std::vector<Neighbour> nearest;
  Neighbour farthest;
};

// Blocks of 8 records, column by column within a block: one vector register holds the same column
// of several records. A removed record's place is taken by the last one, so that scans shrink.
class RemainingRecords {
 public:
  explicit RemainingRecords(const Table& table);

  std::size_t size() const { return row_.size(); }
  std::span<const Row> rows() const { return row_; }
  Point at(std::size_t place) const;
  Point centroid() const;
  Scan scan(const Point& from, std::size_t nearest) const;

  // Removes the records and adds their rows to `removed`.
  void remove(std::vector<Neighbour> records, std::vector<Row>& removed);

 private:
  static constexpr std::size_t lanes = 8;
  using Lanes = Eigen::Array<double, lanes, 1>;

  std::size_t index(std::size_t place, std::size_t column) const {
    return (place / lanes * columns_ + column) * lanes + place % lanes;
  }
  Lanes distances(std::size_t block, const Point& from) const;
  Scan scan_blocks(std::size_t begin, std::size_t end, const Point& from,
                   std::size_t nearest) const;
  Point sums(std::size_t begin, std::size_t end) const;

  std::size_t columns_;
  std::vector<double> weight_;  // 1 / variance of each column
  std::vector<double> values_;
  std::vector<Row> row_;  // of each place
};

}  // namespace overhand::masking
