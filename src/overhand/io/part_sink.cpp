#include <arrow/api.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/compression.h>
#include <parquet/arrow/writer.h>

#include <algorithm>
#include <bit>

#include "overhand/io/arrow_table_internal.h"
#include "overhand/io/part_sink_internal.h"
#include "overhand/io/write_csv_internal.h"

namespace overhand::io {
namespace {

// Numbers by byte streams and without a dictionary: several times faster, and smaller.
std::shared_ptr<parquet::WriterProperties> parquet_properties(const arrow::Schema& schema) {
  parquet::WriterProperties::Builder builder;
  builder.compression(arrow::Compression::ZSTD)->compression_level(1);
  const auto columns = static_cast<std::size_t>(schema.num_fields());
  builder.max_row_group_length(static_cast<std::int64_t>(rows_per_group(columns)));
  for (const auto& field : schema.fields()) {
    const arrow::Type::type type = field->type()->id();
    const bool is_real = type == arrow::Type::DOUBLE || type == arrow::Type::FLOAT;
    if (!is_real && !arrow::is_integer(type)) continue;
    builder.disable_dictionary(field->name());
    builder.encoding(field->name(), parquet::Encoding::BYTE_STREAM_SPLIT);
  }
  return builder.build();
}

// Arrow writes no levels that are views.
Table without_views_of_levels(Table table) {
  for (Column& column : table.columns()) {
    if (column.level_format == "vu") column.level_format = "u";
  }
  return table;
}

arrow::Result<std::shared_ptr<arrow::Table>> to_arrow(const Table& part, bool is_settled) {
  return is_settled ? arrow_table_of_part(part) : arrow_table(part);
}

// Records of so many columns that take no more than `bytes`.
std::size_t rows_within(std::size_t bytes, std::size_t columns, std::size_t most) {
  constexpr std::size_t fewest = std::size_t{1} << 10;
  const std::size_t width = std::max<std::size_t>(columns, 1) * sizeof(double);
  return std::bit_floor(std::clamp(bytes / width, fewest, most));
}

// Batches of the same size, whatever comes at once.
class FeatherParts : public PartSink {
 public:
  explicit FeatherParts(Sink sink) : sink_(std::move(sink)) {}

  arrow::Status write(const Table& part, const Progress& progress) override {
    ARROW_ASSIGN_OR_RAISE(const auto arrow, to_arrow(part, is_settled()));
    if (writer_ == nullptr) ARROW_RETURN_NOT_OK(open(arrow->schema()));
    rows_ = rows_per_batch(part.column_count());
    waiting_.push_back(arrow);
    return write_waiting(static_cast<std::int64_t>(rows_), progress);
  }

  arrow::Status close() override {
    ARROW_RETURN_NOT_OK(write_waiting(1, {}));
    ARROW_RETURN_NOT_OK(writer_->Close());
    return sink_->Close();
  }

 private:
  arrow::Status open(const std::shared_ptr<arrow::Schema>& schema) {
    auto options = arrow::ipc::IpcWriteOptions::Defaults();
    ARROW_ASSIGN_OR_RAISE(options.codec, arrow::util::Codec::Create(arrow::Compression::LZ4_FRAME));
    return arrow::ipc::MakeFileWriter(sink_, schema, options).Value(&writer_);
  }

  // As long as there are so many.
  arrow::Status write_waiting(std::int64_t fewest, const Progress& progress) {
    if (waiting_.empty()) return arrow::Status::OK();
    ARROW_ASSIGN_OR_RAISE(auto table, arrow::ConcatenateTables(waiting_));
    std::int64_t first = 0;
    for (; table->num_rows() - first >= fewest; first += static_cast<std::int64_t>(rows_)) {
      if (progress.cancelled()) return arrow::Status::Cancelled("");
      const auto batch = table->Slice(first, static_cast<std::int64_t>(rows_));
      ARROW_ASSIGN_OR_RAISE(const auto whole, batch->CombineChunksToBatch());
      ARROW_RETURN_NOT_OK(writer_->WriteRecordBatch(*whole));
    }
    waiting_.clear();
    if (first < table->num_rows()) waiting_.push_back(table->Slice(first));
    return arrow::Status::OK();
  }

  Sink sink_;
  std::shared_ptr<arrow::ipc::RecordBatchWriter> writer_;
  std::vector<std::shared_ptr<arrow::Table>> waiting_;
  std::size_t rows_ = 0;
};

}  // namespace

std::size_t rows_per_group(std::size_t columns) {
  return rows_within(std::size_t{1} << 25, columns, std::size_t{1} << 20);
}

std::size_t rows_per_batch(std::size_t columns) {
  return rows_within(std::size_t{1} << 23, columns, std::size_t{1} << 16);
}

ParquetParts::ParquetParts(Sink sink) : sink_(std::move(sink)) {}
ParquetParts::~ParquetParts() = default;

// Pages end with whole batches of Arrow's 1,024 values: so do the pieces that are written here.
arrow::Status ParquetParts::write(const Table& part, const Progress& progress) {
  ARROW_ASSIGN_OR_RAISE(const auto arrow, to_arrow(without_views_of_levels(part), is_settled()));
  if (writer_ == nullptr) ARROW_RETURN_NOT_OK(open(*arrow->schema()));
  arrow::TableBatchReader batches(*arrow);
  batches.set_chunksize(static_cast<std::int64_t>(rows_per_group(part.column_count())));
  std::size_t done = 0;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    if (progress.cancelled()) return arrow::Status::Cancelled("");
    ARROW_RETURN_NOT_OK(batches.ReadNext(&batch));
    if (batch == nullptr) return arrow::Status::OK();
    if (std::exchange(ends_group_, false)) ARROW_RETURN_NOT_OK(writer_->NewBufferedRowGroup());
    ARROW_RETURN_NOT_OK(writer_->WriteRecordBatch(*batch));
    progress.report("writing", done += batch->num_rows(), part.row_count());
  }
}

arrow::Status ParquetParts::close() {
  ARROW_RETURN_NOT_OK(writer_->Close());
  return sink_->Close();
}

arrow::Status ParquetParts::open(const arrow::Schema& schema) {
  parquet::ArrowWriterProperties::Builder properties;
  properties.set_use_threads(true)->store_schema();
  return parquet::arrow::FileWriter::Open(schema, arrow::system_memory_pool(), sink_,
                                          parquet_properties(schema), properties.build())
      .Value(&writer_);
}

std::unique_ptr<PartSink> feather_parts(Sink sink) {
  return std::make_unique<FeatherParts>(std::move(sink));
}

Dialect dialect_of(const Format& format, const Layout& like) {
  if (like.dialect && like.format == format.file) return *like.dialect;
  return {.delimiter = format.delimiter()};
}

std::unique_ptr<PartSink> parts_into(const Format& format, const Layout& like, Sink sink) {
  if (format.is_text()) return csv_parts(dialect_of(format, like), sink);
  if (format.file == FileFormat::parquet) return std::make_unique<ParquetParts>(std::move(sink));
  if (format.file == FileFormat::feather) return feather_parts(std::move(sink));
  return nullptr;
}

}  // namespace overhand::io
