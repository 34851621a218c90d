// Arrow's format strings ("g", "d:10,2", "tsu:UTC") and what they are to us.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "overhand/core/result.h"
#include "overhand/exchange/abi.h"
#include "overhand/table/type.h"

namespace overhand::exchange {

// How the bytes of an array are laid out.
enum class Layout {
  null,
  boolean,
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  float16,
  float32,
  float64,
  decimal,
  date64,  // milliseconds, whole days
  time32,
  time64,
  text,
  large_text,
  text_view,
};

struct Format {
  Layout layout;
  Type type;
  int decimal_precision = 0;
  int decimal_scale = 0;
  int decimal_bytes = 0;
  TimeUnit time_unit = TimeUnit::second;  // of a time of day
};

// Of an array's own values; of a dictionary these are its codes. None for what has no place in a
// table of records: lists, records within records, bytes, intervals.
std::optional<Format> format_of(std::string_view letters);

// The format in which a column of the type goes out unless it came in another.
std::string plain_format(const Type& type);

}  // namespace overhand::exchange
