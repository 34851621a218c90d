#include "overhand/table/column.h"

#include <algorithm>
#include <cassert>

namespace overhand {
namespace {

Type plain_type(Storage storage) {
  if (storage == Storage::reals) return type::Real{};
  return storage == Storage::integers ? Type(type::Integer{}) : Type(type::Text{});
}

template <class Value>
Cells<Value> gathered(const Cells<Value>& from, std::span<const Row> rows) {
  std::vector<Value> values(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) values[i] = from[rows[i]];
  return values;
}
Texts gathered(const Texts& from, std::span<const Row> rows) {
  return {gathered(from.codes(), rows), from.shared_dictionary()};
}

template <class Value>
std::size_t count_missing(const Cells<Value>& values) {
  return static_cast<std::size_t>(
      std::ranges::count_if(values, [](Value value) { return is_missing(value); }));
}
std::size_t count_missing(const Texts& texts) { return count_missing(texts.codes()); }

}  // namespace

Column::Column(std::string column_name, Values cells, Role column_role)
    : name(std::move(column_name)),
      type(plain_type(storage_of(cells))),
      values(std::move(cells)),
      role(column_role) {}

Column::Column(std::string column_name, Type column_type, Values cells, Role column_role)
    : name(std::move(column_name)),
      type(std::move(column_type)),
      values(std::move(cells)),
      role(column_role) {
  assert(storage_of(type) == storage_of(values));
}

Storage storage_of(const Values& values) { return static_cast<Storage>(values.index()); }

Column with_values(const Column& column, Values values) {
  Column changed(column.name, std::move(values), column.role);
  changed.labels = column.labels;
  changed.decimal = column.decimal;
  changed.gap_texts = column.gap_texts;
  if (storage_of(changed.values) != storage_of(column.type)) return changed;
  changed.type = column.type;
  changed.format = column.format;
  changed.level_format = column.level_format;
  changed.date_layout = column.date_layout;
  return changed;
}

Column emptied(const Column& column) {
  Column empty = column;
  if (const auto* texts = std::get_if<Texts>(&column.values)) {
    empty.values = Texts(std::vector<Code>(), texts->shared_dictionary());
  } else if (std::holds_alternative<Cells<double>>(column.values)) {
    empty.values = Reals();
  } else {
    empty.values = Integers();
  }
  return empty;
}

Reals reals(const Column& column) {
  assert(is_quantity(column.type));
  if (const auto* values = std::get_if<Cells<double>>(&column.values)) {
    return {values->begin(), values->end()};
  }
  const auto& integers = std::get<Cells<std::int64_t>>(column.values);
  Reals converted(integers.size());
  std::ranges::transform(integers, converted.begin(),
                         [](std::int64_t value) { return as_real(value); });
  return converted;
}

std::size_t missing_count(const Values& values) {
  return std::visit([](const auto& cells) { return count_missing(cells); }, values);
}

Values gather(const Values& values, std::span<const Row> rows) {
  return std::visit([&](const auto& cells) -> Values { return gathered(cells, rows); }, values);
}

Column gather(const Column& column, std::span<const Row> rows) {
  return with_values(column, gather(column.values, rows));
}

}  // namespace overhand
