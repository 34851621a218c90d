#include <algorithm>
#include <array>
#include <cmath>

#include "overhand/io/number_style_internal.h"
#include "overhand/io/package_calendar_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

using Shows = Counting::Shows;
using Names = std::span<const std::string_view>;

constexpr std::int64_t stata_and_sas_day = -3653;  // 1960-01-01
constexpr std::int64_t spss_day = -141428;         // 1582-10-14

Counting stata_counting(std::string_view display) {
  const std::size_t type = display.find_first_not_of("%-");  // "%-td" stands to the left
  const std::string_view kind = display.substr(std::min(type, display.size()));
  if (!display.starts_with('%')) return {};
  if (kind.starts_with("tc")) return {Shows::moment, milliseconds_per_day, stata_and_sas_day};
  const bool is_date = kind.starts_with("td") || kind.starts_with('d');
  return is_date ? Counting{Shows::date, 1, stata_and_sas_day} : Counting{};
}

// "E8601DA" of "E8601DA10.2".
std::string_view format_letters(std::string_view display) {
  return display.substr(0, display.find_last_not_of("0123456789.") + 1);
}

bool is_in(Names names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

Counting spss_counting(std::string_view display) {
  constexpr std::array<std::string_view, 5> dates = {"DATE", "ADATE", "EDATE", "SDATE", "JDATE"};
  constexpr std::array<std::string_view, 2> moments = {"DATETIME", "YMDHMS"};
  const std::string_view name = format_letters(display);
  if (is_in(dates, name)) return {Shows::date, seconds_per_day, spss_day};
  if (is_in(moments, name)) return {Shows::moment, seconds_per_day, spss_day};
  if (name == "TIME") return {Shows::time_of_day, seconds_per_day, 0};
  return {};
}

Counting sas_counting(std::string_view display) {
  constexpr std::array<std::string_view, 12> dates = {
      "DATE",     "DDMMYY",   "MMDDYY",   "YYMMDD",   "E8601DA",  "B8601DA",
      "IS8601DA", "WEEKDATE", "WEEKDATX", "WORDDATE", "WORDDATX", "JULIAN"};
  constexpr std::array<std::string_view, 7> moments = {"DATETIME", "DATEAMPM", "E8601DT", "B8601DT",
                                                       "IS8601DT", "MDYAMPM",  "DTDATE"};
  constexpr std::array<std::string_view, 4> times = {"TIME", "TOD", "HHMM", "E8601TM"};
  const std::string_view name = format_letters(display);
  const bool is_date = is_in(dates, name) || (name.size() == 7 && is_in(dates, name.substr(0, 6)));
  if (is_date) return {Shows::date, 1, stata_and_sas_day};  // a seventh letter is the separator's
  if (is_in(moments, name)) return {Shows::moment, seconds_per_day, stata_and_sas_day};
  if (is_in(times, name)) return {Shows::time_of_day, seconds_per_day, 0};
  return {};
}

// One of the two is a multiple of the other.
double scaled(double value, std::int64_t from_per_day, std::int64_t to_per_day) {
  const std::int64_t fewer = from_per_day / to_per_day;
  const std::int64_t more = to_per_day / from_per_day;
  return from_per_day > to_per_day ? value / static_cast<double>(fewer)
                                   : value * static_cast<double>(more);
}

double count_of(std::int64_t units, const Counting& counting, std::int64_t units_per_day) {
  return scaled(static_cast<double>(units - counting.first_day * units_per_day), units_per_day,
                counting.per_day);
}

// Whole units since 1970 of which the count comes back.
std::optional<std::int64_t> units_of(double count, const Counting& counting,
                                     std::int64_t units_per_day) {
  constexpr double beyond = 4e18;
  const double units_since = scaled(count, counting.per_day, units_per_day);
  const double first = static_cast<double>(counting.first_day) * static_cast<double>(units_per_day);
  if (!(std::abs(units_since) + std::abs(first) < beyond)) return std::nullopt;
  const std::int64_t units = std::llround(units_since) + counting.first_day * units_per_day;
  if (count_of(units, counting, units_per_day) != count || std::signbit(count) != (count < 0)) {
    return std::nullopt;
  }
  return units;
}

std::optional<Integers> all_units(const Cells<double>& counts, const Counting& counting,
                                  std::int64_t units_per_day, const Type& type) {
  Integers units(counts.size(), missing_integer);
  for (std::size_t i = 0; i < units.size(); ++i) {
    if (is_missing(counts[i])) continue;
    const auto value = units_of(counts[i], counting, units_per_day);
    if (!value || !has_text(type, *value)) return std::nullopt;
    units[i] = *value;
  }
  return units;
}

constexpr std::array counted_units = {TimeUnit::second, TimeUnit::millisecond,
                                      TimeUnit::microsecond};

std::int64_t units_per_day(TimeUnit unit) { return seconds_per_day * units_per_second(unit); }

std::optional<Column> moments(const Cells<double>& counts, const Counting& counting) {
  for (const TimeUnit unit : counted_units) {
    if (units_per_day(unit) < counting.per_day) continue;
    const Type type = type::Timestamp{unit};
    if (auto units = all_units(counts, counting, units_per_day(unit), type)) {
      return Column("", type, *std::move(units));
    }
  }
  return std::nullopt;
}

Texts time_texts(const Integers& units, TimeUnit unit) {
  TextsBuilder texts;
  for (const std::int64_t value : units) {
    if (is_missing(value))
      texts.append(std::nullopt);
    else
      texts.append(time_of_day_text(unit, value));
  }
  return std::move(texts).finish();
}

std::optional<Column> times_of_day(const Cells<double>& counts, const Counting& counting) {
  const auto is_within_a_day = [](double count) {
    return is_missing(count) || (count >= 0 && count < static_cast<double>(seconds_per_day));
  };
  if (!std::ranges::all_of(counts, is_within_a_day)) return std::nullopt;
  for (const TimeUnit unit : counted_units) {
    const auto units = all_units(counts, counting, units_per_day(unit), type::Duration{unit});
    if (!units) continue;
    Column column("", time_texts(*units, unit));
    column.format = time_of_day_format(unit);
    return column;
  }
  return std::nullopt;
}

std::optional<Column> dates(const Cells<double>& counts, const Counting& counting) {
  auto days = all_units(counts, counting, 1, type::Date{});
  return days ? std::optional(Column("", type::Date{}, *std::move(days))) : std::nullopt;
}

// The counts of units since 1970 if they come back.
std::optional<Reals> counts_of_units(const Cells<std::int64_t>& units, const Counting& counting,
                                     std::int64_t units_per_day) {
  Reals counts(units.size(), missing_real);
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (is_missing(units[i])) continue;
    counts[i] = count_of(units[i], counting, units_per_day);
    if (units_of(counts[i], counting, units_per_day) != units[i]) return std::nullopt;
  }
  return counts;
}

