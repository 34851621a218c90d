#include "overhand/masking/problems.h"

#include <fmt/format.h>

#include <cmath>

namespace overhand::masking {

std::optional<Error> problem_with_shape(const Table& table) {
  for (const Column& column : table.columns()) {
    if (!column.is_number()) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("Column '{0}' is text, and only numbers can be masked; leave it out "
                               "with --drop {0}, or let it go out as it is with --keep {0}.",
                               column.name)};
    }
  }
  if (table.column_count() < 2) {
    return Error{
        ErrorKind::invalid_data,
        fmt::format("There must be at least 2 columns to mask, not {}.", table.column_count())};
  }
  if (table.row_count() < 2) {
    return Error{
        ErrorKind::invalid_data,
        fmt::format("There must be at least 2 records to mask, not {}.", table.row_count())};
  }
  return std::nullopt;
}

std::optional<Error> problem_with_range(const Column& column, Range range) {
  if (range.low > range.high || (std::isfinite(range.low) && std::isfinite(range.high))) {
    return std::nullopt;
  }
  return Error{ErrorKind::invalid_data,
               fmt::format("Column '{}' has an infinite value.", column.name)};
}

std::optional<Error> problem_with_table(const Table& table) {
  if (auto problem = problem_with_shape(table)) return problem;
  for (const Column& column : table.columns()) {
    if (auto problem = problem_with_range(column, range_of(column.values))) return problem;
  }
  return std::nullopt;
}

std::optional<Error> problem_with_bins(int bins) {
  if (bins >= 1) return std::nullopt;
  return Error{ErrorKind::invalid_option, fmt::format("bins must be at least 1, not {}.", bins)};
}

}  // namespace overhand::masking
