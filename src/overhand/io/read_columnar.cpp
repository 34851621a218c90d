#include <arrow/adapters/orc/adapter.h>
#include <arrow/api.h>
#include <arrow/io/file.h>
#include <arrow/ipc/reader.h>
#include <fmt/format.h>
#include <parquet/properties.h>

#include "overhand/io/parquet_file_internal.h"

namespace overhand::io {
namespace {

using Array = std::shared_ptr<arrow::ChunkedArray>;

Error not_in_format(const Input& input, const char* format) {
  return input.error(fmt::format("not {} file, or a damaged one.", format));
}

Result<Columns> parquet_columns(const Input& input, const ParquetReader& reader,
                                const std::vector<Wanted>& wanted) {
  const auto rows = rows_of(input, reader);
  if (!rows) return rows.error();
  Columns columns;
  columns.row_count = *rows;
  columns.places = record_places;
  columns.read = [input, reader, wanted](std::size_t i) {
    return parquet_column(input, reader, wanted[i].position);
  };
  return columns;
}

using FeatherReader = std::shared_ptr<arrow::ipc::RecordBatchFileReader>;

arrow::Result<FeatherReader> feather_reader(const Input& input, const std::vector<int>& fields) {
  auto options = arrow::ipc::IpcReadOptions::Defaults();
  options.memory_pool = arrow::system_memory_pool();
  options.ensure_alignment = arrow::ipc::Alignment::kDataTypeSpecificAlignment;
  options.included_fields = fields;
  return arrow::ipc::RecordBatchFileReader::Open(input.file, options);
}

arrow::Result<std::shared_ptr<arrow::Table>> feather_table(const Input& input,
                                                           const std::vector<int>& fields) {
  ARROW_ASSIGN_OR_RAISE(const auto reader, feather_reader(input, fields));
  arrow::RecordBatchVector batches;
  for (int i = 0; i < reader->num_record_batches(); ++i) {
    ARROW_ASSIGN_OR_RAISE(auto batch, reader->ReadRecordBatch(i));
    ARROW_RETURN_NOT_OK(batch->ValidateFull());
    batches.push_back(std::move(batch));
  }
  return arrow::Table::FromRecordBatches(reader->schema(), batches);  // of these fields alone
}

// The columns of a table, each handed out once.
Columns columns_of(const arrow::Table& table) {
  Columns columns;
  columns.row_count = static_cast<std::size_t>(table.num_rows());
  columns.places = record_places;
  auto arrays = std::make_shared<arrow::ChunkedArrayVector>(table.columns());
  columns.read = [arrays](std::size_t i) -> Result<Array> {
    return std::exchange((*arrays)[i], nullptr);
  };
  return columns;
}

std::vector<int> fields_of(const std::vector<Wanted>& wanted) {
  std::vector<int> fields;
  for (const Wanted& column : wanted) fields.push_back(static_cast<int>(column.position));
  return fields;
}

Result<Columns> feather_columns(const Input& input, const std::vector<Wanted>& wanted) {
  return guarded(input, not_in_format(input, "a Feather"), [&]() -> Result<Columns> {
    const auto read = feather_table(input, fields_of(wanted));
    if (!read.ok()) return not_in_format(input, "a Feather");
    return columns_of(**read);
  });
}

std::optional<std::size_t> rows_in(arrow::ipc::RecordBatchFileReader& reader) {
  const auto rows = reader.CountRows();
  return rows.ok() ? std::optional(static_cast<std::size_t>(*rows)) : std::nullopt;
}

using OrcReader = std::shared_ptr<arrow::adapters::orc::ORCFileReader>;

arrow::Result<OrcReader> orc_reader(const Input& input) {
  ARROW_ASSIGN_OR_RAISE(auto reader, arrow::adapters::orc::ORCFileReader::Open(
                                         input.file, arrow::system_memory_pool()));
  return OrcReader(std::move(reader));
}

Result<Columns> orc_columns(const Input& input, const OrcReader& reader,
                            const std::vector<Wanted>& wanted) {
  return guarded(input, not_in_format(input, "an ORC"), [&]() -> Result<Columns> {
    const auto read = reader->Read(fields_of(wanted));
    if (!read.ok() || !(*read)->ValidateFull().ok()) return not_in_format(input, "an ORC");
    return columns_of(**read);
  });
}

}  // namespace

Error not_in_parquet(const Input& input) { return not_in_format(input, "a Parquet"); }

arrow::Result<ParquetReader> parquet_reader(const Input& input) {
  // In pieces: a column of many records can be stopped halfway, and never is there twice.
  parquet::ReaderProperties properties(arrow::system_memory_pool());
  properties.enable_buffered_stream();
  properties.set_buffer_size(std::int64_t{1} << 20);
  parquet::arrow::FileReaderBuilder builder;
  ARROW_RETURN_NOT_OK(builder.Open(input.file, properties));
  builder.memory_pool(arrow::system_memory_pool());
  ARROW_ASSIGN_OR_RAISE(auto reader, builder.Build());
  return ParquetReader(std::move(reader));
}

Result<std::size_t> rows_of(const Input& input, const ParquetReader& reader) {
  const std::int64_t rows = reader->parquet_reader()->metadata()->num_rows();
  if (rows < 0) return not_in_parquet(input);
  if (rows >= std::int64_t{1} << 32) {
    return input.error("more than 4,294,967,295 records are too many.");
  }
  return static_cast<std::size_t>(rows);
}

Result<Array> parquet_column(const Input& input, const ParquetReader& reader,
                             std::size_t position) {
  return guarded(input, not_in_parquet(input), [&]() -> Result<Array> {
    Array values;
    const auto status = reader->ReadColumn(static_cast<int>(position), &values);
    // Nothing can be trusted before every offset, index and letter was looked at.
    if (!status.ok() || !values->ValidateFull().ok()) return not_in_parquet(input);
    return values;
  });
}

Result<TableFile> open_parquet(const Input& input) {
  return guarded(input, not_in_parquet(input), [&]() -> Result<TableFile> {
    const auto reader = parquet_reader(input);
    std::shared_ptr<arrow::Schema> schema;
    if (!reader.ok() || !(*reader)->GetSchema(&schema).ok()) {
      return not_in_parquet(input);
    }
    const auto rows = rows_of(input, *reader);
    if (!rows) return rows.error();
    return TableFile{schema->field_names(),
                     [input, reader = *reader](const std::vector<Wanted>& wanted) {
                       return parquet_columns(input, reader, wanted);
                     },
                     Layout{.format = FileFormat::parquet}, *rows};
  });
}

Result<TableFile> open_feather(const Input& input) {
  return guarded(input, not_in_format(input, "a Feather"), [&]() -> Result<TableFile> {
    const auto reader = feather_reader(input, {});
    if (!reader.ok()) return not_in_format(input, "a Feather");
    return TableFile{
        (*reader)->schema()->field_names(),
        [input](const std::vector<Wanted>& wanted) { return feather_columns(input, wanted); },
        Layout{.format = FileFormat::feather}, rows_in(**reader)};
  });
}

Result<TableFile> open_orc(const Input& input) {
  return guarded(input, not_in_format(input, "an ORC"), [&]() -> Result<TableFile> {
    const auto reader = orc_reader(input);
    if (!reader.ok()) return not_in_format(input, "an ORC");
    const auto schema = (*reader)->ReadSchema();
    if (!schema.ok()) return not_in_format(input, "an ORC");
    return TableFile{(*schema)->field_names(),
                     [input, reader = *reader](const std::vector<Wanted>& wanted) {
                       return orc_columns(input, reader, wanted);
                     },
                     Layout{.format = FileFormat::orc},
                     static_cast<std::size_t>((*reader)->NumberOfRows())};
  });
}

}  // namespace overhand::io
