#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/iso_time_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::io {
namespace {

constexpr double per_second = 1000;
constexpr double per_day = 1000.0 * seconds_per_day;

// How long one of the letters is.
std::optional<double> length_of(char letter, bool is_time) {
  switch (letter) {
    case 'D':
      return per_day;
    case 'H':
      return 3600 * per_second;
    case 'M':
      return is_time ? std::optional(60 * per_second) : std::nullopt;
    case 'S':
      return per_second;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<std::int64_t> time_of_day(std::string_view text) {
  text = text.substr(0, text.find_first_of("Z+-"));
  double seconds = 0;
  double unit = 3600;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(':'), text.size());
    const auto part = number_of<double>(text.substr(0, end));
    if (!part || !(*part >= 0 && *part < 61) || unit < 1) return std::nullopt;
    seconds += *part * unit;
    unit /= 60;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::llround(seconds * per_second);
}

std::optional<std::int64_t> iso_milliseconds(std::string_view text) {
  constexpr std::size_t date_length = 10;
  const auto day = integer_of(type::Date{}, text.substr(0, date_length));
  if (!day) return std::nullopt;
  const std::int64_t midnight = *day * static_cast<std::int64_t>(per_day);
  if (text.size() <= date_length) return midnight;
  if (text[date_length] != 'T' && text[date_length] != ' ') return std::nullopt;
  const auto time = time_of_day(text.substr(date_length + 1));
  return time ? std::optional(midnight + *time) : std::nullopt;
}

std::optional<std::int64_t> iso_duration(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  if (!text.starts_with('P')) return std::nullopt;
  text.remove_prefix(1);
  double all = 0;
  bool is_time = false;
  while (!text.empty()) {
    if (text.front() == 'T') {
      is_time = true;
      text.remove_prefix(1);
      continue;
    }
    const std::size_t end = text.find_first_not_of("0123456789.");
    if (end == std::string_view::npos) return std::nullopt;
    const auto count = number_of<double>(text.substr(0, end));
    const auto length = length_of(text[end], is_time);
    if (!count || !length) return std::nullopt;
    all += *count * *length;
    text.remove_prefix(end + 1);
  }
  constexpr double most = 1e15;
  if (!(all < most)) return std::nullopt;
  return std::llround(is_negative ? -all : all);
}

}  // namespace overhand::io
