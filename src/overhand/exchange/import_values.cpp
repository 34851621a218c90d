#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/exchange/decimal_internal.h"
#include "overhand/exchange/half_internal.h"
#include "overhand/exchange/import_values_internal.h"
#include "overhand/table/cell_text.h"

namespace overhand::exchange {
namespace {

Error beyond(const char* what) {
  return {ErrorKind::invalid_data, fmt::format("a value that is out of range for {}", what)};
}

bool can_be_borrowed(const Slices& slices) {
  return slices.size() == 1 && !has_gaps(slices.front());
}

template <class Value>
Cells<Value> borrowed(const Slice& slice) {
  return {{values_of<Value>(slice), static_cast<std::size_t>(slice.length)}, slice.owner};
}

// Each value by value_at(slice, i), gaps as missing.
template <class Value, class ValueAt>
Cells<Value> copied(const Slices& slices, Value missing, const ValueAt& value_at) {
  std::vector<Value> values;
  values.reserve(total_length(slices));
  for (const Slice& slice : slices) {
    const bool gaps = has_gaps(slice);
    for (std::int64_t i = 0; i < slice.length; ++i) {
      values.push_back(gaps && !is_present(slice, i) ? missing : value_at(slice, i));
    }
  }
  return values;
}

// Values that lie as ours do, piece by piece.
template <class Value>
Cells<Value> as_they_are(const Slices& slices, Value missing) {
  if (can_be_borrowed(slices)) return borrowed<Value>(slices.front());
  std::vector<Value> values;
  values.reserve(total_length(slices));
  for (const Slice& slice : slices) {
    const Value* first = values_of<Value>(slice);
    values.insert(values.end(), first, first + slice.length);
    if (!has_gaps(slice)) continue;
    Value* appended = values.data() + values.size() - slice.length;
    for (std::int64_t i = 0; i < slice.length; ++i) {
      if (!is_present(slice, i)) appended[i] = missing;
    }
  }
  return values;
}

template <class Stored>
Cells<std::int64_t> widened(const Slices& slices) {
  return copied(slices, missing_integer, [](const Slice& slice, std::int64_t i) {
    return static_cast<std::int64_t>(values_of<Stored>(slice)[i]);
  });
}

template <class TextOf>
TypedValues as_texts(const Slices& slices, const TextOf& text_of) {
  TextsBuilder texts;
  texts.reserve(total_length(slices));
  for (const Slice& slice : slices) {
    for (std::int64_t i = 0; i < slice.length; ++i) {
      if (is_present(slice, i))
        texts.append(text_of(slice, i));
      else
        texts.append(std::nullopt);
    }
  }
  return {type::Text{}, std::move(texts).finish()};
}

// The values as text: those that our storage does not hold.
template <class Stored>
TypedValues numbers_as_texts(const Slices& slices) {
  return as_texts(slices, [](const Slice& slice, std::int64_t i) {
    return fmt::to_string(values_of<Stored>(slice)[i]);
  });
}

template <class Stored>
bool has_value_above_integers(const Slices& slices) {
  constexpr auto largest = static_cast<Stored>(std::numeric_limits<std::int64_t>::max());
  return any_present(slices, [](const Slice& slice, std::int64_t i) {
    return values_of<Stored>(slice)[i] > largest;
  });
}

Result<TypedValues> import_unsigned(const Format& format, const Slices& slices, Role role) {
  if (!has_value_above_integers<std::uint64_t>(slices)) {
    return TypedValues{format.type, widened<std::uint64_t>(slices)};
  }
  if (role != Role::mask) return numbers_as_texts<std::uint64_t>(slices);
  return beyond("64-bit integers and doubles");
}

bool has_reserved_integer(const Slices& slices) {
  return any_present(slices, [](const Slice& slice, std::int64_t i) {
    return is_missing(values_of<std::int64_t>(slice)[i]);
  });
}

// The smallest one stands for a missing value. Among times it is "not a time" everywhere else too.
Result<TypedValues> import_integers(const Format& format, const Slices& slices, Role role) {
  if (is_quantity(format.type) && has_reserved_integer(slices)) {
    if (role != Role::mask) return numbers_as_texts<std::int64_t>(slices);
    return beyond("whole numbers to compute with");
  }
  return TypedValues{format.type, as_they_are(slices, missing_integer)};
}

// Days out of milliseconds.
Result<TypedValues> import_days(const Format& format, const Slices& slices) {
  constexpr std::int64_t day = seconds_per_day * 1000;
  const auto at = [](const Slice& slice, std::int64_t i) {
    return values_of<std::int64_t>(slice)[i];
  };
  const auto has_time = [&](const Slice& slice, std::int64_t i) { return at(slice, i) % day != 0; };
  if (any_present(slices, has_time)) return beyond("whole days");
  return TypedValues{
      format.type, copied(slices, missing_integer,
                          [&](const Slice& slice, std::int64_t i) { return at(slice, i) / day; })};
}

TypedValues import_truth(const Format& format, const Slices& slices) {
  return {format.type,
          copied(slices, missing_integer, [](const Slice& slice, std::int64_t i) -> std::int64_t {
            return bit_at(slice.array->buffers[1], slice.offset + i) ? 1 : 0;
          })};
}

// A NaN among reals is a missing value. A kept one stays apart from those.
template <class RealAt>
bool has_nan(const Slices& slices, const RealAt& real_at) {
  return any_present(
      slices, [&](const Slice& slice, std::int64_t i) { return std::isnan(real_at(slice, i)); });
}

Result<TypedValues> import_doubles(const Format& format, const Slices& slices, Role role) {
  const auto at = [](const Slice& slice, std::int64_t i) { return values_of<double>(slice)[i]; };
  if (role != Role::mask && has_nan(slices, at)) return numbers_as_texts<double>(slices);
  return TypedValues{format.type, as_they_are(slices, missing_real)};
}

Result<TypedValues> import_singles(const Format& format, const Slices& slices, Role role) {
  const auto at = [](const Slice& slice, std::int64_t i) -> double {
    return values_of<float>(slice)[i];
  };
  if (role != Role::mask && has_nan(slices, at)) return numbers_as_texts<float>(slices);
  return TypedValues{format.type, copied(slices, missing_real, at)};
}

Result<TypedValues> import_halves(const Format& format, const Slices& slices, Role role) {
  const auto at = [](const Slice& slice, std::int64_t i) {
    return real_of_half(values_of<std::uint16_t>(slice)[i]);
  };
  if (role != Role::mask && has_nan(slices, at)) {
    return as_texts(
        slices, [&](const Slice& slice, std::int64_t i) { return fmt::to_string(at(slice, i)); });
  }
  return TypedValues{format.type, copied(slices, missing_real, at)};
}

Result<TypedValues> import_decimals(const Format& format, const Slices& slices, Role role) {
  const auto at = [&](const Slice& slice, std::int64_t i) {
    const auto width = static_cast<std::size_t>(format.decimal_bytes);
    const auto* bytes = static_cast<const std::uint8_t*>(slice.array->buffers[1]);
    return std::span(bytes + static_cast<std::size_t>(slice.offset + i) * width, width);
  };
  if (role != Role::mask) {
    return as_texts(slices, [&](const Slice& slice, std::int64_t i) {
      return decimal_text(at(slice, i), format.decimal_scale);
    });
  }
  return TypedValues{format.type, copied(slices, missing_real, [&](const Slice& slice, auto i) {
                       return decimal_real(at(slice, i), format.decimal_scale);
                     })};
}

template <class Stored>
Result<TypedValues> import_times_of_day(const Format& format, const Slices& slices) {
  const std::int64_t day = seconds_per_day * units_per_second(format.time_unit);
  const auto is_no_time = [&](const Slice& slice, std::int64_t i) {
    const Stored value = values_of<Stored>(slice)[i];
    return value < 0 || value >= day;
  };
  if (any_present(slices, is_no_time)) return beyond("a day");
  return as_texts(slices, [&](const Slice& slice, std::int64_t i) {
    return time_of_day_text(format.time_unit, values_of<Stored>(slice)[i]);
  });
}

TypedValues import_nothing(const Slices& slices, Role role) {
  const std::size_t rows = total_length(slices);
  if (role != Role::mask) return {type::Text{}, Texts(rows)};
  return {type::Real{}, Reals(rows, missing_real)};
}

// By the layout, before the calendar is looked at.
Result<TypedValues> import_layout(const Format& format, const Slices& slices, Role role,
                                  const Progress& progress) {
  switch (format.layout) {
    case Layout::null:
      return import_nothing(slices, role);
    case Layout::boolean:
      return import_truth(format, slices);
    case Layout::int8:
      return TypedValues{format.type, widened<std::int8_t>(slices)};
    case Layout::uint8:
      return TypedValues{format.type, widened<std::uint8_t>(slices)};
    case Layout::int16:
      return TypedValues{format.type, widened<std::int16_t>(slices)};
    case Layout::uint16:
      return TypedValues{format.type, widened<std::uint16_t>(slices)};
    case Layout::int32:
      return TypedValues{format.type, widened<std::int32_t>(slices)};
    case Layout::uint32:
      return TypedValues{format.type, widened<std::uint32_t>(slices)};
    case Layout::int64:
      return import_integers(format, slices, role);
    case Layout::uint64:
      return import_unsigned(format, slices, role);
    case Layout::float16:
      return import_halves(format, slices, role);
    case Layout::float32:
      return import_singles(format, slices, role);
    case Layout::float64:
      return import_doubles(format, slices, role);
    case Layout::decimal:
      return import_decimals(format, slices, role);
    case Layout::date64:
      return import_days(format, slices);
    case Layout::time32:
      return import_times_of_day<std::int32_t>(format, slices);
    case Layout::time64:
      return import_times_of_day<std::int64_t>(format, slices);
    case Layout::text:
    case Layout::large_text:
    case Layout::text_view:
      break;
  }
  auto texts = import_texts(format.layout, slices, progress);
  if (!texts) return texts.error();
  return TypedValues{format.type, *std::move(texts)};
}

}  // namespace

Result<TypedValues> import_values(const Format& format, const Slices& slices, Role role,
                                  const Progress& progress) {
  auto imported = import_layout(format, slices, role, progress);
  if (!imported) return imported;
  const auto* integers = std::get_if<Cells<std::int64_t>>(&imported->values);
  if (integers == nullptr || is_quantity(imported->type)) return imported;
  const auto has_no_text = [&](std::int64_t value) {
    return !is_missing(value) && !has_text(imported->type, value);
  };
  if (std::ranges::any_of(*integers, has_no_text)) return beyond("the years 0 to 9999");
  return imported;
}

}  // namespace overhand::exchange
