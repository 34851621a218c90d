#include "overhand/table/amounts.h"

#include <algorithm>

#include "overhand/core/text.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/missing_text.h"
#include "overhand/table/number_text.h"

namespace overhand {
namespace {

// Codes such as 01234 are no numbers.
std::optional<double> number_in(std::string_view cell, char decimal) {
  const auto number = number_text(cell, decimal);
  if (!number || has_leading_zero(cell)) return std::nullopt;
  return finite_number_of(number->plain);
}

bool is_gap(std::string_view cell) {
  return is_missing_cell(cell) || is_missing_among_numbers(cell);
}

// By code; none where a text that is there is neither a number nor a gap, or where all are gaps.
std::optional<Reals> numbers_by_code(const Texts& texts, char decimal) {
  const auto counts = texts.level_counts();
  Reals by_code(counts.size(), missing_real);
  bool has_any = false;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    const std::string_view cell = texts.dictionary()[code];
    if (counts[code] == 0 || is_gap(cell)) continue;
    const auto number = number_in(cell, decimal);
    if (!number) return std::nullopt;
    by_code[code] = *number;
    has_any = true;
  }
  return has_any ? std::optional(std::move(by_code)) : std::nullopt;
}

bool is_kept_text(const Column& column) {
  return column.role == Role::keep && std::holds_alternative<type::Text>(column.type);
}

Cells<double> numbers_of(const Texts& texts, const Reals& by_code) {
  Reals values(texts.size());
  std::ranges::transform(texts.codes(), values.begin(), [&](Code code) {
    return is_missing(code) ? missing_real : by_code[static_cast<std::size_t>(code)];
  });
  return values;
}

}  // namespace

std::optional<double> unit_of(const Type& type) {
  const auto one = [](const auto&) -> std::optional<double> { return 1; };
  const auto none = [](const auto&) -> std::optional<double> { return std::nullopt; };
  const auto seconds = [](const auto& of) -> std::optional<double> {
    return static_cast<double>(units_per_second(of.unit));
  };
  return match(
      type, [&](const type::Real& t) { return one(t); },
      [&](const type::Integer& t) { return one(t); }, [&](const type::Date& t) { return one(t); },
      [&](const type::Timestamp& t) { return seconds(t); },
      [&](const type::Duration& t) { return seconds(t); },
      [&](const type::Boolean& t) { return none(t); },
      [&](const type::Category& t) { return none(t); },
      [&](const type::Text& t) { return none(t); });
}

bool are_alike(const Type& a, const Type& b) {
  return is_quantity(a) ? is_quantity(b) : a.index() == b.index();
}

std::optional<Cells<double>> amounts(const Column& column) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    const auto by_code =
        is_kept_text(column) ? numbers_by_code(*texts, column.decimal) : std::nullopt;
    return by_code ? std::optional(numbers_of(*texts, *by_code)) : std::nullopt;
  }
  const auto unit = unit_of(column.type);
  if (!unit) return std::nullopt;
  if (const auto* values = std::get_if<Cells<double>>(&column.values)) return *values;
  const auto& whole = std::get<Cells<std::int64_t>>(column.values);
  Reals values(whole.size());
  std::ranges::transform(whole, values.begin(),
                         [&](std::int64_t value) { return as_real(value) / *unit; });
  return values;
}

bool has_amounts(const Column& column) {
  const auto* texts = std::get_if<Texts>(&column.values);
  if (texts == nullptr) return unit_of(column.type).has_value();
  return is_kept_text(column) && numbers_by_code(*texts, column.decimal);
}

}  // namespace overhand
