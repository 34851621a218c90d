#include "overhand/relations/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "overhand/relations/formula_text_internal.h"
#include "overhand/table/amounts.h"
#include "overhand/table/column_words.h"
#include "overhand/table/decimals.h"

namespace overhand::relations {
namespace {

using Derivations = std::vector<Derivation>;

Classes units_in(const Table& table, const std::string& unit) {
  return value_numbers(table.columns()[*find_column(table, unit)]);
}

Reals computed_in(const Table& table, const Derivation& derivation) {
  const Cells<double> values = derivation.formula.values(table);
  if (derivation.unit.empty()) return {values.begin(), values.end()};
  return sums_over(units_in(table, derivation.unit), values, derivation.gaps);
}

// A last digit may be rounded up or down; of a whole number it may be so where the value lies in
// the middle, which some round to the even one.
bool agree(double value, double computed, const std::optional<int>& decimals) {
  if (is_missing(value) || is_missing(computed)) return is_missing(value) == is_missing(computed);
  const double exact = rounding * std::abs(value);
  if (!decimals) return std::abs(value - computed) <= exact;
  if (*decimals == 0) return std::abs(value - computed) <= 0.5 + exact;
  const double digit = 1.01 * std::pow(10.0, -*decimals);
  return std::abs(value - rounded(computed, *decimals)) <= std::max(digit, exact);
}

Reals values_of(const Derivation& derivation, const Table& table) {
  Reals values = computed_in(table, derivation);
  for (double& value : values) {
    if (!derivation.decimals) break;
    const double shorter = rounded(value, *derivation.decimals);
    // A sum of parts that are not whole any more is not whole either; what computing adds goes.
    const bool is_same = std::abs(value - shorter) <= rounding * std::abs(value);
    if (derivation.is_rounded || is_same) value = shorter;
  }
  return values;
}

// Those in which the column is not what is computed.
std::vector<std::size_t> broken_rows(const Derivation& derivation, const Table& original,
                                     const Column& column, const std::optional<int>& decimals) {
  const Reals computed = computed_in(original, derivation);
  const Cells<double> values = *amounts(column);
  std::vector<std::size_t> broken;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (!agree(values[row], computed[row], decimals)) broken.push_back(row);
  }
  return broken;
}

std::size_t units_of(const std::vector<std::size_t>& rows, const Classes& units) {
  std::set<std::uint32_t> all;
  for (const std::size_t row : rows) all.insert(units[row]);
  return all.size();
}

std::optional<Error> problem_with_values(const std::string& text, const Derivation& derivation,
                                         const Table& original, const Column& column) {
  const auto broken = broken_rows(derivation, original, column, derivation.decimals);
  if (broken.empty()) return std::nullopt;
  if (derivation.unit.empty()) {
    return problem_with("derive ", text,
                        fmt::format("it does not hold in {} of {} records, the first of them "
                                    "record {}",
                                    broken.size(), original.row_count(), broken.front() + 1));
  }
  const Classes units = units_in(original, derivation.unit);
  return problem_with(
      "derive ", text,
      fmt::format("it does not hold in {} of {} units by {}, the first of them that of record {}",
                  units_of(broken, units), class_count(units), in_words(derivation.unit),
                  broken.front() + 1));
}

Error needs_unit(const std::string& text) {
  return problem_with("derive ", text,
                      "a formula sees one record at a time, but for the sum of one column, which "
                      "adds up the records of each unit: say the unit, the column that tells which "
                      "records are one household, person or firm");
}

// Adds up as the original does.
Status add_unit(Derivation& derivation, const std::string& unit, const Table& original,
                const Column& column) {
  if (const auto place = find_column(original, unit); !place) return place.error();
  derivation.unit = unit;
  for (const Gaps gaps : every_reading_of_gaps) {
    derivation.gaps = gaps;
    if (broken_rows(derivation, original, column, derivation.decimals).empty()) return Done{};
  }
  derivation.gaps = Gaps::spread;
  return Done{};
}

Result<Derivation> derivation_of(const std::string& text, const Table& original,
                                 const std::string& unit) {
  const auto sign = text.find('=');
  if (sign == std::string::npos) return problem_with("derive ", text, "there is no = in it");
  const std::string name = derived_name(text);
  const auto place = find_column(original, name);
  if (!place)
    return problem_with("derive ", text, fmt::format("there is no column '{}'", told(name)));
  const Column& column = original.columns()[*place];
  if (column.role != Role::mask || !is_derivable(column.type)) {
    return problem_with("derive ", text,
                        fmt::format("{} is no number and no date that is masked", in_words(name)));
  }
  const std::string right = trimmed(std::string_view(text).substr(sign + 1));
  const auto summed = summed_column(right);
  if (summed && unit.empty()) return needs_unit(text);
  auto formula = Formula::parse(summed ? formula_name(*summed) : right, original);
  if (!formula) {
    Error error = formula.error();
    error.message = fmt::format("derive {}", error.message);
    return error;
  }
  Derivation derivation{name, *std::move(formula), decimals_of(column)};
  if (summed) {
    if (auto done = add_unit(derivation, unit, original, column); !done) return done.error();
  }
  if (auto problem = problem_with_values(text, derivation, original, column)) {
    return *std::move(problem);
  }
  derivation.is_rounded = std::holds_alternative<type::Date>(column.type) ||
                          !broken_rows(derivation, original, column, std::nullopt).empty();
  return derivation;
}

// Each after those that it is computed from; what is left over goes round in a cycle.
Result<Derivations> in_order(Derivations left) {
  Derivations ordered;
  const auto can_be_computed = [&](const Derivation& derivation) {
    return std::ranges::none_of(derivation.formula.columns(), [&](const std::string& name) {
      return std::ranges::find(left, name, &Derivation::column) != left.end();
    });
  };
  while (!left.empty()) {
    const auto next = std::ranges::find_if(left, can_be_computed);
    if (next == left.end()) {
      return Error{ErrorKind::invalid_option,
                   fmt::format("derive: {} is computed from itself, in a circle; leave one of its "
                               "formulas out.",
                               in_words(left.front().column))};
    }
    ordered.push_back(*next);
    left.erase(next);
  }
  return ordered;
}

}  // namespace

