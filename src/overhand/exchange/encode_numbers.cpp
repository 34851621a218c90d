#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "overhand/core/text.h"
#include "overhand/exchange/decimal_internal.h"
#include "overhand/exchange/encode_internal.h"
#include "overhand/exchange/format_internal.h"
#include "overhand/exchange/half_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::exchange {
namespace {

template <class Stored, class Value>
void add_converted(ArrayParts& array, const Cells<Value>& values, Value factor = 1) {
  std::vector<Stored> converted(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_missing(values[i])) converted[i] = static_cast<Stored>(values[i] * factor);
  }
  array.own(std::move(converted));
}

template <class Stored>
bool added_as(ArrayParts& array, const Cells<std::int64_t>& values) {
  const bool has_room = std::ranges::all_of(
      values, [](std::int64_t value) { return is_missing(value) || std::in_range<Stored>(value); });
  if (has_room) add_converted<Stored>(array, values);
  return has_room;
}

bool added_as_days(ArrayParts& array, const Cells<std::int64_t>& values) {
  add_converted<std::int64_t>(array, values, seconds_per_day * 1000);
  return true;
}

bool added_as_bits(ArrayParts& array, const Cells<std::int64_t>& values) {
  std::vector<std::uint8_t> bits((values.size() + 7) / 8);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] == 1) bits[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
  }
  array.own(std::move(bits));
  return true;
}

template <class Value>
bool lent(ArrayParts& array, const Cells<Value>& values) {
  array.lend(values.data(), values.owner());
  return true;
}

// Adds the values if the format holds them all.
bool added_in(ArrayParts& array, const Format& format, const Cells<std::int64_t>& values) {
  switch (format.layout) {
    case Layout::boolean:
      return added_as_bits(array, values);
    case Layout::int8:
      return added_as<std::int8_t>(array, values);
    case Layout::uint8:
      return added_as<std::uint8_t>(array, values);
    case Layout::int16:
      return added_as<std::int16_t>(array, values);
    case Layout::uint16:
      return added_as<std::uint16_t>(array, values);
    case Layout::int32:
      return added_as<std::int32_t>(array, values);
    case Layout::uint32:
      return added_as<std::uint32_t>(array, values);
    case Layout::int64:
      return lent(array, values);
    case Layout::uint64:
      return added_as<std::uint64_t>(array, values);
    case Layout::date64:
      return added_as_days(array, values);
    default:
      return false;
  }
}

bool added_as_singles(ArrayParts& array, const Cells<double>& values) {
  const bool has_room = std::ranges::all_of(values, [](double value) {
    return is_missing(value) || static_cast<double>(static_cast<float>(value)) == value;
  });
  if (has_room) add_converted<float>(array, values);
  return has_room;
}

bool added_as_halves(ArrayParts& array, const Cells<double>& values) {
  std::vector<std::uint16_t> halves(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto half = half_of_real(values[i]);
    if (!half) return false;
    halves[i] = *half;
  }
  array.own(std::move(halves));
  return true;
}

// The decimal that is the number: read again it is the same real.
std::optional<std::vector<std::uint8_t>> decimal_of(double value, const Format& format) {
  if (format.decimal_scale < 0 || !std::isfinite(value)) return std::nullopt;
  const std::string text = fmt::format("{:.{}f}", value, format.decimal_scale);
  const auto digits = std::ranges::count_if(text, [](char c) { return c >= '0' && c <= '9'; });
  if (digits > format.decimal_precision || number_of<double>(text) != value) return std::nullopt;
  return decimal_bytes(text, format.decimal_bytes, format.decimal_scale);
}

bool added_as_decimals(ArrayParts& array, const Format& format, const Cells<double>& values) {
  const auto width = static_cast<std::size_t>(format.decimal_bytes);
  std::vector<std::uint8_t> bytes(values.size() * width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (is_missing(values[i])) continue;
    const auto decimal = decimal_of(values[i], format);
    if (!decimal) return false;
    std::ranges::copy(*decimal, bytes.begin() + static_cast<std::ptrdiff_t>(i * width));
  }
  array.own(std::move(bytes));
  return true;
}

bool added_in(ArrayParts& array, const Format& format, const Cells<double>& values) {
  if (format.layout == Layout::float32) return added_as_singles(array, values);
  if (format.layout == Layout::float16) return added_as_halves(array, values);
  if (format.layout == Layout::decimal) return added_as_decimals(array, format, values);
  return format.layout == Layout::float64 && lent(array, values);
}

template <class Value>
Encoded encode_numbers(const Column& column, const Cells<Value>& values) {
  Encoded encoded{{column.format, column.name}, {}};
  add_validity(encoded.array, values);
  const auto came = format_of(column.format);
  const bool means_the_same = came && came->type == column.type;
  if (means_the_same && added_in(encoded.array, *came, values)) return encoded;
  encoded.schema.format = plain_format(column.type);
  const bool is_added = added_in(encoded.array, *format_of(encoded.schema.format), values);
  assert(is_added);  // a date is in the years 0 to 9999
  static_cast<void>(is_added);
  return encoded;
}

// Days as the midnights that they were when they came; none where they came as days, or where
// the unit does not reach so far.
std::optional<Column> midnights_of(const Column& column) {
  const auto came = format_of(column.format);
  const auto* moment = came ? std::get_if<type::Timestamp>(&came->type) : nullptr;
  if (moment == nullptr || !std::holds_alternative<type::Date>(column.type)) return std::nullopt;
  const std::int64_t per_day = units_per_second(moment->unit) * seconds_per_day;
  const std::int64_t most = std::numeric_limits<std::int64_t>::max() / per_day;
  const auto& days = std::get<Cells<std::int64_t>>(column.values);
  Integers moments(days.size(), missing_integer);
  for (std::size_t row = 0; row < days.size(); ++row) {
    if (is_missing(days[row])) continue;
    if (days[row] > most || days[row] < -most) return std::nullopt;
    moments[row] = days[row] * per_day;
  }
  Column midnights(column.name, came->type, std::move(moments), column.role);
  midnights.format = column.format;
  return midnights;
}

}  // namespace

Encoded encode_reals(const Column& column) {
  return encode_numbers(column, std::get<Cells<double>>(column.values));
}

Encoded encode_integers(const Column& column) {
  if (const auto midnights = midnights_of(column)) return encode_integers(*midnights);
  return encode_numbers(column, std::get<Cells<std::int64_t>>(column.values));
}

}  // namespace overhand::exchange
