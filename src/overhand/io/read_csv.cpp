#include <arrow/api.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "overhand/io/arrow_columns_internal.h"
#include "overhand/io/cells_internal.h"
#include "overhand/io/content_internal.h"
#include "overhand/io/csv_decimal_internal.h"
#include "overhand/io/csv_problems_internal.h"
#include "overhand/io/encoding_internal.h"
#include "overhand/io/question_rows_internal.h"
#include "overhand/io/text_column_internal.h"
#include "overhand/io/totals_row_internal.h"
#include "overhand/table/column_words.h"
#include "overhand/table/date_text.h"
#include "overhand/table/number_text.h"

namespace overhand::io {
namespace {

using Arrays = arrow::ChunkedArrayVector;

bool is_of(const arrow::ChunkedArray& array, arrow::Type::type type) {
  return array.type()->id() == type;
}

template <class Condition>
bool any_text(const arrow::ChunkedArray& column, const Condition& holds) {
  return std::ranges::any_of(column.chunks(), [&](const auto& chunk) {
    const auto& texts = static_cast<const arrow::StringArray&>(*chunk);
    for (std::int64_t i = 0; i < texts.length(); ++i) {
      if (texts.IsValid(i) && holds(texts.GetView(i))) return true;
    }
    return false;
  });
}

bool is_empty(std::string_view text) { return text.empty(); }

bool is_number(const arrow::ChunkedArray& array) {
  return is_of(array, arrow::Type::INT64) || is_of(array, arrow::Type::DOUBLE);
}

// Whether digits of a whole number may have been lost.
bool may_have_lost_digits(const arrow::ChunkedArray& column) {
  constexpr double first_lost = 0x1p53;
  if (!is_of(column, arrow::Type::DOUBLE)) return false;
  return std::ranges::any_of(column.chunks(), [](const auto& chunk) {
    const auto& reals = static_cast<const arrow::DoubleArray&>(*chunk);
    const std::span values(reals.raw_values(), static_cast<std::size_t>(reals.length()));
    return std::ranges::any_of(values, [](double value) { return std::abs(value) >= first_lost; });
  });
}

// Whether the text of a column that was read as numbers is a code.
bool is_code(const arrow::ChunkedArray& number, const arrow::ChunkedArray& text, bool is_amount) {
  if (any_text(text, is_hexadecimal_cell)) return true;
  if (is_amount) return false;
  return any_text(text, has_leading_zero) ||
         (is_of(number, arrow::Type::DOUBLE) && any_text(text, has_more_digits_than_a_real));
}

// Whether an empty cell was written "", a zero or 0x stood in front, digits were lost, or a word
// for a missing value is a text after all, is told by a second reading alone.
bool is_unclear(const Parsed& parsed, const Wanted& wanted, std::size_t i) {
  const arrow::ChunkedArray& array = *parsed.arrays[i];
  if (wanted.is_kept) return any_text(array, is_empty);
  if (is_of(array, arrow::Type::NA) || is_of(array, arrow::Type::TIME32)) return true;
  if (is_of(array, arrow::Type::INT64) && parsed.watch->may_have_hexadecimals) return true;
  if (!is_number(array) || wanted.is_number) return false;
  return parsed.watch->zeros.may_be_in(wanted.position) || may_have_lost_digits(array);
}

arrow::Status read_unclear_again(const CsvFile& file, const std::vector<Wanted>& wanted,
                                 Parsed& parsed) {
  std::vector<std::size_t> unclear;
  std::vector<Wanted> again;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (!is_unclear(parsed, wanted[i], i)) continue;
    unclear.push_back(i);
    again.push_back(wanted[i]);
  }
  if (again.empty()) return arrow::Status::OK();
  ARROW_ASSIGN_OR_RAISE(const Parsed texts, parse_texts(file, again));
  for (std::size_t i = 0; i < unclear.size(); ++i) {
    auto& array = parsed.arrays[unclear[i]];
    const bool is_amount = again[i].is_number;
    if (!is_number(*array) || is_code(*array, *texts.arrays[i], is_amount)) array = texts.arrays[i];
  }
  return arrow::Status::OK();
}

Error days_or_months(const CsvFile& file, const Wanted& wanted) {
  return file.input.error(fmt::format(
      "{} has dates like 03/04/2020 alone, of which nobody can tell the day from the month; write "
      "them as 2020-04-03.",
      in_words(file.head.names[wanted.position])));
}

// `why` is a phrase about the column.
Error beyond_reach(const CsvFile& file, const Wanted& wanted, const Error& why) {
  const std::string& name = file.head.names[wanted.position];
  Error error = file.input.error(fmt::format("{} has {}.", in_words(name), why.message));
  error.place.column = name;
  error.remedies = {{Action::drop, {name}}};
  return error;
}

// Of what Arrow took for dates and times, whose layout it does not tell: that of the first records.
std::shared_ptr<const DateLayout> layout_in_beginning(const CsvFile& file, const Wanted& wanted,
                                                      const Column& column) {
  const auto* values = std::get_if<Cells<std::int64_t>>(&column.values);
  const bool is_date = std::holds_alternative<type::Date>(column.type) ||
                       std::holds_alternative<type::Timestamp>(column.type);
  if (values == nullptr || !is_date) return nullptr;
  const TextRules rules = rules_for(file, wanted);
  std::vector<std::string_view> cells;
  for (const Fields& fields : *file.beginning) {
    if (wanted.position >= fields.size()) continue;
    const std::string_view cell = fields[wanted.position];
    if (!is_missing_number(cell, rules)) cells.push_back(cell);
  }
  const auto dates = dates_of(cells);
  if (!dates) return nullptr;
  return std::make_shared<const DateLayout>(
      fine_enough(dates->layout, column.type, {values->begin(), values->end()}));
}

Result<Column> column_in(const CsvFile& file, const Wanted& wanted,
                         const arrow::ChunkedArray& array) {
  auto column = column_of(array, wanted.is_kept ? Role::keep : Role::mask, file.input.progress);
  if (!column && column.error().kind == ErrorKind::cancelled) return column;
  if (!column) return beyond_reach(file, wanted, column.error());
  column->format.clear();  // Arrow chose it
  if (wanted.is_kept) return column;
  if (!std::holds_alternative<Texts>(column->values)) {
    column->date_layout = layout_in_beginning(file, wanted, *column);
    return column;
  }
  if (wanted.is_text && !wanted.is_date) return untyped(*column, rules_for(file, wanted));
  bool is_unsure = false;
  Column typed_column = typed(*column, rules_for(file, wanted), is_unsure);
  if (is_unsure && wanted.is_date) return days_or_months(file, wanted);
  return typed_column;
}

std::vector<std::string> notes_on(std::size_t empty_records) {
  if (empty_records == 0) return {};
  return {empty_records == 1
              ? std::string("the last line has no value in any field and is left out.")
              : fmt::format("the last {} lines have no value in any field and are left out.",
                            empty_records)};
}

constexpr auto on_questions =
    "the two rows below the names hold Qualtrics' questions and keys, not records, and are left "
    "out.";

bool ends_in_totals(const CsvFile& file, const TextEnd& end) {
  const Fields last = end.last_record();
  return last.size() == file.head.names.size() && says_totals(last, *file.beginning);
}

Columns columns_of(const CsvFile& file, const std::vector<Wanted>& wanted, Parsed parsed) {
  Columns columns;
  columns.row_count = parsed.rows;
  columns.says_totals = ends_in_totals(file, parsed.watch->end);
  columns.notes = notes_on(parsed.watch->end.empty_records());
  if (file.has_questions) columns.notes.emplace_back(on_questions);
  columns.dialect = file.dialect;
  columns.decimal = file.dialect.decimal;
  // Each column is handed out once and released here, so that the table is never there twice.
  const auto arrays = std::make_shared<Arrays>(std::move(parsed.arrays));
  columns.column = [file, wanted, arrays](std::size_t i) {
    const auto array = std::exchange((*arrays)[i], nullptr);
    return column_in(file, wanted[i], *array);
  };
  columns.places = [file](const std::vector<std::size_t>& rows) { return line_places(file, rows); };
  return columns;
}

// A column that is no UTF-8 was read as bytes.
bool has_bytes(const Parsed& parsed) {
  return std::ranges::any_of(parsed.arrays,
                             [](const auto& array) { return is_of(*array, arrow::Type::BINARY); });
}

// A beginning in plain ASCII says nothing about the letters behind it.
bool is_windows1252_later(const CsvFile& file) {
  if (file.is_encoding_said || file.dialect.encoding != Encoding::utf8) return false;
  const auto text = whole_text(file.input, file.dialect);
  return text && is_windows1252(*text);
}

Result<Columns> read_columns(CsvFile file, const std::vector<Wanted>& wanted) {
  auto parsed = parse(file, wanted);
  if (!parsed.ok() || has_bytes(*parsed) || !read_unclear_again(file, wanted, *parsed).ok()) {
    if (!is_windows1252_later(file)) return parse_error(file);
    file.dialect.encoding = Encoding::windows1252;
    return read_columns(std::move(file), wanted);
  }
  if (auto problem = problem_with_quotes(file, parsed->watch->quotes)) return *std::move(problem);
  if (file.is_decimal_open || !is_decimal_borne_out(file, wanted, *parsed)) {
    const auto decimal = settled_decimal(file, wanted, *parsed);
    if (!decimal) return decimal.error();
    file.is_decimal_open = false;
    file.decimal_voters.clear();
    if (*decimal != file.dialect.decimal) {
      file.dialect.decimal = *decimal;
      return read_columns(std::move(file), wanted);
    }
  }
  return columns_of(file, wanted, *std::move(parsed));
}

struct Beginning {
  std::string text;  // in UTF-8, without a byte order mark
  Encoding encoding = Encoding::utf8;
  bool has_mark = false;
  bool is_whole = true;
};

// Each end of a line has one there.
bool has_no_zeros(std::string_view bytes) { return bytes.find('\0') == std::string_view::npos; }

bool is_of_two_bytes(Encoding encoding) {
  return encoding == Encoding::utf16_little || encoding == Encoding::utf16_big;
}

Result<Beginning> beginning_of(const Input& input, const ReadOptions& options) {
  constexpr std::size_t far_enough = 4096;
  auto bytes = beginning_of_file(input, longest_line);
  if (!bytes.ok()) return not_to_its_end(input);
  Beginning beginning{.is_whole = bytes->size() < longest_line};
  const Encoding found = encoding_of(*bytes, beginning.is_whole);
  const bool is_utf16 = is_of_two_bytes(found);
  beginning.encoding = is_utf16 ? found : options.encoding.value_or(found);
  if (is_of_two_bytes(beginning.encoding) && !is_utf16 && has_no_zeros(*bytes)) {
    Error error = input.error("not in UTF-16, in which each end of a line has a zero byte.");
    error.remedies = {
        {Action::say_encoding, {}, found == Encoding::utf8 ? "utf-8" : "windows-1252"}};
    return error;
  }
  const auto cause = no_text(std::string_view(*bytes).substr(0, far_enough));
  if (cause && !is_utf16) return input.error(*cause + ".");
  if (beginning.encoding == Encoding::utf8) {
    beginning.text = *std::move(bytes);
  } else if (!Transcoder::to_utf8(beginning.encoding).append(*bytes, beginning.text)) {
    return whole_text(input, {.encoding = beginning.encoding}).error();
  }
  beginning.has_mark = beginning.text.starts_with(byte_order_mark);
  if (beginning.has_mark) beginning.text.erase(0, byte_order_mark.size());
  return beginning;
}

Error too_few_lines(const Input& input, std::size_t skip) {
  return {ErrorKind::invalid_option,
          fmt::format("it has no {} lines to skip above the names of the columns.", skip),
          {input.name}};
}

}  // namespace

