#include <fmt/format.h>

#include "overhand/io/content_internal.h"
#include "overhand/io/csv_problems_internal.h"

namespace overhand::io {
namespace {

Error at_line(const Input& input, std::size_t line, std::string_view sentence) {
  return {ErrorKind::invalid_data, fmt::format("{}.", sentence), {input.name, line}};
}

// A title above the table, or another delimiter.
std::vector<Remedy> ways_out_of_one_column(const CsvRecord& record, std::string_view table) {
  std::vector<Remedy> ways;
  constexpr std::size_t chance = 2;  // fields that a comma in a number makes
  const auto delimiter = record.fields > chance ? std::nullopt : rare_delimiter_of(table);
  if (delimiter) {
    ways.push_back({Action::say_delimiter, {}, std::string(1, *delimiter)});
  } else {
    ways.push_back({Action::say_skip, {}, std::to_string(record.line - 1)});
    ways.push_back({Action::say_delimiter});
  }
  return ways;
}

Error wrong_number_of_fields(const CsvFile& file, const CsvRecord& record, std::string_view table) {
  const CsvHead& head = file.head;
  const std::size_t columns = head.names.size();
  std::string sentence =
      fmt::format("{} field{}, but the {} has {}", record.fields, record.fields == 1 ? "" : "s",
                  head.has_header ? "header" : "first line", columns);
  constexpr std::size_t several = 2;
  if (record.fields == 1 && columns > several) {
    sentence +=
        "; take a note below the table out of the file, and put a field with a line break in it "
        "into quotes";
  } else if (columns > 1) {
    const std::string sign =
        file.dialect.delimiter == '\t' ? "a tab" : fmt::format("'{}'", file.dialect.delimiter);
    sentence += fmt::format("; a field with {} in it needs quotes",
                            record.fields < columns ? "a line break" : sign);
  }
  Error error = at_line(file.input, record.line, sentence);
  if (columns == 1) error.remedies = ways_out_of_one_column(record, table);
  return error;
}

std::optional<Error> problem_with_record(const CsvFile& file, const CsvRecord& record,
                                         std::string_view table) {
  if (!record.is_closed) return at_line(file.input, record.line, "a quoted field is never closed");
  if (record.fields != file.head.names.size()) return wrong_number_of_fields(file, record, table);
  if (record.text.size() >= longest_line) {
    return at_line(file.input, record.line, fmt::format("longer than {} MB", longest_line >> 20));
  }
  return std::nullopt;
}

CsvRecords records_in(const CsvFile& file, std::string_view text) {
  return {text.substr(file.head.begin), file.dialect.delimiter, file.head.first_line};
}

std::optional<Error> problem_with_records(const CsvFile& file, std::string_view text) {
  CsvRecords records = records_in(file, text);
  if (file.dialect.says_delimiter) records.next_with_fields();
  while (const auto record = records.next_with_fields()) {
    if (auto problem = problem_with_record(file, *record, text.substr(file.head.begin))) {
      return problem;
    }
  }
  return std::nullopt;
}

}  // namespace

Error not_in_utf8(const Input& input, std::size_t line) {
  Error error = at_line(input, line, "a letter that is not in UTF-8");
  error.remedies = {{Action::say_encoding, {}, "windows-1252"}};
  return error;
}

// Arrow's own message quotes the line, and a message must never show a cell's value.
Error parse_error(const CsvFile& file) {
  const auto text = whole_text(file.input, file.dialect);
  if (!text) return text.error();
  if (auto problem = problem_with_records(file, *text)) return *std::move(problem);
  if (const auto line = first_line_not_utf8(*text)) return not_in_utf8(file.input, *line);
  return file.input.error("not a table in CSV form.");
}

std::optional<Error> problem_with_quotes(const CsvFile& file, std::size_t quotes) {
  if (quotes % 2 == 0) return std::nullopt;
  const auto text = whole_text(file.input, file.dialect);
  if (!text) return text.error();
  return problem_with_records(file, *text);
}

std::vector<Place> line_places(const CsvFile& file, const std::vector<std::size_t>& rows) {
  const auto text = whole_text(file.input, file.dialect);
  std::vector<Place> places;
  if (!text) return places;
  for (const std::size_t line :
       lines_of_rows(records_in(file, *text), file.head.records_before, rows)) {
    places.push_back({.line = line});
  }
  return places;
}

}  // namespace overhand::io