// In milliseconds or seconds where nothing is lost: nanoseconds since 1582 are too many.
std::pair<Integers, TimeUnit> in_coarser_unit(const Cells<std::int64_t>& units, TimeUnit unit) {
  Integers values(units.begin(), units.end());
  while (unit != TimeUnit::second && std::ranges::all_of(values, [](std::int64_t value) {
           return is_missing(value) || value % 1000 == 0;
         })) {
    for (std::int64_t& value : values) value = is_missing(value) ? value : value / 1000;
    unit = static_cast<TimeUnit>(static_cast<int>(unit) - 1);
  }
  return {std::move(values), unit};
}

std::optional<Reals> counts_of_times(const Texts& texts, TimeUnit unit, const Counting& counting) {
  Integers units(texts.size(), missing_integer);
  for (std::size_t row = 0; row < texts.size(); ++row) {
    if (!texts[row]) continue;
    const auto value = time_of_day_of(unit, *texts[row]);
    if (!value) return std::nullopt;
    units[row] = *value;
  }
  return counts_of_units(units, counting, units_per_day(unit));
}

}  // namespace

Counting counting_of(Package package, std::string_view display) {
  switch (package) {
    case Package::stata:
      return stata_counting(display);
    case Package::spss:
      return spss_counting(display);
    case Package::sas:
      return sas_counting(display);
    case Package::none:
      break;
  }
  return {};
}

std::string_view usual_display(Package package, Shows shows) {
  if (shows == Shows::number) return "";
  if (package == Package::stata) {
    if (shows == Shows::time_of_day) return "";
    return shows == Shows::date ? "%td" : "%tc";
  }
  if (shows == Shows::time_of_day) return "TIME8";
  return shows == Shows::date ? "DATE11" : "DATETIME20";
}

Counting usual_counting(Package package, Shows shows) {
  return counting_of(package, usual_display(package, shows));
}

std::optional<Column> column_in_calendar(const Cells<double>& counts, const Counting& counting) {
  switch (counting.shows) {
    case Shows::date:
      if (auto column = dates(counts, counting)) return column;
      return counting.per_day == 1 ? std::nullopt : moments(counts, counting);
    case Shows::moment:
      return moments(counts, counting);
    case Shows::time_of_day:
      return times_of_day(counts, counting);
    case Shows::number:
      break;
  }
  return std::nullopt;
}

Shows shown_as(const Column& column) {
  if (std::holds_alternative<type::Date>(column.type)) return Shows::date;
  if (std::holds_alternative<type::Timestamp>(column.type)) return Shows::moment;
  return time_of_day_unit(column.format) ? Shows::time_of_day : Shows::number;
}

std::optional<Reals> counts_of(const Column& column, const Counting& counting) {
  if (const auto unit = time_of_day_unit(column.format)) {
    return counts_of_times(std::get<Texts>(column.values), *unit, counting);
  }
  const auto& cells = std::get<Cells<std::int64_t>>(column.values);
  const auto* moment = std::get_if<type::Timestamp>(&column.type);
  if (moment == nullptr) return counts_of_units(cells, counting, 1);
  const auto [units, unit] = in_coarser_unit(cells, moment->unit);
  return counts_of_units(units, counting, units_per_day(unit));
}

}  // namespace overhand::io
