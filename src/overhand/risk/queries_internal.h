// Queries: records whose nearest neighbours are wanted.
#pragma once

#include <cstdint>
#include <span>

#include "overhand/risk/points_internal.h"

namespace overhand::risk {

struct Queries {
  const Points& points;
  std::span<const Row> rows;
  bool are_own;  // records of the searched table itself, each of which is not its own neighbour

  static constexpr Row none = ~Row{0};

  std::span<const double> record(std::size_t k) const { return points[rows[k]]; }
  Row excluded(std::size_t k) const { return are_own ? rows[k] : none; }
  Queries part(std::size_t begin, std::size_t count) const {
    return {points, rows.subspan(begin, count), are_own};
  }
};

}  // namespace overhand::risk
