// The columns of a CSV text as Arrow's reader takes them.
#pragma once

#include <arrow/result.h>

#include <string>
#include <vector>

#include "overhand/io/csv_head_internal.h"
#include "overhand/io/csv_stream_internal.h"
#include "overhand/io/text_column_internal.h"

namespace overhand::io {

// A CSV file of which is known how it is written.
struct CsvFile {
  Input input;
  CsvHead head;
  Dialect dialect;
  bool is_decimal_open = false;  // csv_sniff
  bool is_encoding_said = false;
  std::vector<std::size_t> decimal_voters = {};  // csv_sniff
  std::vector<bool> has_codes = {};              // columns with cells like 01234 in the beginning
  std::vector<std::string> missing = {};         // texts that are said to mean a missing value
  LastRow last_row = LastRow::detect;
  std::shared_ptr<const std::vector<Fields>> beginning = {};  // cells of the first records
  bool has_questions = false;                                 // below the names: question_rows
};

// Whether no cell of the column is to be taken for a number.
bool is_read_as_text(const CsvFile& file, const Wanted& column);

// What the texts of a column mean there.
TextRules rules_for(const CsvFile& file, const Wanted& wanted);

constexpr std::int32_t longest_line = 1 << 22;  // bytes: the reader's block

struct Parsed {
  arrow::ChunkedArrayVector arrays;  // of the wanted columns
  std::size_t rows = 0;
  std::shared_ptr<TextWatch> watch;
};

// Without records at the end that are delimiters alone, and without totals that are said to be
// there. Numbers, dates and truth values where all cells are such or missing, else texts. A kept
// column, a text and one with codes are texts, of which none is missing.
arrow::Result<Parsed> parse(const CsvFile& file, const std::vector<Wanted>& wanted);

// Texts alone: "" is one, and an empty cell is missing.
arrow::Result<Parsed> parse_texts(const CsvFile& file, const std::vector<Wanted>& wanted);

}  // namespace overhand::io
