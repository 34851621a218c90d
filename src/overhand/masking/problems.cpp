#include "overhand/masking/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/table/column_words.h"

namespace overhand::masking {

namespace {

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

// `what` is said of the column: "has an infinite value".
Error problem_with(const Column& column, const std::string& what,
                   const std::vector<Action>& actions = {}) {
  Error error{ErrorKind::invalid_data,
              fmt::format("{} {}.", at_start(column.name), what),
              {.column = column.name}};
  for (const Action action : actions) error.remedies.push_back({action, {column.name}});
  return error;
}

Error problem_with_option(const std::string& option, const std::string& what) {
  return {
      ErrorKind::invalid_option, fmt::format("{} must be {}.", option, what), {.option = option}};
}

}  // namespace

std::optional<Error> problem_with_shape(const Table& table) {
  std::size_t to_mask = 0;
  for (const Column& column : table.columns()) {
    if (column.role != Role::mask) continue;
    ++to_mask;
    if (!is_quantity(column.type)) {
      return problem_with(
          column, fmt::format("is {}, and only numbers can be masked", words_for(column.type)),
          {Action::drop, Action::keep});
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
  return problem_with(column, "has an infinite value");
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
    if (missing_count(column.values) > 0) {
      return problem_with(column,
                          "has a missing value, which no method but sjppds can mask, and sjppds "
                          "leaves most records linked",
                          {Action::fill_in, Action::drop});
    }
    if (is_too_large(column)) {
      return problem_with(column, fmt::format("has a value beyond {:g}, too large to compute with",
                                              largest_magnitude));
    }
  }
  return std::nullopt;
}

std::optional<Error> problem_with_k(int k, std::size_t records) {
  if (static_cast<std::size_t>(k) <= records) return std::nullopt;
  return problem_with_option("k",
                             fmt::format("at most the number of records, {}, not {}", records, k));
}

std::optional<Error> problem_with_constant_column(const Table& table, const char* why) {
  for (const Column& column : table.columns()) {
    if (!is_constant(column)) continue;
    return problem_with(column, fmt::format("has the same value in every record, and {}", why),
                        {Action::drop, Action::keep});
  }
  return std::nullopt;
}

}  // namespace overhand::masking
