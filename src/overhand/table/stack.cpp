#include "overhand/table/stack.h"

#include <algorithm>
#include <cassert>

namespace overhand {
namespace {

std::size_t rows_of(std::span<const Column> columns) {
  std::size_t rows = 0;
  for (const Column& column : columns) rows += column.size();
  return rows;
}

template <class Value>
Values stacked_cells(std::span<const Column> columns) {
  std::vector<Value> values;
  values.reserve(rows_of(columns));
  for (const Column& column : columns) {
    const auto& cells = std::get<Cells<Value>>(column.values);
    values.insert(values.end(), cells.begin(), cells.end());
  }
  return Cells<Value>(std::move(values));
}

Values stacked_reals(std::span<const Column> columns) {
  Reals values;
  values.reserve(rows_of(columns));
  for (const Column& column : columns) {
    const Reals part = reals(column);
    values.insert(values.end(), part.begin(), part.end());
  }
  return Cells<double>(std::move(values));
}

bool have_one_dictionary(std::span<const Column> columns) {
  const auto& first = std::get<Texts>(columns.front().values).shared_dictionary();
  return std::ranges::all_of(columns, [&](const Column& column) {
    return std::get<Texts>(column.values).shared_dictionary() == first;
  });
}

Values stacked_texts(std::span<const Column> columns) {
  const bool is_one = have_one_dictionary(columns);
  DictionaryBuilder dictionary;
  std::vector<Code> codes;
  codes.reserve(rows_of(columns));
  for (const Column& column : columns) {
    const auto& texts = std::get<Texts>(column.values);
    std::vector<Code> common(is_one ? 0 : texts.dictionary().size());
    for (std::size_t code = 0; code < common.size(); ++code) {
      common[code] = dictionary.code_of(texts.dictionary()[code]);
    }
    for (const Code code : texts.codes()) {
      const bool is_same = is_one || is_missing(code);
      codes.push_back(is_same ? code : common[static_cast<std::size_t>(code)]);
    }
  }
  if (is_one)
    return Texts(std::move(codes), std::get<Texts>(columns.front().values).shared_dictionary());
  return Texts(std::move(codes), std::move(dictionary).finish());
}

bool are_stored_alike(std::span<const Column> columns) {
  return std::ranges::all_of(columns, [&](const Column& column) {
    return storage_of(column.values) == storage_of(columns.front().values);
  });
}

Values stacked_values(std::span<const Column> columns) {
  if (!are_stored_alike(columns)) return stacked_reals(columns);
  const Storage storage = storage_of(columns.front().values);
  if (storage == Storage::reals) return stacked_cells<double>(columns);
  if (storage == Storage::integers) return stacked_cells<std::int64_t>(columns);
  return stacked_texts(columns);
}

}  // namespace

Column stacked(std::span<const Column> columns) {
  assert(!columns.empty());
  return with_values(columns.front(), stacked_values(columns));
}

Table stacked(std::span<const Table> tables) {
  if (tables.empty()) return {};
  std::vector<Column> columns;
  for (std::size_t j = 0; j < tables.front().column_count(); ++j) {
    std::vector<Column> parts;
    for (const Table& table : tables) parts.push_back(table.columns()[j]);
    columns.push_back(stacked(parts));
  }
  return Table(std::move(columns));
}

}  // namespace overhand
