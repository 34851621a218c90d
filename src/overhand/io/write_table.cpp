#include "overhand/io/write_table.h"

#include <arrow/status.h>
#include <unistd.h>

#include "overhand/io/format.h"
#include "overhand/io/part_sink_internal.h"
#include "overhand/io/part_writer.h"
#include "overhand/io/plain_gaps_internal.h"
#include "overhand/io/sink_internal.h"
#include "overhand/io/whole_file.h"
#include "overhand/io/write_csv_internal.h"
#include "overhand/io/write_orc_internal.h"
#include "overhand/io/write_readstat_internal.h"
#include "overhand/io/write_xlsx_internal.h"

namespace overhand::io {
namespace {

// All of it as one part.
arrow::Status write_whole(const Table& table, std::unique_ptr<PartSink> parts,
                          const Progress& progress) {
  ARROW_RETURN_NOT_OK(parts->write(table, progress));
  return parts->close();
}

arrow::Status write_format(const Table& table, const Format& format, const Layout& like,
                           const Sink& sink, const Progress& progress) {
  if (format.is_text()) return write_csv(table, dialect_of(format, like), sink, progress);
  if (format.file == FileFormat::xlsx) return write_xlsx(table, like.sheet, sink, progress);
  if (is_of_package(format)) return write_readstat(table, format, *sink, progress);
  if (format.file == FileFormat::orc) return write_orc(table, *sink);
  return write_whole(table, parts_into(format, like, sink), progress);
}

arrow::Status write_as(const Table& table, const Format& format, const Layout& like, int descriptor,
                       const Progress& progress) {
  ARROW_ASSIGN_OR_RAISE(const File file, file_of(descriptor));
  ARROW_ASSIGN_OR_RAISE(const Sink sink, sink_into(file, format.compression));
  const arrow::Status status = write_format(table, format, like, sink, progress);
  if (!status.ok()) (void)sink->Abort();  // or its destructor tries to write the rest
  return file->failure().ok() ? status : file->failure();
}

Status write_to(const Table& table, const Format& format, const Layout& like, int descriptor,
                const std::string& name, const Progress& progress) {
  return written_or_why(write_as(table, format, like, descriptor, progress), format, name);
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
  if (format->file == FileFormat::orc) {
    if (auto fits = check_for_orc(table); !fits) return in_file(path, fits.error());
  }
  if (format->is_workbook()) {
    if (auto problem = problem_with_workbook(table)) return in_file(path, *std::move(problem));
  }
  if (is_standard_stream(path)) {
    return write_to(table, *format, like, STDOUT_FILENO, "standard output", progress);
  }
  if (is_folder_of(like, *format)) {
    auto folder = PartWriter::create(path, *format, like, progress);
    if (!folder) return folder.error();
    std::vector<Column> to_look_at;
    for (const std::string& name : folder->look_ahead(table.columns())) {
      to_look_at.push_back(table.columns()[*find_column(table, name)]);
    }
    folder->look(Table(std::move(to_look_at)));
    auto written = folder->write(table);
    return written ? folder->finish() : written;
  }
  auto file = WholeFile::create(path);
  if (!file) return file.error();
  if (auto written = write_to(table, *format, like, file->descriptor(), path, progress); !written) {
    return written;
  }
  return file->commit();
}

}  // namespace overhand::io
