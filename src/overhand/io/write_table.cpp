#include "overhand/io/write_table.h"

#include <arrow/api.h>
#include <arrow/io/compressed.h>
#include <arrow/io/file.h>
#include <arrow/ipc/writer.h>
#include <arrow/util/compression.h>
#include <fmt/format.h>
#include <parquet/arrow/writer.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "overhand/io/arrow_table_internal.h"
#include "overhand/io/format.h"
#include "overhand/io/plain_gaps_internal.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_csv_internal.h"
#include "overhand/io/write_orc_internal.h"
#include "overhand/io/write_readstat_internal.h"
#include "overhand/io/write_xlsx_internal.h"

namespace overhand::io {
namespace {

using Sink = std::shared_ptr<arrow::io::OutputStream>;

// Knows its place by itself: a pipe cannot be asked for it.
class CountedSink : public arrow::io::OutputStream {
 public:
  explicit CountedSink(Sink sink) : sink_(std::move(sink)) {}

  arrow::Status Close() override { return sink_->Close(); }
  arrow::Status Abort() override { return sink_->Abort(); }
  bool closed() const override { return sink_->closed(); }
  arrow::Result<std::int64_t> Tell() const override { return written_; }
  arrow::Status Flush() override { return sink_->Flush(); }
  arrow::Status Write(const void* data, std::int64_t count) override {
    written_ += count;
    return sink_->Write(data, count);
  }

