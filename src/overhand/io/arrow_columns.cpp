#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/arrow_cast_internal.h"
#include "overhand/io/arrow_columns_internal.h"

namespace overhand::io {
namespace {

using arrow::Type;
using Array = std::shared_ptr<arrow::Array>;
using DataType = std::shared_ptr<arrow::DataType>;

Error beyond_range(const char* what) {
  return {ErrorKind::invalid_data, fmt::format("a value that is out of range for {}", what)};
}

// Appends the chunks, each converted to `ArrowType`, by `append(array)`.
template <class ArrowType, class Append>
Status for_each_chunk(const arrow::ChunkedArray& column, const Progress& progress, Append append) {
  const auto type = arrow::TypeTraits<ArrowType>::type_singleton();
  for (const auto& chunk : column.chunks()) {
    if (progress.cancelled()) return cancelled_error();
    const auto converted = cast(chunk, type);
    if (!converted.ok()) return beyond_range("64-bit integers and doubles");
    using ArrayType = arrow::TypeTraits<ArrowType>::ArrayType;
    append(static_cast<const ArrayType&>(**converted));
  }
  return Done{};
}

Result<Values> reals_of(const arrow::ChunkedArray& column, const Progress& progress) {
  Reals values;
  values.reserve(column.length());
  auto status = for_each_chunk<arrow::DoubleType>(column, progress, [&](const auto& chunk) {
    const double* first = chunk.raw_values();
    values.insert(values.end(), first, first + chunk.length());
    if (chunk.null_count() == 0) return;
    double* appended = values.data() + values.size() - chunk.length();
    for (std::int64_t i = 0; i < chunk.length(); ++i) {
      if (chunk.IsNull(i)) appended[i] = missing_real;
    }
  });
  if (!status) return status.error();
  return Values(std::move(values));
}

Result<Values> integers_of(const arrow::ChunkedArray& column, const Progress& progress) {
  Integers values;
  values.reserve(column.length());
  bool has_reserved_value = false;  // the one that stands for missing
  auto status = for_each_chunk<arrow::Int64Type>(column, progress, [&](const auto& chunk) {
    const std::int64_t* first = chunk.raw_values();
    values.insert(values.end(), first, first + chunk.length());
    std::int64_t* appended = values.data() + values.size() - chunk.length();
    const bool has_nulls = chunk.null_count() != 0;
    for (std::int64_t i = 0; i < chunk.length(); ++i) {
      if (has_nulls && chunk.IsNull(i))
        appended[i] = missing_integer;
      else
        has_reserved_value |= appended[i] == missing_integer;
    }
  });
  if (!status) return status.error();
  if (has_reserved_value) return beyond_range("64-bit integers");
  return Values(std::move(values));
}

Result<Values> texts_of(const arrow::ChunkedArray& column, const Progress& progress) {
  Texts values;
  values.reserve(column.length());
  for (const auto& chunk : column.chunks()) {
    if (progress.cancelled()) return cancelled_error();
    const auto converted = as_text(chunk);
    if (!converted.ok()) return beyond_range("text");
    const auto& texts = static_cast<const arrow::StringArray&>(**converted);
    for (std::int64_t i = 0; i < texts.length(); ++i) {
      if (texts.IsNull(i))
        values.emplace_back(std::nullopt);
      else
        values.emplace_back(texts.GetString(i));
    }
  }
  return Values(std::move(values));
}

bool is_string_type(const arrow::DataType& type) {
  return type.id() == Type::STRING || type.id() == Type::LARGE_STRING ||
         type.id() == Type::STRING_VIEW;
}

bool has_nan(const arrow::ChunkedArray& column) {
  return std::ranges::any_of(column.chunks(), [](const Array& chunk) {
    const auto& values = static_cast<const arrow::DoubleArray&>(*chunk);
    for (std::int64_t i = 0; i < values.length(); ++i) {
      if (values.IsValid(i) && is_missing(values.Value(i))) return true;
    }
    return false;
  });
}

// Whether the text of each value reads back as that value, or not at all.
enum class WayBack { exact, none, wrong };

WayBack way_back(const arrow::ChunkedArray& column) {
  for (const auto& chunk : column.chunks()) {
    const auto text = as_text(chunk);
    if (!text.ok()) return WayBack::wrong;
    const auto again = cast(*text, chunk->type());
    if (again.status().IsNotImplemented()) return WayBack::none;
    if (!again.ok()) return WayBack::wrong;
    if (!(*again)->Equals(*chunk, arrow::EqualOptions().nans_equal(true))) return WayBack::wrong;
  }
  return WayBack::exact;
}

std::shared_ptr<const StoredAs> stored(const DataType& type, Texts levels = {}) {
  return std::make_shared<const StoredAs>(StoredAs{type, std::move(levels)});
}

Result<ReadValues> text_to_keep(const arrow::ChunkedArray& column, const Progress& progress) {
  const bool is_string = is_string_type(*column.type());
  const WayBack back = is_string ? WayBack::exact : way_back(column);
  if (back == WayBack::wrong) return beyond_range("the years 0 to 9999");
  auto texts = texts_of(column, progress);
  if (!texts) return texts.error();
  return ReadValues{*std::move(texts), back == WayBack::exact ? stored(column.type()) : nullptr};
}

// The levels of all chunks in one order; none when they cannot have one.
Texts levels_of(const arrow::ChunkedArray& column, const Progress& progress) {
  const auto chunks = std::make_shared<arrow::ChunkedArray>(column.chunks(), column.type());
  const auto unified = arrow::DictionaryUnifier::UnifyChunkedArray(chunks);
  if (!unified.ok() || (*unified)->num_chunks() == 0) return {};
  const auto& first = static_cast<const arrow::DictionaryArray&>(*(*unified)->chunk(0));
  auto levels = texts_of(arrow::ChunkedArray(first.dictionary()), progress);
  return levels ? std::get<Texts>(*std::move(levels)) : Texts{};
}

Result<ReadValues> dictionary_to_keep(const arrow::ChunkedArray& column, const Progress& progress) {
  const auto& type = static_cast<const arrow::DictionaryType&>(*column.type());
  arrow::ArrayVector decoded;
  for (const auto& chunk : column.chunks()) {
    const auto values = cast(chunk, type.value_type());
    if (!values.ok()) return beyond_range("its dictionary");
    decoded.push_back(*values);
  }
  auto kept = text_to_keep(arrow::ChunkedArray(decoded, type.value_type()), progress);
  if (!kept) return kept;
  Texts levels = levels_of(column, progress);
  if (kept->stored_as && !levels.empty()) {
    kept->stored_as = stored(column.type(), std::move(levels));
  }
  return kept;
}

Result<ReadValues> integers_to_keep(const arrow::ChunkedArray& column, const Progress& progress) {
  auto values = integers_of(column, progress);
  if (!values) return text_to_keep(column, progress);
  return ReadValues{*std::move(values), stored(column.type())};
}

}  // namespace

bool is_number_type(const arrow::DataType& type) {
  return arrow::is_integer(type.id()) || arrow::is_floating(type.id()) ||
         arrow::is_decimal(type.id()) || type.id() == Type::NA;
}

bool is_text_type(const arrow::DataType& type) {
  if (type.id() == Type::DICTIONARY) {
    const auto& values = *static_cast<const arrow::DictionaryType&>(type).value_type();
    return values.id() != Type::DICTIONARY && (is_number_type(values) || is_text_type(values));
  }
  const bool is_time = arrow::is_temporal(type.id()) || type.id() == Type::DURATION;
  return is_string_type(type) || is_time || type.id() == Type::BOOL;
}

Result<ReadValues> values_to_mask(const arrow::ChunkedArray& column, const Progress& progress) {
  const arrow::DataType& type = *column.type();
  auto values = !is_number_type(type)          ? texts_of(column, progress)
                : arrow::is_integer(type.id()) ? integers_of(column, progress)
                                               : reals_of(column, progress);
  if (!values) return values.error();
  return ReadValues{*std::move(values)};
}

Result<ReadValues> values_to_keep(const arrow::ChunkedArray& column, const Progress& progress) {
  const Type::type type = column.type()->id();
  if (arrow::is_integer(type) || type == Type::DURATION) return integers_to_keep(column, progress);
  if (type == Type::DICTIONARY) return dictionary_to_keep(column, progress);
  if (type != Type::DOUBLE || has_nan(column)) return text_to_keep(column, progress);
  auto values = reals_of(column, progress);
  if (!values) return values.error();
  return ReadValues{*std::move(values), stored(column.type())};
}

}  // namespace overhand::io
