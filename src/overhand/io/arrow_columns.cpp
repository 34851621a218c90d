#include <arrow/api.h>
#include <arrow/compute/api.h>
#include <arrow/compute/initialize.h>
#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/arrow_columns_internal.h"

namespace overhand::io {
namespace {

using arrow::Type;

Error unreadable(const std::string& name) {
  return {ErrorKind::invalid_data,
          fmt::format("Column '{}' holds a value that is out of range for its type here (64-bit "
                      "integers and doubles).",
                      name)};
}

bool is_integer_type(const arrow::DataType& type) { return arrow::is_integer(type.id()); }

Result<std::shared_ptr<arrow::Array>> cast(const std::shared_ptr<arrow::Array>& chunk,
                                           const std::shared_ptr<arrow::DataType>& type,
                                           const std::string& name) {
  if (chunk->type()->Equals(*type)) return chunk;
  static const arrow::Status initialized = arrow::compute::Initialize();
  if (!initialized.ok()) return Error{ErrorKind::io, "Arrow's compute functions did not start."};
  auto converted = arrow::compute::Cast(*chunk, type);
  if (!converted.ok()) return unreadable(name);
  return *converted;
}

// Appends the chunks, each converted to `ArrowType`, by `append(array)`.
template <class ArrowType, class Append>
Status for_each_chunk(const arrow::ChunkedArray& column, const std::string& name, Append append) {
  const auto type = arrow::TypeTraits<ArrowType>::type_singleton();
  for (const auto& chunk : column.chunks()) {
    const auto converted = cast(chunk, type, name);
    if (!converted) return converted.error();
    using ArrayType = arrow::TypeTraits<ArrowType>::ArrayType;
    append(static_cast<const ArrayType&>(**converted));
  }
  return Done{};
}

Result<Values> reals_of(const arrow::ChunkedArray& column, const std::string& name) {
  Reals values;
  values.reserve(column.length());
  auto status = for_each_chunk<arrow::DoubleType>(column, name, [&](const auto& chunk) {
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

Result<Values> integers_of(const arrow::ChunkedArray& column, const std::string& name) {
  Integers values;
  values.reserve(column.length());
  bool has_reserved_value = false;  // the one that stands for missing
  auto status = for_each_chunk<arrow::Int64Type>(column, name, [&](const auto& chunk) {
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
  if (has_reserved_value) return unreadable(name);
  return Values(std::move(values));
}

Result<Values> texts_of(const arrow::ChunkedArray& column, const std::string& name) {
  Texts values;
  values.reserve(column.length());
  auto status = for_each_chunk<arrow::StringType>(column, name, [&](const auto& chunk) {
    for (std::int64_t i = 0; i < chunk.length(); ++i) {
      if (chunk.IsNull(i))
        values.emplace_back(std::nullopt);
      else
        values.emplace_back(chunk.GetString(i));
    }
  });
  if (!status) return status.error();
  return Values(std::move(values));
}

// A bit for each value that is there; none when all are.
template <class Numbers>
std::shared_ptr<arrow::Buffer> validity(const Numbers& values) {
  const auto missing =
      std::ranges::count_if(values, [](const auto& value) { return is_missing(value); });
  if (missing == 0) return nullptr;
  auto bitmap = *arrow::AllocateEmptyBitmap(static_cast<std::int64_t>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    arrow::bit_util::SetBitTo(bitmap->mutable_data(), static_cast<std::int64_t>(i),
                              !is_missing(values[i]));
  }
  return bitmap;
}

template <class ArrowArray, class Numbers>
std::shared_ptr<arrow::Array> number_array(const Numbers& values) {
  return std::make_shared<ArrowArray>(static_cast<std::int64_t>(values.size()),
                                      arrow::Buffer::Wrap(values), validity(values));
}

std::shared_ptr<arrow::Array> text_array(const Texts& values) {
  arrow::StringBuilder builder;
  for (const auto& value : values) {
    const arrow::Status appended = value ? builder.Append(*value) : builder.AppendNull();
    appended.Abort();  // out of memory only
  }
  return *builder.Finish();
}

}  // namespace

bool is_number_type(const arrow::DataType& type) {
  return is_integer_type(type) || arrow::is_floating(type.id()) || arrow::is_decimal(type.id()) ||
         type.id() == Type::NA;
}

Result<Values> values_of(const arrow::ChunkedArray& column, const std::string& name) {
  if (!is_number_type(*column.type())) return texts_of(column, name);
  return is_integer_type(*column.type()) ? integers_of(column, name) : reals_of(column, name);
}

std::shared_ptr<arrow::Array> arrow_array(const Column& column) {
  if (const auto* values = std::get_if<Reals>(&column.values)) {
    return number_array<arrow::DoubleArray>(*values);
  }
  if (const auto* values = std::get_if<Integers>(&column.values)) {
    return number_array<arrow::Int64Array>(*values);
  }
  return text_array(std::get<Texts>(column.values));
}

std::shared_ptr<arrow::Table> arrow_table(const Table& table) {
  arrow::FieldVector fields;
  arrow::ArrayVector arrays;
  for (const Column& column : table.columns()) {
    arrays.push_back(arrow_array(column));
    fields.push_back(arrow::field(column.name, arrays.back()->type()));
  }
  return arrow::Table::Make(arrow::schema(fields), arrays);
}

}  // namespace overhand::io
