#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "overhand/io/arrow_cast_internal.h"
#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/arrow_table_internal.h"

namespace overhand::io {
namespace {

using Array = std::shared_ptr<arrow::Array>;

// A bit for each value that is there; none when all are.
template <class Numbers>
arrow::Result<std::shared_ptr<arrow::Buffer>> validity(const Numbers& values) {
  const auto missing =
      std::ranges::count_if(values, [](const auto& value) { return is_missing(value); });
  if (missing == 0) return nullptr;
  ARROW_ASSIGN_OR_RAISE(auto bitmap,
                        arrow::AllocateEmptyBitmap(static_cast<std::int64_t>(values.size())));
  for (std::size_t i = 0; i < values.size(); ++i) {
    arrow::bit_util::SetBitTo(bitmap->mutable_data(), static_cast<std::int64_t>(i),
                              !is_missing(values[i]));
  }
  return bitmap;
}

template <class ArrowArray, class Numbers>
arrow::Result<Array> number_array(const Numbers& values) {
  ARROW_ASSIGN_OR_RAISE(auto bits, validity(values));
  return std::make_shared<ArrowArray>(static_cast<std::int64_t>(values.size()),
                                      arrow::Buffer::Wrap(values), bits);
}

template <class Builder, class Cells>
arrow::Result<Array> built(const Cells& cells) {
  Builder builder;
  ARROW_RETURN_NOT_OK(builder.Reserve(static_cast<std::int64_t>(cells.size())));
  for (const auto& cell : cells) {
    ARROW_RETURN_NOT_OK(cell ? builder.Append(*cell) : builder.AppendNull());
  }
  return builder.Finish();
}

arrow::Result<Array> text_array(const Texts& values) {
  std::size_t bytes = 0;
  for (const auto& value : values) bytes += value ? value->size() : 0;
  const bool is_large = bytes > std::numeric_limits<std::int32_t>::max();
  return is_large ? built<arrow::LargeStringBuilder>(values) : built<arrow::StringBuilder>(values);
}

template <class Number>
using Numbers = std::vector<std::optional<Number>>;

// The numbers that the texts say, when each is written just as we write it.
template <class Number>
std::optional<Numbers<Number>> plain_numbers(const Texts& texts) {
  Numbers<Number> numbers;
  for (const auto& text : texts) {
    numbers.emplace_back();
    if (!text) continue;
    Number number{};
    const auto [rest, problem] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (problem != std::errc{} || rest != text->data() + text->size()) return std::nullopt;
    if (!std::isfinite(static_cast<double>(number)) || fmt::format("{}", number) != *text) {
      return std::nullopt;
    }
    numbers.back() = number;
  }
  return numbers;
}

// Of a kept column of a CSV file.
arrow::Result<Array> untyped_array(const Texts& texts) {
  if (std::ranges::all_of(texts, [](const auto& text) { return is_missing(text); })) {
    return text_array(texts);
  }
  if (const auto integers = plain_numbers<std::int64_t>(texts)) {
    return built<arrow::Int64Builder>(*integers);
  }
  if (const auto reals = plain_numbers<double>(texts)) return built<arrow::DoubleBuilder>(*reals);
  return text_array(texts);
}

// With the levels that occur, in their order: one that does not occur is nobody's value any more.
arrow::Result<Array> dictionary_array(const Texts& texts, const StoredAs& stored_as) {
  const auto& type = static_cast<const arrow::DictionaryType&>(*stored_as.type);
  std::map<std::string, std::optional<std::int32_t>, std::less<>> places;
  for (const auto& text : texts) {
    if (text) places[*text] = std::nullopt;
  }
  Texts levels;
  for (const auto& level : stored_as.levels) {
    const auto found = level ? places.find(*level) : places.end();
    if (found == places.end() || found->second) continue;
    found->second = static_cast<std::int32_t>(levels.size());
    levels.push_back(level);
  }
  Numbers<std::int32_t> indices;
  for (const auto& text : texts) indices.push_back(text ? places[*text] : std::nullopt);
  ARROW_ASSIGN_OR_RAISE(const Array level_texts, text_array(levels));
  ARROW_ASSIGN_OR_RAISE(const Array dictionary, cast(level_texts, type.value_type()));
  ARROW_ASSIGN_OR_RAISE(const Array wide, built<arrow::Int32Builder>(indices));
  ARROW_ASSIGN_OR_RAISE(const Array narrow, cast(wide, type.index_type()));
  return arrow::DictionaryArray::FromArrays(stored_as.type, narrow, dictionary);
}

arrow::Result<Array> untyped_array(const Column& column) {
  if (const auto* values = std::get_if<Reals>(&column.values)) {
    return number_array<arrow::DoubleArray>(*values);
  }
  if (const auto* values = std::get_if<Integers>(&column.values)) {
    return number_array<arrow::Int64Array>(*values);
  }
  const Texts& texts = std::get<Texts>(column.values);
  return column.stored_as ? text_array(texts) : untyped_array(texts);
}

arrow::Result<Array> arrow_array(const Column& column) {
  const auto& stored_as = column.stored_as;
  if (stored_as && stored_as->type->id() == arrow::Type::DICTIONARY) {
    return dictionary_array(std::get<Texts>(column.values), *stored_as);
  }
  ARROW_ASSIGN_OR_RAISE(Array array, untyped_array(column));
  return stored_as ? cast(array, stored_as->type) : array;
}

}  // namespace

arrow::Result<std::shared_ptr<arrow::Table>> arrow_table(const Table& table) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const Column& column : table.columns()) {
    ARROW_ASSIGN_OR_RAISE(auto array, arrow_array(column));
    fields.push_back(arrow::field(column.name, array->type()));
    arrays.push_back(std::move(array));
  }
  return arrow::Table::Make(arrow::schema(fields), arrays,
                            static_cast<std::int64_t>(table.row_count()));
}

}  // namespace overhand::io
