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

// What a method takes beside numbers that are all there.
struct Takes {
  bool levels = false;
  bool moments = false;
  bool gaps = false;  // missing values
};
constexpr Takes takes_numbers_alone = {};
constexpr Takes takes_everything = {.levels = true, .moments = true, .gaps = true};

inline bool takes_kind(const Takes& takes, Kind kind) {
  return kind == Kind::number || (kind == Kind::levels ? takes.levels : takes.moments);
}

}  // namespace overhand::masking
