// A column in one of Arrow's layouts.
#pragma once

#include "overhand/exchange/export.h"
#include "overhand/exchange/parts_internal.h"
#include "overhand/table/column.h"

namespace overhand::exchange {

// In the format in which the column came as long as that holds every value, or in the plain one.
Encoded encode(const Column& column, LevelSet levels = LevelSet::used);
Encoded encode_reals(const Column& column);
Encoded encode_integers(const Column& column);
Encoded encode_category(const Column& column, bool is_ordered, LevelSet levels);
Encoded encode_texts(const Column& column);

// A column of texts that are numbers or times of its format. None where one of them is no such.
std::optional<Encoded> encode_exact(const Column& column);

// The first buffer: a bit for each value that is there, or none when all are.
template <class Value>
void add_validity(ArrayParts& array, const Cells<Value>& values) {
  array.length = static_cast<std::int64_t>(values.size());
  array.missing = std::ranges::count_if(values, [](Value value) { return is_missing(value); });
  if (array.missing == 0) return array.lend(nullptr, nullptr);
  std::vector<std::uint8_t> bits((values.size() + 7) / 8);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!is_missing(values[i])) bits[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
  }
  array.own(std::move(bits));
}

}  // namespace overhand::exchange
