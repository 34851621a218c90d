#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "overhand/core/text.h"
#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/arrow_table_internal.h"

namespace overhand::io {
namespace {

// The number that the text says, when it is written just as we write it.
template <class Number>
std::optional<Number> plain_number(std::string_view text) {
  const auto number = number_of<Number>(text);
  const bool is_plain =
      number && std::isfinite(static_cast<double>(*number)) && fmt::format("{}", *number) == text;
  return is_plain ? number : std::nullopt;
}

// The numbers that all texts say.
template <class Number>
std::optional<std::vector<Number>> plain_numbers(const Texts& texts, Number missing) {
  const auto counts = texts.level_counts();
  std::vector<Number> of_level(counts.size(), missing);
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    const auto number = plain_number<Number>(texts.dictionary()[code]);
    if (!number || is_missing(*number)) return std::nullopt;
    of_level[code] = *number;
  }
  std::vector<Number> numbers(texts.size());
  std::ranges::transform(texts.codes(), numbers.begin(), [&](Code code) {
    return is_missing(code) ? missing : of_level[static_cast<std::size_t>(code)];
  });
  return numbers;
}

// Of numbers that a plan made levels.
bool are_levels_of_numbers(const Column& column) {
  return std::holds_alternative<type::Category>(column.type) && column.format.empty() &&
         !column.level_format.empty();
}

template <class Number>
Column with_numbers_of_levels(const Column& column, Number missing) {
  auto numbers = plain_numbers(std::get<Texts>(column.values), missing);
  if (!numbers) return column;
  Column changed = with_values(column, *std::move(numbers));
  changed.format = column.level_format;
  return changed;
}

Column with_numbers_of_levels(const Column& column) {
  constexpr std::string_view whole = "cCsSiIlL";
  return whole.find(column.level_format) != std::string_view::npos
             ? with_numbers_of_levels(column, missing_integer)
             : with_numbers_of_levels(column, missing_real);
}

template <class Arrays>
arrow::Result<std::shared_ptr<arrow::Table>> made_of(const Table& table, const Arrays& array_for) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const Column& column : table.columns()) {
    ARROW_ASSIGN_OR_RAISE(std::shared_ptr<arrow::Array> array, array_for(column));
    fields.push_back(arrow::field(column.name, array->type()));
    arrays.push_back(std::move(array));
  }
  return arrow::Table::Make(arrow::schema(fields), arrays,
                            static_cast<std::int64_t>(table.row_count()));
}

}  // namespace

Column with_numbers_of_texts(const Column& column) {
  if (are_levels_of_numbers(column)) return with_numbers_of_levels(column);
  const auto* texts = std::get_if<Texts>(&column.values);
  const bool is_untyped = column.type == Type(type::Text{}) && column.format.empty();
  if (texts == nullptr || !is_untyped || missing_count(column.values) == texts->size()) {
    return column;
  }
  if (auto whole = plain_numbers(*texts, missing_integer)) {
    return with_values(column, *std::move(whole));
  }
  if (auto reals = plain_numbers(*texts, missing_real))
    return with_values(column, *std::move(reals));
  return column;
}

arrow::Result<std::shared_ptr<arrow::Table>> arrow_table(const Table& table) {
  return made_of(table,
                 [](const Column& column) { return array_of(with_numbers_of_texts(column)); });
}

arrow::Result<std::shared_ptr<arrow::Table>> arrow_table_of_part(const Table& part) {
  return made_of(part,
                 [](const Column& column) { return array_of(column, exchange::LevelSet::all); });
}

}  // namespace overhand::io