 private:
  Sink sink_;
  std::int64_t written_ = 0;
};

// A copy of the descriptor: Arrow closes what it is given.
arrow::Result<Sink> sink_of(int descriptor, Compression compression) {
  ARROW_ASSIGN_OR_RAISE(Sink file, arrow::io::FileOutputStream::Open(dup(descriptor)));
  Sink sink = std::make_shared<CountedSink>(std::move(file));
  if (compression == Compression::none) return sink;
  const auto type =
      compression == Compression::gzip ? arrow::Compression::GZIP : arrow::Compression::ZSTD;
  ARROW_ASSIGN_OR_RAISE(auto codec, arrow::util::Codec::Create(type));
  return arrow::io::CompressedOutputStream::Make(codec.get(), sink);
}

// Numbers by byte streams and without a dictionary: several times faster, and smaller.
std::shared_ptr<parquet::WriterProperties> parquet_properties(const arrow::Schema& schema) {
  parquet::WriterProperties::Builder builder;
  builder.compression(arrow::Compression::ZSTD)->compression_level(1);
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

arrow::Status write_parquet(const Table& table, const Sink& sink, const Progress& progress) {
  constexpr std::int64_t rows_per_group = std::int64_t{1} << 20;
  ARROW_ASSIGN_OR_RAISE(const auto arrow, arrow_table(without_views_of_levels(table)));
  parquet::ArrowWriterProperties::Builder properties;
  properties.set_use_threads(true)->store_schema();
  ARROW_ASSIGN_OR_RAISE(auto writer, parquet::arrow::FileWriter::Open(
                                         *arrow->schema(), arrow::default_memory_pool(), sink,
                                         parquet_properties(*arrow->schema()), properties.build()));
  arrow::TableBatchReader batches(*arrow);
  batches.set_chunksize(rows_per_group);
  std::size_t done = 0;
  std::shared_ptr<arrow::RecordBatch> batch;
  while (true) {
    if (progress.cancelled()) return arrow::Status::Cancelled("");
    ARROW_RETURN_NOT_OK(batches.ReadNext(&batch));
    if (batch == nullptr) break;
    ARROW_RETURN_NOT_OK(writer->NewBufferedRowGroup());
    ARROW_RETURN_NOT_OK(writer->WriteRecordBatch(*batch));
    progress.report("writing", done += batch->num_rows(), table.row_count());
  }
  ARROW_RETURN_NOT_OK(writer->Close());
  return sink->Close();
}

arrow::Status write_feather(const Table& table, const Sink& sink) {
  ARROW_ASSIGN_OR_RAISE(const auto arrow, arrow_table(table));
  auto options = arrow::ipc::IpcWriteOptions::Defaults();
  ARROW_ASSIGN_OR_RAISE(options.codec, arrow::util::Codec::Create(arrow::Compression::LZ4_FRAME));
  ARROW_ASSIGN_OR_RAISE(auto writer, arrow::ipc::MakeFileWriter(sink, arrow->schema(), options));
  ARROW_RETURN_NOT_OK(writer->WriteTable(*arrow));
  ARROW_RETURN_NOT_OK(writer->Close());
  return sink->Close();
}

// As the original was written, where it was in the same format.
Dialect dialect_of(const Format& format, const Layout& like) {
  if (like.dialect && like.format == format.file) return *like.dialect;
  return {.delimiter = format.delimiter()};
}

arrow::Status write_format(const Table& table, const Format& format, const Layout& like,
                           const Sink& sink, const Progress& progress) {
  if (format.is_text()) return write_csv(table, dialect_of(format, like), sink, progress);
  if (format.file == FileFormat::xlsx) return write_xlsx(table, like.sheet, sink, progress);
  if (is_of_package(format)) return write_readstat(table, format, *sink, progress);
  if (format.file == FileFormat::orc) return write_orc(table, *sink);
  return format.file == FileFormat::parquet ? write_parquet(table, sink, progress)
                                            : write_feather(table, sink);
}

arrow::Status write_as(const Table& table, const Format& format, const Layout& like, int descriptor,
                       const Progress& progress) {
  ARROW_ASSIGN_OR_RAISE(const Sink sink, sink_of(descriptor, format.compression));
  const arrow::Status status = write_format(table, format, like, sink, progress);
  if (!status.ok()) (void)sink->Abort();  // or its destructor tries to write the rest
  return status;
}

Status write_to(const Table& table, const Format& format, const Layout& like, int descriptor,
                const std::string& name, const Progress& progress) {
  errno = 0;
  const arrow::Status status = write_as(table, format, like, descriptor, progress);
  if (status.ok()) return Done{};
  if (status.IsInvalid() && format.is_text()) {
    return Error{ErrorKind::invalid_data,
                 "the table has a letter that the encoding of the original lacks.",
                 {name}};
  }
  if (status.IsCancelled() || errno == EPIPE) return cancelled_error();  // nobody reads on
  std::string why = errno != 0 ? std::strerror(errno) : "the disk did not take it";
  if (errno == 0 && !status.IsIOError()) why = status.message();
  return Error{ErrorKind::io, fmt::format("cannot be written: {}.", why), {name}};
}

// None where it goes out as it is.
std::optional<Table> table_with_plain_gaps(const Table& table, const Format& format) {
  std::optional<Table> plain;
  for (std::size_t j = 0; j < table.column_count(); ++j) {
    auto column = with_plain_gaps(table.columns()[j], format);
    if (!column) continue;
    if (!plain) plain = table;
    plain->columns()[j] = *std::move(column);
  }
  return plain;
}

}  // namespace

std::vector<std::string> columns_with_plain_gaps(const Table& table, const Format& format) {
  std::vector<std::string> names;
  for (const Column& column : table.columns()) {
    if (with_plain_gaps(column, format)) names.push_back(column.name);
  }
  return names;
}

Status write_table(const Table& original, const std::string& path, const Progress& progress,
                   const Layout& like, const std::optional<Format>& as) {
  const auto format = as ? Result<Format>(*as) : output_format_of(path);
  if (!format) return format.error();
  const auto plain = table_with_plain_gaps(original, *format);
  const Table& table = plain ? *plain : original;
  if (is_of_package(*format)) {
    if (auto fits = check_for_package(table, *format); !fits) return in_file(path, fits.error());
  }
  if (format->is_workbook()) {
    if (auto problem = problem_with_workbook(table)) return in_file(path, *std::move(problem));
  }
  if (is_standard_stream(path)) {
    return write_to(table, *format, like, STDOUT_FILENO, "standard output", progress);
  }
  auto file = WholeFile::create(path);
  if (!file) return file.error();
  if (auto written = write_to(table, *format, like, file->descriptor(), path, progress); !written) {
    return written;
  }
  return file->commit();
}

}  // namespace overhand::io
