#include <arrow/api.h>
#include <arrow/csv/api.h>
#include <arrow/io/memory.h>
#include <arrow/util/thread_pool.h>

#include <algorithm>
#include <new>
#include <optional>

#include "overhand/io/cells_internal.h"
#include "overhand/io/csv_parse_internal.h"
#include "overhand/io/reserved_memory_internal.h"

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

arrow::csv::ReadOptions reading(const CsvHead& head, std::int32_t block = longest_line) {
  auto options = arrow::csv::ReadOptions::Defaults();
  options.block_size = block;
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

arrow::csv::ParseOptions parsing_of(const CsvFile& file) {
  auto parsing = arrow::csv::ParseOptions::Defaults();
  parsing.delimiter = file.dialect.delimiter;
  parsing.newlines_in_values = true;
  return parsing;
}

std::shared_ptr<TextWatch> watch_over(const CsvFile& file) {
  return std::make_shared<TextWatch>(
      TextWatch{0, false, LeadingZeros(file.dialect.delimiter, file.head.names.size()),
                TextEnd(file.dialect.delimiter)});
}

using Stream = std::shared_ptr<arrow::io::InputStream>;
using TableResult = arrow::Result<std::shared_ptr<arrow::Table>>;

// All of the text is in the memory: it is taken in faster than it is converted, and kept as long as
// types are looked for.
TableResult read_at_once(const arrow::io::IOContext& context, const Stream& stream,
                         const CsvFile& file, const Conversion& conversion) {
  ARROW_ASSIGN_OR_RAISE(auto reader,
                        arrow::csv::TableReader::Make(context, stream, reading(file.head),
                                                      parsing_of(file), conversion));
  return reader->Read();
}

// Some blocks of the text are in the memory at a time: Arrow reads 32 of them ahead. The type of
// every column is said, and no line is longer than a block.
TableResult read_in_blocks(const arrow::io::IOContext& context, const Stream& stream,
                           const CsvFile& file, const Conversion& conversion) {
  constexpr std::int32_t block = 1 << 19;
  ARROW_ASSIGN_OR_RAISE(
      auto reader, arrow::csv::StreamingReader::Make(context, stream, reading(file.head, block),
                                                     parsing_of(file), conversion));
  return reader->ToTable();
}

enum class Way { at_once, in_blocks };

arrow::Result<Parsed> parse_as(const CsvFile& file, const Conversion& conversion,
                               Way way = Way::at_once) {
  Parsed parsed;
  parsed.watch = watch_over(file);
  ARROW_ASSIGN_OR_RAISE(const Stream stream,
                        text_stream(file.input, file.dialect, file.head.body, parsed.watch));
  // Arrow's default memory pool costs twice the processor time here.
  ReservedMemory memory;
  const arrow::io::IOContext context(memory.pool(), memory.stop().token());
  const auto table = [&]() -> TableResult {
    try {
      return way == Way::in_blocks ? read_in_blocks(context, stream, file, conversion)
                                   : read_at_once(context, stream, file, conversion);
    } catch (const std::bad_alloc&) {
      return arrow::Status::OutOfMemory("");
    }
  }();
  if (!table.ok()) {
    // Arrow leaves conversions behind, and those would wait for ever when the process ends.
    memory.stop().RequestStop();
    arrow::internal::GetCpuThreadPool()->WaitForIdle();
    return memory.is_used() ? arrow::Status::OutOfMemory("") : table.status();
  }
  parsed.arrays = (*table)->columns();
  parsed.rows = static_cast<std::size_t>((*table)->num_rows());
  const std::size_t totals = file.last_row == LastRow::totals ? 1 : 0;
  take_off_end(parsed, parsed.watch->end.empty_records() + totals);
  return parsed;
}

// The whole lines at the beginning of a long text; none of a short one.
arrow::Result<std::shared_ptr<arrow::Buffer>> beginning_of_lines(const CsvFile& file) {
  ARROW_ASSIGN_OR_RAISE(const auto stream,
                        text_stream(file.input, file.dialect, file.head.body, watch_over(file)));
  ARROW_ASSIGN_OR_RAISE(const auto text, stream->Read(longest_line));
  if (text->size() < static_cast<std::int64_t>(longest_line)) return nullptr;
  const std::size_t end = std::string_view(*text).find_last_of("\r\n");
  if (end == std::string_view::npos) return nullptr;
  return arrow::SliceBuffer(text, 0, static_cast<std::int64_t>(end + 1));
}

// While Arrow looks for the type of a column it keeps all of the text in the memory, so the types
// are looked for in the beginning: what the beginning is not, the whole is not either.
arrow::Result<Conversion> with_types_of_beginning(const CsvFile& file, Conversion conversion) {
  ARROW_ASSIGN_OR_RAISE(const auto lines, beginning_of_lines(file));
  if (lines == nullptr) return conversion;
  const arrow::io::IOContext context(arrow::system_memory_pool());
  ARROW_ASSIGN_OR_RAISE(auto reader, arrow::csv::TableReader::Make(
                                         context, std::make_shared<arrow::io::BufferReader>(lines),
                                         reading(file.head), parsing_of(file), conversion));
  ARROW_ASSIGN_OR_RAISE(const auto table, reader->Read());
  for (const auto& field : table->schema()->fields()) {
    const arrow::Type::type type = field->type()->id();
    if (type == arrow::Type::NA || type == arrow::Type::BINARY) continue;
    conversion.column_types.try_emplace(field->name(), field->type());
  }
  return conversion;
}

// The column that is not of the type that was looked for, by its name; none where the text itself
// is at fault.
std::optional<std::string> column_at_fault(const arrow::Status& status) {
  constexpr std::string_view words = "In CSV column #";
  const std::size_t begin = status.message().find(words);
  if (!status.IsInvalid() || begin == std::string::npos) return std::nullopt;
  const std::string rest = status.message().substr(begin + words.size());
  return rest.substr(0, rest.find_first_not_of("0123456789"));
}

// Whether there is one type alone that Arrow would look for next: what is no whole number may be a
// real, and what is no real is a text.
bool is_loosened(const std::string& column, Conversion& conversion) {
  const auto type = conversion.column_types.find(column);
  if (type == conversion.column_types.end()) return false;
  const arrow::Type::type id = type->second->id();
  if (id != arrow::Type::INT64 && id != arrow::Type::DOUBLE && id != arrow::Type::BOOL)
    return false;
  type->second = id == arrow::Type::INT64 ? arrow::float64() : arrow::utf8();
  return true;
}

bool says_every_type(const Conversion& conversion) {
  return std::ranges::all_of(conversion.include_columns, [&](const std::string& name) {
    return conversion.column_types.contains(name);
  });
}

// As Arrow does where no types are said, but of a long text with little of it in the memory.
arrow::Result<Parsed> parse_inferring(const CsvFile& file, const Conversion& open) {
  Conversion typed = with_types_of_beginning(file, open).ValueOr(open);
  while (says_every_type(typed)) {
    auto parsed = parse_as(file, typed, Way::in_blocks);
    if (parsed.ok()) return parsed;
    const auto column = column_at_fault(parsed.status());
    if (!column || !is_loosened(*column, typed)) break;
  }
  return parse_as(file, open);
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
  return within_memory(parse_inferring(file, conversion(file, wanted)));
}

arrow::Result<Parsed> parse_texts(const CsvFile& file, const std::vector<Wanted>& wanted) {
  return within_memory(parse_as(file, conversion_to_texts(wanted)));
}

}  // namespace overhand::io
