#include "overhand/table/date_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <limits>

#include "overhand/core/letters.h"
#include "overhand/core/text.h"
#include "overhand/table/cell_text.h"
#include "overhand/table/column.h"
#include "overhand/table/levels.h"

namespace overhand {
namespace {

using namespace std::string_view_literals;

enum class Order { year_first, day_first, month_first };

struct DateLayout {
  Order order;
  char separator;
  bool names_month = false;
};

// Nobody writes the month first with points.
constexpr std::array<DateLayout, 10> layouts = {{
    {Order::year_first, '-'},
    {Order::year_first, '/'},
    {Order::year_first, '.'},
    {Order::day_first, '.'},
    {Order::day_first, '/'},
    {Order::month_first, '/'},
    {Order::day_first, '-'},
    {Order::month_first, '-'},
    {Order::day_first, ' ', true},
    {Order::day_first, '-', true},
}};

constexpr std::array months = {"january"sv,   "february"sv, "march"sv,    "april"sv,
                               "may"sv,       "june"sv,     "july"sv,     "august"sv,
                               "september"sv, "october"sv,  "november"sv, "december"sv};

// The number at the left end of `text`, of `least` to `most` digits, which is taken off.
std::optional<std::int64_t> take_number(std::string_view& text, std::size_t least,
                                        std::size_t most) {
  const auto end = std::ranges::find_if_not(text, is_digit);
  const auto count = static_cast<std::size_t>(end - text.begin());
  if (count < least || count > most) return std::nullopt;
  const auto number = number_of<std::int64_t>(text.substr(0, count));
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char c) {
  if (!text.starts_with(c)) return false;
  text.remove_prefix(1);
  return true;
}

// "Dec", "dec" or "December" as 12.
std::optional<std::int64_t> take_month(std::string_view& text) {
  constexpr std::size_t shortest = 3;
  std::string word;
  for (const char c : text) {
    if (std::isalpha(static_cast<unsigned char>(c)) == 0) break;
    word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  const auto is_named = [&](std::string_view month) {
    return word == month || (word.size() == shortest && month.starts_with(word));
  };
  const auto found = std::ranges::find_if(months, is_named);
  if (found == months.end()) return std::nullopt;
  text.remove_prefix(word.size());
  return found - months.begin() + 1;
}

using Part = std::optional<std::int64_t>;

Part take_day_or_month(std::string_view& text) { return take_number(text, 1, 2); }

// Days since 1970.
Part day_number(Part year, Part month, Part day) {
  using namespace std::chrono;
  if (!year || !month || !day) return std::nullopt;
  const year_month_day date(std::chrono::year(static_cast<int>(*year)),
                            std::chrono::month(static_cast<unsigned>(*month)),
                            std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return sys_days(date).time_since_epoch().count();
}

Part take_day(std::string_view& text, const DateLayout& layout) {
  constexpr std::size_t year_digits = 4;
  const auto year = [&] { return take_number(text, year_digits, year_digits); };
  const auto first = layout.order == Order::year_first ? year() : take_day_or_month(text);
  if (!first || !take(text, layout.separator)) return std::nullopt;
  const auto second = layout.names_month ? take_month(text) : take_day_or_month(text);
  if (!second || !take(text, layout.separator)) return std::nullopt;
  const auto third = layout.order == Order::year_first ? take_day_or_month(text) : year();
  if (layout.order == Order::year_first) return day_number(first, second, third);
  return layout.order == Order::day_first ? day_number(third, second, first)
                                          : day_number(third, first, second);
}

// What a cell says, in microseconds: they reach every year of a calendar, which nanoseconds do not.
struct Moment {
  std::int64_t time = 0;
  std::int64_t finer = 0;  // nanoseconds beyond them
  bool has_time = false;
  bool has_zone = false;
};

constexpr std::int64_t per_second = 1'000'000;
constexpr std::int64_t nanoseconds = 1'000;  // of a microsecond

// .25 as 250,000,000 nanoseconds.
Part take_fraction(std::string_view& text) {
  constexpr std::size_t most = 9;
  const std::size_t before = text.size();
  auto number = take_number(text, 1, most);
  for (std::size_t digits = before - text.size(); number && digits < most; ++digits) *number *= 10;
  return number;
}

// 14:30, 14:30:05 or 14:30:05.25 in nanoseconds.
Part take_time(std::string_view& text) {
  const auto hours = take_number(text, 1, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = take_number(text, 2, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const auto seconds = take(text, ':') ? take_number(text, 2, 2) : 0;
  if (!seconds || *seconds > 59) return std::nullopt;
  const auto fraction = take(text, '.') ? take_fraction(text) : 0;
  if (!fraction) return std::nullopt;
  return ((*hours * 60 + *minutes) * 60 + *seconds) * per_second * nanoseconds + *fraction;
}

// Z, +01, +01:00 or +0100 in microseconds.
Part take_offset(std::string_view& text) {
  if (take(text, 'Z')) return 0;
  const std::int64_t sign = text.starts_with('-') ? -1 : 1;
  text.remove_prefix(1);
  std::string_view first = text.substr(0, 2);
  const auto hours = take_number(first, 2, 2);
  if (!hours) return std::nullopt;
  text.remove_prefix(2);
  const bool has_minutes = take(text, ':') || !text.empty();
  const auto minutes = has_minutes ? take_number(text, 2, 2) : 0;
  if (!minutes) return std::nullopt;
  return sign * (*hours * 60 + *minutes) * 60 * per_second;
}

std::optional<Moment> moment_of(std::string_view text, const DateLayout& layout) {
  const auto day = take_day(text, layout);
  if (!day) return std::nullopt;
  Moment moment{*day * seconds_per_day * per_second};
  if (text.empty()) return moment;
  if (!take(text, ' ') && !take(text, 'T')) return std::nullopt;
  const auto time = take_time(text);
  if (!time) return std::nullopt;
  moment.has_time = true;
  moment.time += *time / nanoseconds;
  moment.finer = *time % nanoseconds;
  if (text.empty()) return moment;
  if (std::string_view("Z+-").find(text.front()) == std::string_view::npos) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  moment.has_zone = true;
  moment.time -= *offset;
  return moment;
}

// All cells in this layout, all with a time or all without, and so for the zone.
std::optional<std::vector<Moment>> moments_of(const std::vector<std::string_view>& cells,
                                              const DateLayout& layout) {
  std::vector<Moment> moments;
  for (const std::string_view cell : cells) {
    const auto moment = moment_of(cell, layout);
    if (!moment) return std::nullopt;
    if (!moments.empty() &&
        (moment->has_time != moments[0].has_time || moment->has_zone != moments[0].has_zone)) {
      return std::nullopt;
    }
    moments.push_back(*moment);
  }
  return moments;
}

std::int64_t count_of(const Moment& moment, TimeUnit unit) {
  if (unit == TimeUnit::nanosecond) return moment.time * nanoseconds + moment.finer;
  return unit == TimeUnit::second ? moment.time / per_second : moment.time;
}

// Seconds, microseconds or nanoseconds; none where they are too fine for their years.
std::optional<TimeUnit> finest_unit(const std::vector<Moment>& moments) {
  constexpr std::int64_t farthest = std::numeric_limits<std::int64_t>::max() / nanoseconds - 1;
  const auto are_all = [&](const auto& hold) { return std::ranges::all_of(moments, hold); };
  if (are_all([](const Moment& m) { return m.finer == 0 && m.time % per_second == 0; })) {
    return TimeUnit::second;
  }
  if (are_all([](const Moment& m) { return m.finer == 0; })) return TimeUnit::microsecond;
  if (are_all([](const Moment& m) { return std::abs(m.time) < farthest; })) {
    return TimeUnit::nanosecond;
  }
  return std::nullopt;
}

std::optional<Dates> dates_from(const std::vector<Moment>& moments) {
  Dates dates{type::Date{}, {}};
  if (!moments[0].has_time) {
    for (const Moment& moment : moments) {
      dates.values.push_back(moment.time / (seconds_per_day * per_second));
    }
    return dates;
  }
  const auto unit = finest_unit(moments);
  if (!unit) return std::nullopt;
  dates.type = type::Timestamp{*unit, moments[0].has_zone ? "UTC" : ""};
  for (const Moment& moment : moments) dates.values.push_back(count_of(moment, *unit));
  return dates;
}

}  // namespace

std::optional<Dates> dates_of(const std::vector<std::string_view>& cells) {
  std::optional<Dates> found;
  if (cells.empty()) return found;
  for (const DateLayout& layout : layouts) {
    const auto moments = moments_of(cells, layout);
    if (!moments) continue;
    auto dates = dates_from(*moments);
    if (!dates) continue;
    if (found)
      found->is_unsure = found->values != dates->values;
    else
      found = std::move(dates);
  }
  return found;
}

std::optional<Dates> dates_of(const Texts& texts) {
  const auto counts = texts.level_counts();
  auto dates = dates_of(used_levels(texts));
  if (!dates) return dates;
  std::vector<std::int64_t> of_code(counts.size(), missing_integer);
  std::size_t level = 0;
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] > 0) of_code[code] = dates->values[level++];
  }
  dates->values.resize(texts.size());
  std::ranges::transform(texts.codes(), dates->values.begin(), [&](Code code) {
    return is_missing(code) ? missing_integer : of_code[static_cast<std::size_t>(code)];
  });
  return dates;
}

bool is_date(std::string_view text) { return dates_of(std::vector{text}).has_value(); }

}  // namespace overhand
