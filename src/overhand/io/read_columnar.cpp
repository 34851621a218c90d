#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <fmt/format.h>
#include <parquet/arrow/reader.h>

#include "overhand/io/input_internal.h"

namespace overhand::io {
namespace {

Error not_in_format(const Input& input, const char* format) {
  return {ErrorKind::invalid_data,
          fmt::format("{}: not a {} file, or a damaged one.", input.name, format)};
}

std::string record_place(std::size_t row) { return fmt::format("record {}", row + 1); }

}  // namespace

Result<Columns> read_parquet(const Input& input) {
  auto opened = parquet::arrow::OpenFile(input.file, arrow::system_memory_pool());
  if (!opened.ok()) return not_in_format(input, "Parquet");
  const std::shared_ptr<parquet::arrow::FileReader> reader = *std::move(opened);
  Columns columns;
  if (!reader->GetSchema(&columns.schema).ok()) return not_in_format(input, "Parquet");
  columns.row_count = reader->parquet_reader()->metadata()->num_rows();
  columns.place = record_place;
  columns.read = [reader,
                  input](std::size_t column) -> Result<std::shared_ptr<arrow::ChunkedArray>> {
    std::shared_ptr<arrow::ChunkedArray> values;
    if (!reader->ReadColumn(static_cast<int>(column), &values).ok()) {
      return not_in_format(input, "Parquet");
    }
    return values;
  };
  return columns;
}

Result<Columns> read_feather(const Input& input) {
  auto reader = arrow::ipc::RecordBatchFileReader::Open(input.file);
  if (!reader.ok()) return not_in_format(input, "Feather");
  auto batches = (*reader)->ToTable();
  if (!batches.ok()) return not_in_format(input, "Feather");
  const std::shared_ptr<arrow::Table> table = *std::move(batches);
  Columns columns;
  columns.schema = table->schema();
  columns.row_count = table->num_rows();
  columns.place = record_place;
  columns.read = [table](std::size_t column) -> Result<std::shared_ptr<arrow::ChunkedArray>> {
    return table->column(static_cast<int>(column));
  };
  return columns;
}

}  // namespace overhand::io
