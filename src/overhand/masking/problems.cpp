#include "overhand/masking/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/table/column_words.h"

namespace overhand::masking {

namespace {

bool has_missing_value(const Column& column) {
  return std::visit(
      [](const auto& values) {
        return std::ranges::any_of(values, [](const auto& value) { return is_missing(value); });
      },
      column.values);
}

// Far from overflow even when squared and summed over any table.
constexpr double largest_magnitude = 1e140;

bool is_too_large(const Column& column) {
  const auto [low, high] = statistics::range(reals(column));
  return low < -largest_magnitude || high > largest_magnitude;
}

bool is_constant(const Column& column) {
  const auto [low, high] = statistics::range_of(column.values);
  return !(low < high);
}

std::string ways_out(const Column& column) {
  return fmt::format("leave it out with --drop {0}, or let it go out as it is with --keep {0}",
                     command_word({&column.name, 1}));
}

}  // namespace

std::optional<Error> problem_with_shape(const Table& table) {
  std::size_t to_mask = 0;
  for (const Column& column : table.columns()) {
    if (column.role != Role::mask) continue;
    ++to_mask;
    if (!column.is_number()) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("{} is text, and only numbers can be masked; {}.",
                               at_start(column.name), ways_out(column))};
    }
  }
  if (to_mask < 2) {
    return Error{ErrorKind::invalid_data,
                 fmt::format("There must be at least 2 columns to mask, not {}.", to_mask)};
  }
  if (table.row_count() < 2) {
    return Error{
        ErrorKind::invalid_data,
        fmt::format("There must be at least 2 records to mask, not {}.", table.row_count())};
  }
  return std::nullopt;
}

std::optional<Error> problem_with_range(const Column& column, statistics::Range range) {
  if (range.low > range.high || (std::isfinite(range.low) && std::isfinite(range.high))) {
    return std::nullopt;
  }
  return Error{ErrorKind::invalid_data,
               fmt::format("{} has an infinite value.", at_start(column.name))};
}

std::optional<Error> problem_with_table(const Table& table) {
  if (auto problem = problem_with_shape(table)) return problem;
  for (const Column& column : table.columns()) {
    if (auto problem = problem_with_range(column, statistics::range_of(column.values)))
      return problem;
  }
  return std::nullopt;
}

std::optional<Error> problem_with_complete_table(const Table& table) {
  if (auto problem = problem_with_table(table)) return problem;
  for (const Column& column : table.columns()) {
    if (has_missing_value(column)) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("{} has a missing value, which only sjppds can mask; use sjppds, "
                               "fill it in, or leave the column out with --drop {}.",
                               at_start(column.name), command_word({&column.name, 1}))};
    }
    if (is_too_large(column)) {
      return Error{ErrorKind::invalid_data,
                   fmt::format("{} has a value beyond {:g}, too large to compute with.",
                               at_start(column.name), largest_magnitude)};
    }
  }
  return std::nullopt;
}

std::optional<Error> problem_with_k(int k, std::size_t records) {
  if (static_cast<std::size_t>(k) <= records) return std::nullopt;
  return Error{ErrorKind::invalid_option,
               fmt::format("k must be at most the number of records, {}, not {}.", records, k)};
}

std::optional<Error> problem_with_constant_column(const Table& table, const char* why) {
  for (const Column& column : table.columns()) {
    if (!is_constant(column)) continue;
    return Error{ErrorKind::invalid_data,
                 fmt::format("{} has the same value in every record, and {}; {}.",
                             at_start(column.name), why, ways_out(column))};
  }
  return std::nullopt;
}

}  // namespace overhand::masking
