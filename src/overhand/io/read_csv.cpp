#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/util/cancel.h>
#include <arrow/util/thread_pool.h>
#include <fmt/format.h>

#include <algorithm>

#include "overhand/io/cells_internal.h"
#include "overhand/io/content_internal.h"
#include "overhand/io/csv_head_internal.h"
#include "overhand/io/csv_records_internal.h"
#include "overhand/io/csv_stream_internal.h"

namespace overhand::io {
namespace {

using ArrowTable = std::shared_ptr<arrow::Table>;

constexpr std::int32_t block_size = 1 << 22;  // a line is never longer than a block

// How cells become values.
enum class Empty {
  missing,        // an empty cell is a missing value, and a text that says NA stays that text
  quoted_is_text  // the same, but "" is a text without letters
};

// Arrow knows a column by its position: names in the file may be empty.
std::string position_name(std::size_t position) { return std::to_string(position); }

arrow::csv::ConvertOptions conversion(const std::vector<Wanted>& wanted, Empty empty) {
  auto options = arrow::csv::ConvertOptions::Defaults();
  options.null_values = {missing_spellings.begin(), missing_spellings.end()};
  for (const Wanted& column : wanted) {
    options.include_columns.push_back(position_name(column.position));
    if (!column.is_kept && !column.is_text) continue;
    options.column_types[options.include_columns.back()] = arrow::utf8();
  }
  // A kept text is itself, whatever it says.
  options.strings_can_be_null = std::ranges::none_of(wanted, &Wanted::is_kept);
  if (empty == Empty::quoted_is_text) {
    options.null_values = {""};
    options.strings_can_be_null = true;
    options.quoted_strings_can_be_null = false;
  }
  return options;
}

struct Parsed {
  ArrowTable table;
  std::size_t quotes = 0;  // in the text
};

arrow::Result<Parsed> parse(const Input& input, const CsvHead& head,
                            const std::vector<Wanted>& wanted, Empty empty) {
  auto reading = arrow::csv::ReadOptions::Defaults();
  reading.block_size = block_size;
  for (std::size_t j = 0; j < head.names.size(); ++j) {
    reading.column_names.push_back(position_name(j));
  }
  auto parsing = arrow::csv::ParseOptions::Defaults();
  parsing.delimiter = input.format.delimiter();
  parsing.newlines_in_values = true;
  Parsed parsed;
  ARROW_ASSIGN_OR_RAISE(auto stream,
                        text_stream(input, static_cast<std::int64_t>(head.body), parsed.quotes));
  // Arrow's default memory pool costs twice the processor time here.
  arrow::StopSource stop;
  const arrow::io::IOContext context(arrow::system_memory_pool(), stop.token());
  ARROW_ASSIGN_OR_RAISE(
      auto reader,
      arrow::csv::TableReader::Make(context, stream, reading, parsing, conversion(wanted, empty)));
  auto table = reader->Read();
  if (!table.ok()) {
    // Arrow leaves conversions behind, and those would wait for ever when the process ends.
    stop.RequestStop();
    arrow::internal::GetCpuThreadPool()->WaitForIdle();
    return table.status();
  }
  parsed.table = *std::move(table);
  return parsed;
}

Error at_line(const Input& input, std::size_t line, std::string_view sentence) {
  return {ErrorKind::invalid_data, fmt::format("{}.", sentence), {input.name, line}};
}

std::optional<Error> problem_with_record(const Input& input, const CsvHead& head,
                                         const CsvRecord& record) {
  if (!record.is_closed) return at_line(input, record.line, "a quoted field is never closed");
  if (record.fields != head.names.size()) {
    return at_line(input, record.line,
                   fmt::format("{} fields, but the {} has {}", record.fields,
                               head.has_header ? "header" : "first line", head.names.size()));
  }
  if (record.text.size() >= block_size) {
    return at_line(input, record.line, fmt::format("longer than {} MB", block_size >> 20));
  }
  return std::nullopt;
}

std::optional<Error> problem_with_records(const Input& input, const CsvHead& head,
                                          std::string_view text) {
  CsvRecords records(text, input.format.delimiter());
  while (const auto record = records.next_with_fields()) {
    if (auto problem = problem_with_record(input, head, *record)) return problem;
  }
  return std::nullopt;
}

Error not_to_its_end(const Input& input) {
  return {ErrorKind::io, "cannot be read or decompressed to its end.", {input.name}};
}

// Arrow's own message quotes the line, and a message must never show a cell's value.
Error parse_error(const Input& input, const CsvHead& head) {
  const auto text = whole_text(input);
  if (!text.ok()) return not_to_its_end(input);
  if (auto problem = problem_with_records(input, head, *text)) return *std::move(problem);
  if (const auto line = first_line_not_utf8(*text)) return at_line(input, *line, not_utf8);
  return input.error("not a table in CSV form.");
}

// Arrow takes a quoted field that is never closed for one that holds the rest of the file.
std::optional<Error> problem_with_quotes(const Input& input, const CsvHead& head,
                                         std::size_t quotes) {
  if (quotes % 2 == 0) return std::nullopt;
  const auto text = whole_text(input);
  if (!text.ok()) return not_to_its_end(input);
  return problem_with_records(input, head, *text);
}

bool has_empty_text(const arrow::ChunkedArray& column) {
  return std::ranges::any_of(column.chunks(), [](const auto& chunk) {
    const auto& texts = static_cast<const arrow::StringArray&>(*chunk);
    for (std::int64_t i = 0; i < texts.length(); ++i) {
      if (texts.value_length(i) == 0) return true;
    }
    return false;
  });
}

// Whether an empty cell was written "" is told by a second reading alone.
arrow::Status tell_empty_from_missing(const Input& input, const CsvHead& head,
                                      const std::vector<Wanted>& wanted,
                                      arrow::ChunkedArrayVector& arrays) {
  std::vector<std::size_t> unclear;
  std::vector<Wanted> again;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!wanted[i].is_kept || !has_empty_text(*arrays[i])) continue;
    unclear.push_back(i);
    again.push_back(wanted[i]);
  }
  if (again.empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(const Parsed parsed, parse(input, head, again, Empty::quoted_is_text));
  for (std::size_t i = 0; i < unclear.size(); ++i) {
    arrays[unclear[i]] = parsed.table->column(static_cast<int>(i));
  }
  return arrow::Status::OK();
}

// A column to mask that is no UTF-8 was read as bytes.
bool is_not_utf8(const arrow::ChunkedArray& column) {
  return column.type()->id() == arrow::Type::BINARY;
}

std::vector<Place> line_places(const Input& input, const CsvHead& head,
                               const std::vector<std::size_t>& rows) {
  const auto text = whole_text(input);
  std::vector<Place> places;
  if (!text.ok()) return places;
  for (const std::size_t line :
       lines_of_rows(*text, input.format.delimiter(), head.has_header ? 1 : 0, rows)) {
    places.push_back({.line = line});
  }
  return places;
}

Result<Columns> read_columns(const Input& input, const CsvHead& head,
                             const std::vector<Wanted>& wanted) {
  auto parsed = parse(input, head, wanted, Empty::missing);
  if (!parsed.ok()) return parse_error(input, head);
  if (auto problem = problem_with_quotes(input, head, parsed->quotes)) return *std::move(problem);
  const ArrowTable table = std::move(parsed->table);
  auto arrays = std::make_shared<arrow::ChunkedArrayVector>(table->columns());
  if (!tell_empty_from_missing(input, head, wanted, *arrays).ok() ||
      std::ranges::any_of(*arrays, [](const auto& array) { return is_not_utf8(*array); })) {
    return parse_error(input, head);
  }
  Columns columns;
  columns.row_count = static_cast<std::size_t>(table->num_rows());
  // Each column is handed out once and released here, so that the table is never there twice.
  columns.read = [arrays](std::size_t i) -> Result<std::shared_ptr<arrow::ChunkedArray>> {
    return std::exchange((*arrays)[i], nullptr);
  };
  columns.places = [input, head](const std::vector<std::size_t>& rows) {
    return line_places(input, head, rows);
  };
  return columns;
}

}  // namespace

Result<TableFile> open_csv(const Input& input, const ReadOptions& options) {
  const auto beginning = beginning_of_text(input, block_size);
  if (!beginning.ok()) return not_to_its_end(input);
  const auto head = csv_head(input, *beginning, beginning->size() < block_size, options.header);
  if (!head) return head.error();
  return TableFile{head->names, [input, head = *head](const std::vector<Wanted>& wanted) {
                     return read_columns(input, head, wanted);
                   }};
}

}  // namespace overhand::io
