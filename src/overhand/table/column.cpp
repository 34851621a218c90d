#include "overhand/table/column.h"

#include <algorithm>
#include <cassert>

namespace overhand {

Reals reals(const Column& column) {
  assert(column.is_number());
  if (const auto* values = std::get_if<Reals>(&column.values)) return *values;
  const auto& integers = std::get<Integers>(column.values);
  Reals converted(integers.size());
  std::ranges::transform(integers, converted.begin(),
                         [](std::int64_t value) { return as_real(value); });
  return converted;
}

Values gather(const Values& values, std::span<const std::uint32_t> rows) {
  return std::visit(
      [&](const auto& from) -> Values {
        std::remove_cvref_t<decltype(from)> gathered(rows.size());
        for (std::size_t i = 0; i < rows.size(); ++i) gathered[i] = from[rows[i]];
        return gathered;
      },
      values);
}

Column gather(const Column& column, std::span<const std::uint32_t> rows) {
  return {column.name, gather(column.values, rows), column.role, column.stored_as};
}

}  // namespace overhand
