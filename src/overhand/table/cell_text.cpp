#include "overhand/table/cell_text.h"

#include <fmt/format.h>

#include <array>
#include <chrono>

#include "overhand/core/text.h"

namespace overhand {
namespace {

constexpr std::string_view time_unit_letters = "smun";

constexpr std::int64_t first_day = -719'528;  // 0000-01-01
constexpr std::int64_t last_day = 2'932'896;  // 9999-12-31

std::int64_t floor_divide(std::int64_t a, std::int64_t b) {
  return a / b - static_cast<std::int64_t>(a % b < 0);
}

std::int64_t day_of(const type::Timestamp& type, std::int64_t value) {
  return floor_divide(floor_divide(value, units_per_second(type.unit)), seconds_per_day);
}

std::size_t decimals_of(TimeUnit unit) { return 3 * static_cast<std::size_t>(unit); }

std::string date_text(std::int64_t days) {
  using namespace std::chrono;
  const year_month_day date{sys_days{std::chrono::days{days}}};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
}

std::string timestamp_text(const type::Timestamp& type, std::int64_t value) {
  const std::int64_t day = day_of(type, value);
  const std::int64_t seconds = floor_divide(value, units_per_second(type.unit));
  const std::int64_t rest = value - seconds * units_per_second(type.unit);
  const std::int64_t in_day = (seconds - day * seconds_per_day) * units_per_second(type.unit);
  return fmt::format("{} {}{}", date_text(day), time_of_day_text(type.unit, in_day + rest),
                     type.zone.empty() ? "" : "Z");
}

// The number that starts the text, of so many digits, which is taken off with the character behind.
std::int64_t taken(std::string_view& text, std::size_t digits) {
  const auto number = number_of<std::int64_t>(text.substr(0, digits));
  text.remove_prefix(std::min(digits + 1, text.size()));
  return number.value_or(0);
}

std::int64_t taken_day(std::string_view& text) {
  using namespace std::chrono;
  const year year(static_cast<int>(taken(text, 4)));
  const month month(static_cast<unsigned>(taken(text, 2)));
  const day day(static_cast<unsigned>(taken(text, 2)));
  const year_month_day date(year, month, day);
  return date.ok() ? sys_days(date).time_since_epoch().count() : 0;
}

std::int64_t timestamp_of(const type::Timestamp& type, std::string_view text) {
  const std::int64_t day = taken_day(text);
  const std::int64_t hours = taken(text, 2);
  const std::int64_t minutes = taken(text, 2);
  const std::int64_t seconds = taken(text, 2) + 60 * (minutes + 60 * hours);
  const std::int64_t rest = taken(text, decimals_of(type.unit));
  const auto units = static_cast<std::uint64_t>(day * seconds_per_day + seconds) *
                     static_cast<std::uint64_t>(units_per_second(type.unit));  // may be too many
  return static_cast<std::int64_t>(units + static_cast<std::uint64_t>(rest));
}

// What the text says if it is one of ours, and anything at all if it is not.
std::int64_t guess(const Type& type, std::string_view text) {
  const auto whole = [&] { return number_of<std::int64_t>(text).value_or(0); };
  return match(
      type,  //
      [&](const type::Real&) { return whole(); }, [&](const type::Integer&) { return whole(); },
      [&](const type::Boolean&) { return static_cast<std::int64_t>(text == "true"); },
      [&](const type::Date&) { return taken_day(text); },
      [&](const type::Timestamp& time) { return timestamp_of(time, text); },
      [&](const type::Duration&) { return whole(); },
      [&](const type::Category&) { return whole(); }, [&](const type::Text&) { return whole(); });
}

// A kept single has a shorter text than the same number among doubles.
std::string real_text(double value, const Column& column) {
  const bool is_single = column.role == Role::keep && column.format == "f" &&
                         static_cast<double>(static_cast<float>(value)) == value;
  return is_single ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
}

}  // namespace

std::int64_t units_per_second(TimeUnit unit) {
  constexpr std::array<std::int64_t, 4> per_second = {1, 1'000, 1'000'000, 1'000'000'000};
  return per_second[static_cast<std::size_t>(unit)];
}

std::string time_of_day_text(TimeUnit unit, std::int64_t units_since_midnight) {
  const std::int64_t per_second = units_per_second(unit);
  const std::int64_t time = units_since_midnight / per_second;
  std::string text = fmt::format("{:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60);
  if (unit == TimeUnit::second) return text;
  return fmt::format("{}.{:0{}}", text, units_since_midnight % per_second, decimals_of(unit));
}

std::optional<std::int64_t> time_of_day_of(TimeUnit unit, std::string_view text) {
  constexpr std::string_view shape = "00:00:00";
  const auto digits = [&](std::size_t at, std::size_t count) {
    return number_of<std::int64_t>(text.substr(at, count)).value_or(0);
  };
  const std::size_t fraction = unit == TimeUnit::second ? 0 : 1 + decimals_of(unit);
  if (text.size() != shape.size() + fraction) return std::nullopt;
  std::int64_t units = (digits(0, 2) * 60 + digits(3, 2)) * 60 + digits(6, 2);
  units *= units_per_second(unit);
  if (fraction != 0) units += digits(shape.size() + 1, fraction - 1);
  const bool is_within_a_day = units >= 0 && units < seconds_per_day * units_per_second(unit);
  if (!is_within_a_day || time_of_day_text(unit, units) != text) return std::nullopt;
  return units;
}

std::string time_of_day_format(TimeUnit unit) {
  return fmt::format("tt{}", time_unit_letters[static_cast<std::size_t>(unit)]);
}

std::optional<TimeUnit> time_of_day_unit(std::string_view format) {
  if (format.size() != 3 || !format.starts_with("tt")) return std::nullopt;
  const auto unit = time_unit_letters.find(format[2]);
  if (unit == std::string_view::npos) return std::nullopt;
  return static_cast<TimeUnit>(unit);
}

bool has_text(const Type& type, std::int64_t value) {
  const auto is_in_calendar = [](std::int64_t day) { return day >= first_day && day <= last_day; };
  return match(
      type,  //
      [](const type::Real&) { return true; }, [](const type::Integer&) { return true; },
      [](const type::Boolean&) { return true; },
      [&](const type::Date&) { return is_in_calendar(value); },
      [&](const type::Timestamp& time) { return is_in_calendar(day_of(time, value)); },
      [](const type::Duration&) { return true; }, [](const type::Category&) { return true; },
      [](const type::Text&) { return true; });
}

std::string text_of(const Type& type, std::int64_t value) {
  const auto whole = [&] { return fmt::to_string(value); };
  return match(
      type,  //
      [&](const type::Real&) { return whole(); }, [&](const type::Integer&) { return whole(); },
      [&](const type::Boolean&) { return std::string(value != 0 ? "true" : "false"); },
      [&](const type::Date&) { return date_text(value); },
      [&](const type::Timestamp& time) { return timestamp_text(time, value); },
      [&](const type::Duration&) { return whole(); },
      [&](const type::Category&) { return whole(); }, [&](const type::Text&) { return whole(); });
}

std::optional<std::int64_t> integer_of(const Type& type, std::string_view text) {
  const std::int64_t value = guess(type, text);
  if (!has_text(type, value) || text_of(type, value) != text) return std::nullopt;
  return value;
}

std::optional<std::string> cell_text(const Column& column, std::size_t row) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    const auto text = (*texts)[row];
    return text ? std::optional(std::string(*text)) : std::nullopt;
  }
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) {
    if (is_missing((*reals)[row])) return std::nullopt;
    return real_text((*reals)[row], column);
  }
  const std::int64_t value = std::get<Cells<std::int64_t>>(column.values)[row];
  if (is_missing(value)) return std::nullopt;
  return text_of(column.type, value);
}

}  // namespace overhand
