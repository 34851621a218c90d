#include "overhand/masking/problems.h"

#include <fmt/format.h>

#include <cmath>

#include "overhand/masking/categorize.h"

namespace overhand::masking {
namespace {

bool has_infinite_value(const Column& column) {
  const auto* values = std::get_if<Reals>(&column.values);
  if (values == nullptr) return false;
  const auto [low, high] = range(*values);
  return low <= high && (std::isinf(low) || std::isinf(high));
}

}  // namespace

std::optional<Error> problem_with_table(const Table& table) {
  for (const Column& column : table.columns()) {
    if (!column.is_number()) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("Column '{0}' is text, and only numbers can be masked; leave it out "
                               "with --drop {0}, or let it go out as it is with --keep {0}.",
                               column.name)};
    }
    if (has_infinite_value(column)) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("Column '{}' has an infinite value.", column.name)};
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

std::optional<Error> problem_with_bins(int bins) {
  if (bins >= 1) return std::nullopt;
  return Error{ErrorKind::invalid_option, fmt::format("bins must be at least 1, not {}.", bins)};
}

}  // namespace overhand::masking
