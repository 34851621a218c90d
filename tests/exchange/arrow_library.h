// Arrow's own library on the other side of the C data interface.
#pragma once

#include <arrow/api.h>
#include <arrow/c/bridge.h>
#include <arrow/json/from_string.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "overhand/exchange/export.h"
#include "overhand/exchange/import.h"
#include "overhand/table/cell_text.h"

namespace overhand::exchange {

using ArrayPointer = std::shared_ptr<arrow::Array>;
using TypePointer = std::shared_ptr<arrow::DataType>;

inline ArrayPointer parsed(const TypePointer& type, const std::string& json) {
  return arrow::json::ArrayFromJSONString(type, json).ValueOrDie();
}

inline ArrayPointer coded(const TypePointer& type, const std::string& codes,
                          const std::string& levels) {
  return arrow::json::DictArrayFromJSONString(type, codes, levels).ValueOrDie();
}

// The schema of a type, released at the end.
struct Schema {
  explicit Schema(const arrow::DataType& type) { EXPECT_TRUE(arrow::ExportType(type, &held).ok()); }
  ~Schema() { held.release(&held); }
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;
  ArrowSchema held = {};
};

inline Slice slice_of(const ArrayPointer& chunk) {
  ArrowArray array = {};
  EXPECT_TRUE(arrow::ExportArray(*chunk, &array).ok());
  return take(array);
}

inline Result<Column> imported(const arrow::ArrayVector& chunks, Role role = Role::keep) {
  const Schema schema(*chunks.front()->type());
  std::vector<Slice> slices;
  for (const ArrayPointer& chunk : chunks) slices.push_back(slice_of(chunk));
  return import_column(schema.held, slices, role);
}

inline ArrayPointer exported(const Column& column) {
  ArrowSchema schema = {};
  ArrowArray array = {};
  export_column(column, schema, array);
  ArrayPointer result = arrow::ImportArray(&array, &schema).ValueOrDie();
  EXPECT_TRUE(result->ValidateFull().ok()) << result->ValidateFull().ToString();
  return result;
}

// "-" where a value is missing.
inline std::vector<std::string> texts_of(const Column& column) {
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < column.size(); ++row) {
    texts.push_back(cell_text(column, row).value_or("-"));
  }
  return texts;
}

}  // namespace overhand::exchange
