// What workbooks of all formats share: which of the sheets is meant, and how one becomes a table.
#pragma once

#include <string>
#include <vector>

#include "overhand/io/archive_internal.h"
#include "overhand/io/decimal_question_internal.h"
#include "overhand/io/input_internal.h"
#include "overhand/io/sheet_internal.h"
#include "overhand/io/text_column_internal.h"

namespace overhand::io {

struct SheetName {
  std::string name;
  bool is_hidden = false;
  bool has_cells = false;
};

// The sheet of that name or, where there is none, of that number, from 1.
std::optional<std::size_t> sheet_called(const std::string& wanted,
                                        const std::vector<SheetName>& sheets);
Error no_such_sheet(const Input& input, const std::string& wanted,
                    const std::vector<SheetName>& sheets);

// The only one with cells, or a question.
Result<std::size_t> only_sheet(const Input& input, const std::vector<SheetName>& sheets);

// The table of the workbook's sheet that is meant, which `read` finds in its archive by what was
// said.
using ReadSheet = Result<Sheet>(const Archive& archive, const std::string& wanted);
Result<TableFile> open_workbook(const Input& input, const ReadOptions& options, ReadSheet& read);

// The table of a sheet: its names in the first row that has cells, its records below.
Result<TableFile> table_of(const Input& input, const ReadOptions& options, Sheet sheet);

// The rows of a sheet that hold records.
struct RecordRows {
  std::size_t first;
  std::size_t count;
};

// The values of a column in the rows of records. Texts mean what they do in a text
// file. Fails on a cell that has no value.
Result<Column> column_of(const Input& input, const Sheet& sheet, std::size_t column,
                         const RecordRows& records, const Wanted& wanted, const TextRules& rules);

// What the texts of a column, of which some are to be numbers, say of their decimal sign.
DecimalClue decimal_clue(const Sheet& sheet, std::size_t column, const RecordRows& records,
                         const TextRules& rules);

Place place_in(const Input& input, const Sheet& sheet, std::size_t row);

}  // namespace overhand::io
