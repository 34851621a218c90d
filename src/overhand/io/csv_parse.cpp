#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/util/cancel.h>
#include <arrow/util/thread_pool.h>

#include <algorithm>
#include <new>

#include "overhand/io/cells_internal.h"
#include "overhand/io/csv_parse_internal.h"

namespace overhand::io {
namespace {

using Conversion = arrow::csv::ConvertOptions;

// Arrow knows a column by its position: names in the file may be empty.
std::string position_name(std::size_t position) { return std::to_string(position); }

Conversion conversion(const CsvFile& file, const std::vector<Wanted>& wanted) {
  Conversion options = Conversion::Defaults();
  options.decimal_point = file.dialect.decimal;
  options.true_values = {"true"};  // not 1, and no second spelling beside it
  options.false_values = {"false"};
  options.null_values = {missing_spellings.begin(), missing_spellings.end()};
  for (const auto& more : missing_among_numbers) options.null_values.emplace_back(more);
  options.null_values.insert(options.null_values.end(), file.missing.begin(), file.missing.end());
  for (const Wanted& column : wanted) {
    options.include_columns.push_back(position_name(column.position));
    if (!is_read_as_text(file, column)) continue;
    options.column_types[options.include_columns.back()] = arrow::utf8();
  }
  return options;
}

Conversion conversion_to_texts(const std::vector<Wanted>& wanted) {
  Conversion options = Conversion::Defaults();
  options.null_values = {""};
  options.strings_can_be_null = true;
  options.quoted_strings_can_be_null = false;
  for (const Wanted& column : wanted) {
    options.include_columns.push_back(position_name(column.position));
    options.column_types[options.include_columns.back()] = arrow::utf8();
  }
  return options;
}

arrow::csv::ReadOptions reading(const CsvHead& head) {
  auto options = arrow::csv::ReadOptions::Defaults();
  options.block_size = longest_line;
  for (std::size_t j = 0; j < head.names.size(); ++j) {
    options.column_names.push_back(position_name(j));
  }
  return options;
}

void take_off_end(Parsed& parsed, std::size_t count) {
  if (count == 0) return;
  parsed.rows -= std::min(parsed.rows, count);
  for (auto& array : parsed.arrays) array = array->Slice(0, static_cast<std::int64_t>(parsed.rows));
}

arrow::Result<Parsed> parse_as(const CsvFile& file, const Conversion& conversion) {
  auto parsing = arrow::csv::ParseOptions::Defaults();
  parsing.delimiter = file.dialect.delimiter;
  parsing.newlines_in_values = true;
  Parsed parsed;
  parsed.watch = std::make_shared<TextWatch>(
      TextWatch{0, false, LeadingZeros(file.dialect.delimiter, file.head.names.size()),
                TextEnd(file.dialect.delimiter)});
  ARROW_ASSIGN_OR_RAISE(auto stream,
                        text_stream(file.input, file.dialect, file.head.body, parsed.watch));
  // Arrow's default memory pool costs twice the processor time here.
  arrow::StopSource stop;
  const arrow::io::IOContext context(arrow::system_memory_pool(), stop.token());
  ARROW_ASSIGN_OR_RAISE(auto reader, arrow::csv::TableReader::Make(
                                         context, stream, reading(file.head), parsing, conversion));
  auto table = reader->Read();
  if (!table.ok()) {
    // Arrow leaves conversions behind, and those would wait for ever when the process ends.
    stop.RequestStop();
    arrow::internal::GetCpuThreadPool()->WaitForIdle();
    return table.status();
  }
  parsed.arrays = (*table)->columns();
  parsed.rows = static_cast<std::size_t>((*table)->num_rows());
  const std::size_t totals = file.last_row == LastRow::totals ? 1 : 0;
  take_off_end(parsed, parsed.watch->end.empty_records() + totals);
  return parsed;
}

// What the memory does not bear is no mistake of the text. A thread that does not start is unknown
// to Arrow, and nothing else of a text is.
arrow::Result<Parsed> within_memory(arrow::Result<Parsed> parsed) {
  if (parsed.status().IsOutOfMemory() || parsed.status().IsUnknownError()) throw std::bad_alloc();
  return parsed;
}

}  // namespace

bool is_read_as_text(const CsvFile& file, const Wanted& column) {
  const bool is_code = file.has_codes[column.position] && !column.is_number;
  return column.is_kept || column.is_text || is_code;
}

TextRules rules_for(const CsvFile& file, const Wanted& wanted) {
  TextRules rules{file.dialect.decimal, file.missing, !wanted.is_number, true};
  rules.missing.insert(rules.missing.end(), wanted.missing.begin(), wanted.missing.end());
  return rules;
}

arrow::Result<Parsed> parse(const CsvFile& file, const std::vector<Wanted>& wanted) {
  return within_memory(parse_as(file, conversion(file, wanted)));
}

arrow::Result<Parsed> parse_texts(const CsvFile& file, const std::vector<Wanted>& wanted) {
  return within_memory(parse_as(file, conversion_to_texts(wanted)));
}

}  // namespace overhand::io
