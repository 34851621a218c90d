// The values of a column of two tables, of any types, in a form in which they can be compared.
#pragma once

#include <optional>
#include <vector>

#include "overhand/table/classes.h"

namespace overhand::risk {

// The texts of both columns by the codes of one dictionary.
struct CommonCodes {
  std::vector<Code> original;
  std::vector<Code> masked;
};

CommonCodes common_codes(const Column& original, const Column& masked);

// The numbers that the values are; none where one of them is no number.
std::optional<Reals> as_numbers(const Column& column);

// The result of `use` on the values of both columns in a form in which they can be compared. A kept
// column of a CSV is text and the same one of a Parquet file numbers: numbers where all of it is
// some, and else text.
template <class Use>
auto compared(const Column& original, const Column& masked, const Use& use)
    -> decltype(use(Reals(), Reals())) {
  const auto* integers = std::get_if<Cells<std::int64_t>>(&original.values);
  const auto* masked_integers = std::get_if<Cells<std::int64_t>>(&masked.values);
  if (original.type == masked.type && integers != nullptr) return use(*integers, *masked_integers);
  if (is_quantity(original.type) || is_quantity(masked.type)) {
    const auto first = as_numbers(original);
    const auto second = as_numbers(masked);
    if (first && second) return use(*first, *second);
  }
  const CommonCodes codes = common_codes(original, masked);
  return use(codes.original, codes.masked);
}

// A number for each value, of the originals, then of the masked records: equal for equal values.
Classes value_numbers(const Column& original, const Column& masked);

}  // namespace overhand::risk
