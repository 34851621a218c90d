#include <algorithm>

#include "overhand/inspection/settled_internal.h"
#include "overhand/table/date_text.h"
#include "overhand/table/levels.h"
#include "overhand/table/retype.h"
#include "overhand/table/truth_text.h"
#include "overhand/table/value_bits.h"

namespace overhand::inspection {
namespace {

// The column as this type, or as it is where that does not fit.
Column as_type_if_it_fits(const Column& column, const Type& type) {
  auto changed = retyped(column, {.name = column.name, .type = type});
  return changed ? *std::move(changed) : column;
}

bool is_whole(double value) { return is_missing(value) || equal_integer(value).has_value(); }

Column settled_texts(const Column& column) {
  const auto& texts = std::get<Texts>(column.values);
  const auto dates = dates_of(texts);
  if (dates && !dates->is_unsure) return as_type_if_it_fits(column, dates->type);
  return truths_of(used_levels(texts)) ? as_type_if_it_fits(column, type::Boolean{}) : column;
}

}  // namespace

Column settled_numbers(const Column& column) {
  const auto* values = std::get_if<Cells<double>>(&column.values);
  if (values == nullptr || !std::ranges::all_of(*values, is_whole)) return column;
  return as_type_if_it_fits(column, type::Integer{});
}

Column settled(const Column& column) {
  if (missing_count(column.values) == column.size()) {
    return {column.name, Texts(column.size()), column.role};
  }
  if (std::holds_alternative<Texts>(column.values)) return settled_texts(column);
  if (std::holds_alternative<type::Timestamp>(column.type)) {
    return as_type_if_it_fits(column, type::Date{});
  }
  return settled_numbers(column);
}

}  // namespace overhand::inspection
