#include <algorithm>
#include <functional>
#include <limits>

#include "overhand/risk/compared_internal.h"
#include "overhand/risk/told_columns_internal.h"

namespace overhand::risk {
namespace {

constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint32_t several = unseen - 1;

// The one value that the records of each class have in both tables.
std::vector<std::uint32_t> values_of_classes(const Classes& classes, const Classes& values) {
  std::vector<std::uint32_t> one(class_count(classes), unseen);
  for (std::size_t i = 0; i < classes.size(); ++i) {
    std::uint32_t& own = one[classes[i]];
    own = own == unseen || own == values[i] ? values[i] : several;
  }
  return one;
}

// The original records whose class tells their value.
std::size_t told_records(const Classes& classes, const std::vector<std::size_t>& sizes,
                         const Classes& values) {
  const auto one = values_of_classes(classes, values);
  const auto distinct = static_cast<std::size_t>(std::ranges::max(values)) + 1;
  std::size_t told = 0;
  for (std::size_t number = 0; number < one.size(); ++number) {
    if (distinct > 1 && one[number] != several && sizes[number] > 1) told += sizes[number];
  }
  return told;
}

}  // namespace

std::vector<ToldColumn> told_columns(const Table& original, const Table& masked,
                                     const Classes& classes) {
  constexpr std::size_t hundred = 100;
  std::vector<std::size_t> sizes(class_count(classes));  // of the originals
  for (std::size_t row = 0; row < original.row_count(); ++row) ++sizes[classes[row]];
  std::vector<ToldColumn> columns;
  for (const Column& column : masked.columns()) {
    const auto place = find_column(original, column.name);
    if (!place || original.columns()[*place].role != Role::mask) continue;
    const Classes values = value_numbers(original.columns()[*place], column);
    const std::size_t told = told_records(classes, sizes, values);
    if (told * hundred >= original.row_count() && told > 0) columns.push_back({column.name, told});
  }
  std::ranges::stable_sort(columns, std::greater<>(), &ToldColumn::records);
  return columns;
}

}  // namespace overhand::risk