bool is_derivable(const Type& type) {
  return is_quantity(type) || std::holds_alternative<type::Date>(type);
}

Result<Derivations> derivations(const std::vector<std::string>& texts, const Table& original,
                                const std::string& unit) {
  Derivations all;
  for (const std::string& text : texts) {
    auto derivation = derivation_of(text, original, unit);
    if (!derivation) return derivation.error();
    if (std::ranges::find(all, derivation->column, &Derivation::column) != all.end()) {
      return problem_with("derive ", text,
                          fmt::format("{} is derived twice", in_words(derivation->column)));
    }
    all.push_back(*std::move(derivation));
  }
  return in_order(std::move(all));
}

std::string words_of(const Derivation& derivation) {
  const std::string left = formula_name(derivation.column);
  const std::string& right = derivation.formula.text();
  if (derivation.unit.empty()) return fmt::format("{} = {} in every record", left, right);
  return fmt::format("{} = the sum of {} over each {}{}", left, right,
                     formula_name(derivation.unit),
                     derivation.gaps == Gaps::spread ? "" : ", gaps left out");
}

std::string derived_name(const std::string& text) {
  return without_quotes(trimmed(std::string_view(text).substr(0, text.find('='))));
}

Column derived(const Derivation& derivation, const Table& table, const Column& like) {
  const Reals values = values_of(derivation, table);
  const auto is_whole = [](double value) {
    return is_missing(value) || std::round(value) == value;
  };
  const bool are_reals = storage_of(like.values) == Storage::reals;
  if (are_reals || !std::ranges::all_of(values, is_whole)) return with_values(like, Values(values));
  constexpr double largest_exact = 9007199254740992.0;  // 2^53
  Integers whole(values.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    const bool fits = std::abs(values[row]) <= largest_exact;
    whole[row] = fits ? static_cast<std::int64_t>(std::llround(values[row])) : missing_integer;
  }
  return with_values(like, Values(std::move(whole)));
}

}  // namespace overhand::relations
