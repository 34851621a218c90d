// Kinds of columns as maskings see them, and which of them a method takes.
#pragma once

#include "overhand/table/type.h"

namespace overhand::masking {

enum class Kind {
  number,  // reals, integers: amounts to compute with
  moment,  // dates, times, durations: in an order, and kept as whole numbers
  levels,  // categories, true and false, text: nothing to compute with
};
Kind kind_of(const Type& type);

// What a method takes; nearly all take numbers that are all there.
struct Takes {
  bool levels = false;
  bool moments = false;
  bool gaps = false;  // missing values
  bool numbers = true;
};
constexpr Takes takes_numbers_alone = {};
constexpr Takes takes_everything = {.levels = true, .moments = true, .gaps = true};

inline bool takes_kind(const Takes& takes, Kind kind) {
  if (kind == Kind::number) return takes.numbers;
  return kind == Kind::levels ? takes.levels : takes.moments;
}

}  // namespace overhand::masking
