#include "overhand/table/identifiers.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

#include "overhand/table/column_words.h"

namespace overhand {
namespace {

constexpr std::size_t fewest_values = 20;
constexpr double nearly_all = 0.9;

template <class Number>
ValueCount count_numbers(const Cells<Number>& cells) {
  std::vector<Number> values;
  values.reserve(cells.size());
  std::ranges::copy_if(cells, std::back_inserter(values),
                       [](Number value) { return !is_missing(value); });
  const std::size_t present = values.size();
  std::ranges::sort(values);
  const auto repeated = std::ranges::unique(values);
  return {present, present - repeated.size()};
}

ValueCount count_texts(const Texts& texts) {
  ValueCount count;
  for (const std::size_t rows : texts.level_counts()) {
    count.present += rows;
    count.distinct += static_cast<std::size_t>(rows > 0);
  }
  return count;
}

// What one look at each of the whole numbers tells.
struct Spread {
  std::size_t present = 0;
  std::size_t are_long = 0;
  std::int64_t low = std::numeric_limits<std::int64_t>::max();
  std::int64_t high = std::numeric_limits<std::int64_t>::min();
  std::uint64_t step = 0;  // that all of them are apart, or a multiple of it
};

std::uint64_t distance(std::int64_t a, std::int64_t b) {
  return a < b ? static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a)
               : static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
}

Spread spread_of(const Cells<std::int64_t>& values) {
  constexpr std::uint64_t eight_digits = 10'000'000;
  Spread spread;
  std::int64_t first = 0;
  for (const std::int64_t value : values) {
    if (is_missing(value)) continue;
    if (spread.present++ == 0) first = value;
    spread.low = std::min(spread.low, value);
    spread.high = std::max(spread.high, value);
    spread.are_long += static_cast<std::size_t>(distance(value, 0) >= eight_digits);
    if (spread.step != 1) spread.step = std::gcd(spread.step, distance(value, first));
  }
  return spread;
}

// Whether their range has room for as many different ones, and for little more, or nearly all are
// long.
bool could_be_numbers_of_persons(const Cells<std::int64_t>& values) {
  const Spread spread = spread_of(values);
  if (spread.step == 0) return false;  // no two different ones
  const auto present = static_cast<double>(spread.present);
  const std::uint64_t steps = distance(spread.low, spread.high) / spread.step;
  const double places = static_cast<double>(steps) + 1;
  const bool fill_their_range = places >= nearly_all * present && places <= 2 * present;
  return fill_their_range || static_cast<double>(spread.are_long) >= nearly_all * present;
}

// The same of reals of which some are beyond 2^53: a format or a program made them of longer whole
// numbers. Those that nobody writes without an exponent are amounts.
bool could_be_numbers_of_persons(const Cells<double>& values) {
  constexpr double eight_digits = 1e7;
  constexpr double beyond_integers = 0x1p53;
  constexpr double beyond_digits = 1e22;
  double largest = 0;
  std::size_t present = 0;
  std::size_t are_long = 0;
  for (const double value : values) {
    if (is_missing(value)) continue;
    const double size = std::abs(value);
    if (std::trunc(value) != value || size >= beyond_digits) return false;
    largest = std::max(largest, size);
    are_long += static_cast<std::size_t>(size >= eight_digits);
    ++present;
  }
  return largest >= beyond_integers &&
         static_cast<double>(are_long) >= nearly_all * static_cast<double>(present);
}

bool could_be_identifier(const Column& column) {
  if (!is_quantity(column.type)) return true;
  const auto* whole = std::get_if<Cells<std::int64_t>>(&column.values);
  return whole != nullptr ? could_be_numbers_of_persons(*whole)
                          : could_be_numbers_of_persons(std::get<Cells<double>>(column.values));
}

Error refusal(const std::vector<std::string>& names) {
  const bool is_one = names.size() == 1;
  std::vector<std::string> shown;
  for (const std::string& name : names) shown.push_back(printable(name));
  return {ErrorKind::invalid_option,
          fmt::format("Column{} '{}' {} to be kept, with nearly as many values as records: who "
                      "knows a value finds the record.",
                      is_one ? "" : "s", fmt::join(shown, "', '"), is_one ? "is" : "are"),
          {.column = names.front()},
          {{Action::drop, names}, {Action::keep_identifiers, names}}};
}

}  // namespace

ValueCount count_values(const Column& column) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) return count_texts(*texts);
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) return count_numbers(*reals);
  return count_numbers(std::get<Cells<std::int64_t>>(column.values));
}

bool is_nearly_unique(const ValueCount& count) {
  return count.present >= fewest_values &&
         static_cast<double>(count.distinct) >= nearly_all * static_cast<double>(count.present);
}

bool looks_like_identifier(const Column& column, const ValueCount& count) {
  return is_nearly_unique(count) && could_be_identifier(column);
}

bool looks_like_identifier(const Column& column) {
  return could_be_identifier(column) && is_nearly_unique(count_values(column));
}

std::optional<Error> problem_with_kept_identifiers(const Table& table) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (column.role == Role::keep && is_nearly_unique(count_values(column))) {
      names.push_back(column.name);
    }
  }
  if (names.empty()) return std::nullopt;
  return refusal(names);
}

}  // namespace overhand
