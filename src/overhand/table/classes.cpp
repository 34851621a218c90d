#include "overhand/table/classes.h"

#include <algorithm>

namespace overhand {
namespace {

template <class Range>
Classes numbers_of(const Range& values) {
  Numbering<decltype(key_of(values[0]))> numbering;
  Classes numbers;
  numbers.reserve(values.size());
  for (const auto value : values) numbers.push_back(numbering.number_of(key_of(value)));
  return numbers;
}

}  // namespace

std::size_t class_count(const Classes& classes) {
  return classes.empty() ? 0 : std::size_t{std::ranges::max(classes)} + 1;
}

Classes value_numbers(const Column& column) {
  if (const auto* texts = std::get_if<Texts>(&column.values)) return numbers_of(texts->codes());
  if (const auto* reals = std::get_if<Cells<double>>(&column.values)) return numbers_of(*reals);
  return numbers_of(std::get<Cells<std::int64_t>>(column.values));
}

void refine(Classes& classes, const Classes& values) {
  Numbering<std::uint64_t> numbering;
  for (std::size_t i = 0; i < classes.size(); ++i) {
    classes[i] = numbering.number_of(std::uint64_t{classes[i]} << 32U | values[i]);
  }
}

}  // namespace overhand
