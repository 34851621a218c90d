// The rows of a table, class after class.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "overhand/table/row.h"

namespace overhand::risk {

struct Members {
  explicit Members(std::span<const std::uint32_t> classes)
      : begins(classes.empty() ? 1 : std::ranges::max(classes) + std::size_t{2}, 0),
        rows(classes.size()) {
    for (const std::uint32_t number : classes) ++begins[number + 1];
    for (std::size_t c = 1; c < begins.size(); ++c) begins[c] += begins[c - 1];
    auto next = begins;
    for (Row row = 0; row < classes.size(); ++row) rows[next[classes[row]]++] = row;
  }

  std::size_t count() const { return begins.size() - 1; }
  std::span<const Row> of(std::uint32_t number) const {
    if (number + std::size_t{1} >= begins.size()) return {};
    return std::span(rows).subspan(begins[number], begins[number + 1] - begins[number]);
  }

  std::vector<std::size_t> begins;
  std::vector<Row> rows;
};

}  // namespace overhand::risk
