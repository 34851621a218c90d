#include "overhand/masking/problems.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// Columns of one table that a method does not take, for one reason.
struct Refused {
  std::string what;
  std::vector<std::string> names;
  bool can_be_filled_in = false;
};

template <class Is>
std::vector<std::string> names_of(const Table& table, const Is& is) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role == Role::mask && is(column)) names.push_back(column.name);
  }
  return names;
}

// "noise cannot mask categories or text (sex, region), missing values (age)."
std::optional<Error> refusal_of(const std::string& who, std::vector<Refused> reasons) {
  std::erase_if(reasons, [](const Refused& reason) { return reason.names.empty(); });
  if (reasons.empty()) return std::nullopt;
  std::vector<std::string> parts;
  std::vector<std::string> names;
  for (const Refused& reason : reasons) {
    parts.push_back(fmt::format("{} ({})", reason.what, told(reason.names)));
    for (const std::string& name : reason.names) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    }
  }
  Error error{ErrorKind::invalid_data,
              fmt::format("{} cannot mask {}.", who, fmt::join(parts, ", ")),
              {.column = names.front()}};
  if (reasons.front().can_be_filled_in) error.remedies.push_back({Action::fill_in, names});
  error.remedies.push_back({Action::drop, names});
  if (!reasons.front().can_be_filled_in) error.remedies.push_back({Action::keep, names});
  return error;
}

std::optional<Error> problem_with_infinity(const Table& table) {
  for (const Column& column : table.columns()) {
    if (kind_of(column.type) != Kind::number) continue;
    if (auto problem = problem_with_range(column, statistics::range_of(column.values)))
      return problem;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> problem_with_shape(const Table& table) {
  const auto to_mask = std::ranges::count(table.columns(), Role::mask, &Column::role);
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

std::optional<Error> problem_with_kinds(const Table& table, const std::string& who,
                                        const Takes& takes) {
  const auto refused = [&](Kind kind) {
    return names_of(table, [&](const Column& column) {
      return kind_of(column.type) == kind && !takes_kind(takes, kind);
    });
  };
  const auto gaps = names_of(
      table, [&](const Column& column) { return !takes.gaps && missing_count(column.values) > 0; });
  return refusal_of(who, {{"numbers, only categories", refused(Kind::number)},
                          {"categories or text", refused(Kind::levels)},
                          {"dates or times", refused(Kind::moment)},
                          {"missing values", gaps, true}});
}

std::optional<Error> problem_with_range(const Column& column, statistics::Range range) {
  if (range.low > range.high || (std::isfinite(range.low) && std::isfinite(range.high))) {
    return std::nullopt;
  }
  return problem_with(column, "has an infinite value");
}

std::optional<Error> problem_with_table(const Table& table, const std::string& who,
                                        const Takes& takes) {
  if (auto problem = problem_with_shape(table)) return problem;
  if (auto problem = problem_with_kinds(table, who, takes)) return problem;
  return problem_with_infinity(table);
}

std::optional<Error> problem_with_magnitude(const Table& table) {
  if (auto problem = problem_with_infinity(table)) return problem;
  for (const Column& column : table.columns()) {
    if (kind_of(column.type) != Kind::number || !is_too_large(column)) continue;
    return problem_with(column, fmt::format("has a value beyond {:g}, too large to compute with",
                                            largest_magnitude));
  }
  return std::nullopt;
}

std::optional<Error> problem_with_numbers(const Table& table, const std::string& who,
                                          const Takes& takes) {
  if (auto problem = problem_with_table(table, who, takes)) return problem;
  return problem_with_magnitude(table);
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
