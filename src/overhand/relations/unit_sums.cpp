#include "overhand/relations/unit_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "overhand/core/stopping.h"
#include "overhand/relations/formula.h"
#include "overhand/relations/formula_text_internal.h"
#include "overhand/table/amounts.h"
#include "overhand/table/column_words.h"

namespace overhand::relations {
namespace {

struct Summable {
  const Column* column;
  Cells<double> values;
};

std::vector<Summable> numbers_to_mask(const Table& table) {
  std::vector<Summable> numbers;
  for (const Column& column : table.columns()) {
    if (column.role != Role::mask || !is_quantity(column.type)) continue;
    numbers.push_back({&column, *amounts(column)});
  }
  return numbers;
}

bool has_gaps(const Cells<double>& values) {
  return std::ranges::any_of(values, [](double value) { return is_missing(value); });
}

// One column as the members of each unit have it.
struct Members {
  Members(const Classes& units, const Cells<double>& values)
      : sizes(class_count(units)), counts(class_count(units)) {
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (is_missing(values[row]) || values[row] == 0) continue;
      sizes[units[row]] += std::abs(values[row]);
      ++counts[units[row]];
    }
  }

  Reals sizes;                      // by unit, the sum without signs: what rounding goes by
  std::vector<std::size_t> counts;  // by unit, the members that add something
};

// As exact as identities are (identities.cpp): whole numbers to the last one.
bool are_the_sums(const Cells<double>& totals, const Reals& sums, const Classes& units,
                  const Members& members) {
  constexpr double exact = 1e-11;
  for (std::size_t row = 0; row < sums.size(); ++row) {
    if (is_missing(totals[row]) != is_missing(sums[row])) return false;
    if (std::abs(totals[row] - sums[row]) > exact * members.sizes[units[row]]) return false;
  }
  return true;
}

// Whether enough units with a sum of two terms or more agree, and in sums that differ.
bool is_no_chance(const Reals& sums, const Classes& units, const Members& members) {
  constexpr std::size_t fewest_units = 50;
  std::vector<std::optional<double>> told(members.counts.size());
  for (std::size_t row = 0; row < sums.size(); ++row) {
    if (members.counts[units[row]] > 1 && !is_missing(sums[row])) told[units[row]] = sums[row];
  }
  std::erase(told, std::nullopt);
  return told.size() >= fewest_units &&
         std::ranges::adjacent_find(told, std::not_equal_to()) != told.end();
}

}  // namespace

std::optional<std::string> summed_column(const std::string& formula) {
  std::string text = trimmed(formula);
  if (!text.starts_with("sum") || !text.ends_with(')')) return std::nullopt;
  text = trimmed(std::string_view(text).substr(3));
  if (!text.starts_with('(')) return std::nullopt;
  const std::string inside = trimmed(std::string_view(text).substr(1, text.size() - 2));
  const std::string name = without_quotes(inside);
  const bool is_one = name.find('`') == std::string::npos &&
                      (name != inside || formula_name(inside) == inside) && !name.empty();
  return is_one ? std::optional(name) : std::nullopt;
}

Reals sums_over(const Classes& units, const Cells<double>& values, Gaps gaps) {
  Reals sums(class_count(units), 0);
  std::vector<bool> has_value(sums.size());
  std::vector<bool> has_gap(sums.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    const bool is_gap = is_missing(values[row]);
    (is_gap ? has_gap : has_value)[units[row]] = true;
    if (!is_gap) sums[units[row]] += values[row];
  }
  for (std::size_t unit = 0; unit < sums.size(); ++unit) {
    const bool is_lost = gaps == Gaps::spread ? has_gap[unit] : !has_value[unit];
    if (is_lost && gaps != Gaps::nothing) sums[unit] = missing_real;
  }
  Reals by_record(units.size());
  std::ranges::transform(units, by_record.begin(), [&](std::uint32_t unit) { return sums[unit]; });
  return by_record;
}

std::vector<std::string> unit_sums(const Table& table, const std::string& unit) {
  const auto place = find_column(table, unit);
  if (!place) return {};
  const Classes units = value_numbers(table.columns()[*place]);
  const std::vector<Summable> numbers = numbers_to_mask(table);
  std::vector<std::string> found;
  for (const Summable& part : numbers) {
    const Members members(units, part.values);
    for (const Gaps gaps : every_reading_of_gaps) {
      if (gaps != Gaps::spread && !has_gaps(part.values)) break;
      stop_if_cancelled();
      const Reals sums = sums_over(units, part.values, gaps);
      if (!is_no_chance(sums, units, members)) break;
      for (const Summable& total : numbers) {
        if (&total == &part || !are_the_sums(total.values, sums, units, members)) continue;
        found.push_back(fmt::format("{} = sum({})", formula_name(total.column->name),
                                    formula_name(part.column->name)));
      }
    }
  }
  return found;
}

}  // namespace overhand::relations
