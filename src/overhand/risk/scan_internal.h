// Nearest records by looking at all of them, many at a time.
//
// Distances are first computed in single precision, in groups of records that a processor's vectors
// hold side by side. Their rounding error has a bound, so that only groups whose smallest
// rounded distance is within that bound of the smallest of all can hold the nearest; those few are
// computed again in double precision.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "overhand/risk/neighbours.h"
#include "overhand/risk/queries_internal.h"

namespace overhand::risk {

class Scan {
 public:
  explicit Scan(const Points& points);

  // The nearest record for each query, in order.
  void nearest(const Queries& queries, std::span<Neighbour> found) const;

 private:
  static constexpr std::size_t group_size = 32;  // four vectors of eight floats
  static constexpr std::size_t tile_groups = 64;
  static constexpr std::size_t columns_per_check = 4;

  struct Candidate {
    float distance;
    std::uint32_t group;
  };
  struct Query {
    std::vector<float> record;
    Row excluded;    // a row that is no neighbour
    double error;    // of a rounded difference, as a Euclidean length
    float smallest;  // rounded distance so far
    float limit;     // groups beyond it cannot hold the nearest
    std::vector<Candidate> candidates;
  };

  Query query_for(std::span<const double> record, Row excluded) const;
  double inexact_size(double value, std::size_t column) const;
  template <bool IsCapped>
  float group_minimum(const float* record, float limit, std::size_t group) const;
  float minimum_of_others(const Query& query, std::size_t group) const;
  void visit(Query& query, std::size_t group) const;
  float limit_for(const Query& query) const;
  Neighbour exact_nearest(const Query& query, std::span<const double> record) const;

  const Points& points_;
  std::size_t groups_;
  std::vector<float> cells_;  // group after group; within, column after column
  std::vector<float> caps_;   // empty: none
  Reals largest_;             // |value| in each column, of what a float rounds
};

}  // namespace overhand::risk