Result<TableFile> open_csv(const Input& input, const ReadOptions& options) {
  const auto beginning = beginning_of(input, options);
  if (!beginning) return beginning.error();
  const auto skipped = size_of_lines(beginning->text, options.skip);
  if (!skipped) return too_few_lines(input, options.skip);
  std::string text = beginning->text.substr(*skipped);
  const bool may_have_questions = options.header != Header::absent;
  const QuestionRows questions = may_have_questions ? question_rows(text) : QuestionRows{};
  text.erase(questions.begin, questions.end - questions.begin);
  auto sniffed = sniff_csv(text, beginning->is_whole, options, input.format.delimiter());
  if (!sniffed) return in_file(input.name, sniffed.error());
  if (first_line_not_utf8(sniffed->sample.first.text)) {
    return not_in_utf8(input, sniffed->sample.first.line);
  }
  auto head = csv_head(*sniffed, text, options.header, options.skip);
  if (!head) return in_file(input.name, head.error());
  head->begin = *skipped;
  head->body += *skipped;
  head->body += questions.end - questions.begin;
  if (questions.are_there()) head->records_before += QuestionRows::count;
  head->first_line += options.skip;
  Dialect dialect = sniffed->dialect;
  dialect.encoding = beginning->encoding;
  dialect.has_mark = beginning->has_mark;
  dialect.has_header = head->has_header;
  const CsvFile file{input,
                     *head,
                     dialect,
                     sniffed->is_decimal_open,
                     options.encoding.has_value(),
                     sniffed->decimal_voters,
                     sniffed->has_codes,
                     options.missing,
                     options.last_row,
                     std::make_shared<const std::vector<Fields>>(std::move(sniffed->cells)),
                     questions.are_there()};
  const auto read = [file](const std::vector<Wanted>& wanted) {
    return read_columns(file, wanted);
  };
  return TableFile{head->names, read, {input.format.file, dialect}};
}

}  // namespace overhand::io
