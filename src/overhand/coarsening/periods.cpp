#include <fmt/format.h>

#include <chrono>

#include "overhand/coarsening/steps_internal.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/date_text.h"

namespace overhand::coarsening {
namespace {

struct Moments {
  Type type;
  Integers values;
};

Result<Moments> moments_of(const Column& column, const ColumnPlan& plan) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    const auto dates = dates_of(*texts);
    if (dates && dates->is_unsure) {
      return problem_with(plan,
                          "has dates in each of which day and month could change places; write "
                          "them as 2026-11-15.");
    }
    if (dates) return Moments{dates->type, dates->values};
  }
  const bool has_days = std::holds_alternative<type::Date>(column.type) ||
                        std::holds_alternative<type::Timestamp>(column.type);
  if (!has_days) {
    return problem_with(plan, fmt::format("is {}, and only dates and times go to a month, quarter "
                                          "or year.",
                                          words_for(column.type)));
  }
  const auto& values = std::get<Cells<std::int64_t>>(column.values);
  return Moments{column.type, Integers(values.begin(), values.end())};
}

std::int64_t day_of(const Type& type, std::int64_t value) {
  const auto* time = std::get_if<type::Timestamp>(&type);
  if (time == nullptr) return value;
  const std::int64_t day = units_per_second(time->unit) * seconds_per_day;
  return value / day - static_cast<std::int64_t>(value % day < 0);
}

// Periods by number, in their order: months, quarters or years since the year 0.
std::int64_t period_of(std::int64_t day, Period period) {
  const std::chrono::year_month_day date{std::chrono::sys_days{std::chrono::days{day}}};
  const std::int64_t months =
      std::int64_t{int{date.year()}} * 12 + static_cast<unsigned>(date.month()) - 1;
  const std::int64_t length = period == Period::month ? 1 : period == Period::quarter ? 3 : 12;
  return months / length - static_cast<std::int64_t>(months % length < 0);
}

std::string text_of(std::int64_t number, Period period) {
  if (period == Period::year) return fmt::format("{:04}", number);
  if (period == Period::quarter) return fmt::format("{:04}-Q{}", number / 4, number % 4 + 1);
  return fmt::format("{:04}-{:02}", number / 12, number % 12 + 1);
}

}  // namespace

Result<Column> in_periods(const Column& column, const ColumnPlan& plan, Period period) {
  const auto moments = moments_of(column, plan);
  if (!moments) return moments.error();
  std::map<std::int64_t, Code> used;
  Integers numbers(moments->values.size(), missing_integer);
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (is_missing(moments->values[row])) continue;
    numbers[row] = period_of(day_of(moments->type, moments->values[row]), period);
    used.try_emplace(numbers[row], missing_code);
  }
  auto dictionary = std::make_shared<Dictionary>();
  for (auto& [number, code] : used) {
    code = static_cast<Code>(dictionary->size());
    dictionary->append(text_of(number, period));
  }
  std::vector<Code> codes(numbers.size(), missing_code);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (!is_missing(numbers[row])) codes[row] = used[numbers[row]];
  }
  return as_category(column, {std::move(codes), std::move(dictionary)}, true);
}

}  // namespace overhand::coarsening
