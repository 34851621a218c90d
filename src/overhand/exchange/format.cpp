#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "overhand/exchange/format_internal.h"

namespace overhand::exchange {
namespace {

struct Plain {
  std::string_view letters;
  Format format;
};

const std::vector<Plain>& plain_formats() {
  using type::Boolean, type::Date, type::Duration, type::Integer, type::Real, type::Text;
  constexpr auto second = TimeUnit::second;
  constexpr auto milli = TimeUnit::millisecond;
  constexpr auto micro = TimeUnit::microsecond;
  constexpr auto nano = TimeUnit::nanosecond;
  static const std::vector<Plain> all = {
      {"n", {Layout::null, Real{}}},
      {"b", {Layout::boolean, Boolean{}}},
      {"c", {Layout::int8, Integer{}}},
      {"C", {Layout::uint8, Integer{}}},
      {"s", {Layout::int16, Integer{}}},
      {"S", {Layout::uint16, Integer{}}},
      {"i", {Layout::int32, Integer{}}},
      {"I", {Layout::uint32, Integer{}}},
      {"l", {Layout::int64, Integer{}}},
      {"L", {Layout::uint64, Integer{}}},
      {"e", {Layout::float16, Real{}}},
      {"f", {Layout::float32, Real{}}},
      {"g", {Layout::float64, Real{}}},
      {"u", {Layout::text, Text{}}},
      {"U", {Layout::large_text, Text{}}},
      {"vu", {Layout::text_view, Text{}}},
      {"tdD", {Layout::int32, Date{}}},
      {"tdm", {Layout::date64, Date{}}},
      {"tts", {.layout = Layout::time32, .type = Text{}, .time_unit = second}},
      {"ttm", {.layout = Layout::time32, .type = Text{}, .time_unit = milli}},
      {"ttu", {.layout = Layout::time64, .type = Text{}, .time_unit = micro}},
      {"ttn", {.layout = Layout::time64, .type = Text{}, .time_unit = nano}},
      {"tDs", {Layout::int64, Duration{second}}},
      {"tDm", {Layout::int64, Duration{milli}}},
      {"tDu", {Layout::int64, Duration{micro}}},
      {"tDn", {Layout::int64, Duration{nano}}},
  };
  return all;
}

constexpr std::string_view unit_letters = "smun";

// "tsu:UTC", "tsn:".
std::optional<Format> timestamp_format(std::string_view letters) {
  if (letters.size() < 4 || !letters.starts_with("ts") || letters[3] != ':') return std::nullopt;
  const auto unit = unit_letters.find(letters[2]);
  if (unit == std::string_view::npos) return std::nullopt;
  const type::Timestamp type{static_cast<TimeUnit>(unit), std::string(letters.substr(4))};
  return Format{Layout::int64, type};
}

// "d:precision,scale" or "d:precision,scale,bits".
std::optional<Format> decimal_format(std::string_view letters) {
  if (!letters.starts_with("d:")) return std::nullopt;
  std::array<int, 3> numbers = {0, 0, 128};
  std::size_t count = 0;
  const char* at = letters.data() + 2;
  const char* const end = letters.data() + letters.size();
  for (; count < numbers.size() && at < end; ++count) {
    const auto [rest, problem] = std::from_chars(at, end, numbers[count]);
    if (problem != std::errc{} || (rest != end && *rest != ',')) return std::nullopt;
    at = rest == end ? end : rest + 1;
  }
  const auto [precision, scale, bits] = numbers;
  constexpr int most_digits = 76;
  const bool is_known = bits == 32 || bits == 64 || bits == 128 || bits == 256;
  if (count < 2 || at != end || !is_known || std::abs(scale) > most_digits) return std::nullopt;
  return Format{.layout = Layout::decimal,
                .type = type::Real{},
                .decimal_precision = precision,
                .decimal_scale = scale,
                .decimal_bytes = bits / 8};
}

}  // namespace

std::optional<Format> format_of(std::string_view letters) {
  const auto& all = plain_formats();
  const auto found = std::ranges::find(all, letters, &Plain::letters);
  if (found != all.end()) return found->format;
  if (auto format = timestamp_format(letters)) return format;
  return decimal_format(letters);
}

std::string plain_format(const Type& type) {
  const auto letter = [](TimeUnit unit) { return unit_letters[static_cast<std::size_t>(unit)]; };
  return match(
      type,  //
      [](const type::Real&) -> std::string { return "g"; },
      [](const type::Integer&) -> std::string { return "l"; },
      [](const type::Boolean&) -> std::string { return "b"; },
      [](const type::Date&) -> std::string { return "tdD"; },
      [&](const type::Timestamp& time) {
        return fmt::format("ts{}:{}", letter(time.unit), time.zone);
      },
      [&](const type::Duration& span) { return fmt::format("tD{}", letter(span.unit)); },
      [](const type::Category&) -> std::string { return "i"; },
      [](const type::Text&) -> std::string { return "u"; });
}

}  // namespace overhand::exchange
