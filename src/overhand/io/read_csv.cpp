#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/io/compressed.h>
#include <arrow/io/memory.h>
#include <arrow/util/compression.h>
#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/input_internal.h"
#include "overhand/table/column_list.h"

namespace overhand::io {
namespace {

using ArrowTable = std::shared_ptr<arrow::Table>;
using ColumnTypes = std::unordered_map<std::string, std::shared_ptr<arrow::DataType>>;

arrow::Compression::type codec_type(Compression compression) {
  return compression == Compression::gzip ? arrow::Compression::GZIP : arrow::Compression::ZSTD;
}

// From the beginning, decompressed.
arrow::Result<std::shared_ptr<arrow::io::InputStream>> text_stream(const Input& input) {
  ARROW_RETURN_NOT_OK(input.file->Seek(0));
  if (input.format.compression == Compression::none) {
    ARROW_ASSIGN_OR_RAISE(const std::int64_t size, input.file->GetSize());
    return arrow::io::RandomAccessFile::GetStream(input.file, 0, size);
  }
  ARROW_ASSIGN_OR_RAISE(auto codec,
                        arrow::util::Codec::Create(codec_type(input.format.compression)));
  return arrow::io::CompressedInputStream::Make(codec.get(), input.file);
}

arrow::Result<std::string> whole_text(const Input& input) {
  constexpr std::int64_t piece = std::int64_t{1} << 22;
  ARROW_ASSIGN_OR_RAISE(auto stream, text_stream(input));
  std::string text;
  while (true) {
    ARROW_ASSIGN_OR_RAISE(auto buffer, stream->Read(piece));
    if (buffer->size() == 0) return text;
    text.append(reinterpret_cast<const char*>(buffer->data()), buffer->size());
  }
}

arrow::Result<ArrowTable> parse(const Input& input, const ColumnTypes& types) {
  auto reading = arrow::csv::ReadOptions::Defaults();
  reading.block_size = 1 << 22;  // a line is never longer than a block
  auto parsing = arrow::csv::ParseOptions::Defaults();
  parsing.delimiter = input.format.delimiter();
  parsing.newlines_in_values = true;
  auto converting = arrow::csv::ConvertOptions::Defaults();
  converting.null_values = {"", "NA", "NaN", "nan"};
  converting.strings_can_be_null = true;
  converting.column_types = types;
  ARROW_ASSIGN_OR_RAISE(auto stream, text_stream(input));
  // Arrow's default memory pool costs twice the processor time here.
  const arrow::io::IOContext context(arrow::system_memory_pool());
  ARROW_ASSIGN_OR_RAISE(
      auto reader, arrow::csv::TableReader::Make(context, stream, reading, parsing, converting));
  return reader->Read();
}

// Arrow's own message quotes the line, and a message must never show a cell's value.
Error parse_error(const Input& input) {
  const auto text = whole_text(input);
  if (!text.ok()) {
    return {ErrorKind::io,
            fmt::format("{}: cannot be read or decompressed to its end.", input.name)};
  }
  if (const auto ragged = first_ragged_record(*text, input.format.delimiter())) {
    return {ErrorKind::invalid_data,
            fmt::format("{}, line {}: {} fields, but the header has {}.", input.name,
                        ragged->record.line, ragged->record.fields, ragged->expected_fields)};
  }
  if (std::ranges::all_of(*text, [](unsigned char c) { return std::isspace(c); })) {
    return {ErrorKind::invalid_data, fmt::format("{}: the file is empty.", input.name)};
  }
  return {ErrorKind::invalid_data, fmt::format("{}: not a table in CSV form.", input.name)};
}

// Kept columns that Arrow takes for dates, times or truth values: as the text they are.
ColumnTypes texts_to_keep(const arrow::Schema& schema, const std::vector<std::string>& keep) {
  ColumnTypes types;
  const auto kept = names_meant(keep, schema.field_names());
  for (const auto& field : schema.fields()) {
    const bool is_kept = std::ranges::find(kept, field->name()) != kept.end();
    if (is_kept && !is_number_type(*field->type())) types[field->name()] = arrow::utf8();
  }
  return types;
}

}  // namespace

Result<Columns> read_csv(const Input& input, const std::vector<std::string>& keep) {
  auto table = parse(input, {});
  if (!table.ok()) return parse_error(input);
  const ColumnTypes texts = texts_to_keep(*(*table)->schema(), keep);
  const bool has_other_types = std::ranges::any_of(texts, [&](const auto& text) {
    return (*table)->schema()->GetFieldByName(text.first)->type()->id() != arrow::Type::STRING;
  });
  if (has_other_types) table = parse(input, texts);
  if (!table.ok()) return parse_error(input);

  Columns columns;
  columns.schema = (*table)->schema();
  columns.row_count = (*table)->num_rows();
  // Each column is handed out once and released here, so that the table is never there twice.
  auto arrays = std::make_shared<arrow::ChunkedArrayVector>((*table)->columns());
  columns.read = [arrays](std::size_t column) -> Result<std::shared_ptr<arrow::ChunkedArray>> {
    return std::exchange((*arrays)[column], nullptr);
  };
  columns.place = [input](std::size_t row) {
    const auto text = whole_text(input);
    if (!text.ok()) return fmt::format("record {}", row + 1);
    return fmt::format("line {}", line_of_row(*text, input.format.delimiter(), row));
  };
  return columns;
}

}  // namespace overhand::io
