#include <cstring>

#include "overhand/core/text.h"
#include "overhand/exchange/decimal_internal.h"
#include "overhand/exchange/encode_internal.h"
#include "overhand/exchange/format_internal.h"
#include "overhand/exchange/half_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::exchange {
namespace {

using Bytes = std::vector<std::uint8_t>;

template <class Number>
Bytes bytes_of(Number number) {
  Bytes bytes(sizeof number);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

template <class Number>
std::optional<Bytes> number_bytes(std::string_view text) {
  const auto number = number_of<Number>(text);
  return number ? std::optional(bytes_of(*number)) : std::nullopt;
}

std::optional<Bytes> half_bytes(std::string_view text) {
  const auto number = number_of<double>(text);
  const auto half = number ? half_of_real(*number) : std::nullopt;
  return half ? std::optional(bytes_of(*half)) : std::nullopt;
}

// Of the layouts whose values can be text here; 0 for the others.
std::size_t width_of(const Format& format) {
  switch (format.layout) {
    case Layout::int64:
    case Layout::uint64:
    case Layout::float64:
    case Layout::time64:
      return 8;
    case Layout::float32:
    case Layout::time32:
      return 4;
    case Layout::float16:
      return 2;
    case Layout::decimal:
      return static_cast<std::size_t>(format.decimal_bytes);
    default:
      return 0;
  }
}

template <class Stored>
std::optional<Bytes> time_bytes(TimeUnit unit, std::string_view text) {
  const auto time = time_of_day_of(unit, text);
  return time ? std::optional(bytes_of(static_cast<Stored>(*time))) : std::nullopt;
}

// What the text says, in the format's layout.
std::optional<Bytes> exact_bytes(const Format& format, std::string_view text) {
  switch (format.layout) {
    case Layout::int64:
      return number_bytes<std::int64_t>(text);
    case Layout::uint64:
      return number_bytes<std::uint64_t>(text);
    case Layout::float16:
      return half_bytes(text);
    case Layout::float32:
      return number_bytes<float>(text);
    case Layout::float64:
      return number_bytes<double>(text);
    case Layout::decimal:
      return decimal_bytes(text, format.decimal_bytes, format.decimal_scale);
    case Layout::time32:
      return time_bytes<std::int32_t>(format.time_unit, text);
    case Layout::time64:
      return time_bytes<std::int64_t>(format.time_unit, text);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Encoded> encode_exact(const Column& column) {
  const auto format = format_of(column.format);
  const bool can_be_text = format && (is_quantity(format->type) || time_of_day_unit(column.format));
  const std::size_t width = can_be_text ? width_of(*format) : 0;
  if (width == 0) return std::nullopt;
  const auto& texts = std::get<Texts>(column.values);
  const auto counts = texts.level_counts();
  std::vector<Bytes> of_level(counts.size());
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    auto bytes = exact_bytes(*format, texts.dictionary()[code]);
    if (!bytes) return std::nullopt;
    of_level[code] = *std::move(bytes);
  }
  Encoded encoded{{column.format, column.name}, {}};
  add_validity(encoded.array, texts.codes());
  Bytes values(texts.size() * width);
  for (std::size_t row = 0; row < texts.size(); ++row) {
    const Code code = texts.codes()[row];
    if (is_missing(code)) continue;
    std::memcpy(values.data() + row * width, of_level[static_cast<std::size_t>(code)].data(),
                width);
  }
  encoded.array.own(std::move(values));
  return encoded;
}

}  // namespace overhand::exchange
