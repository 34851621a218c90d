// A table as the XML of a sheet (ECMA-376), in pieces. Written by ourselves, because the libraries
// at hand round numbers to 16 digits.
#pragma once

#include <string>
#include <vector>

#include "overhand/table/table.h"

namespace overhand::io {

class SheetText {
 public:
  explicit SheetText(const Table& table);

  std::string head() const;  // up to the row of names and with it
  // The rows of records begin..end-1.
  std::string rows(std::size_t begin, std::size_t end) const;
  std::string tail() const;

  std::size_t row_count() const { return table_.row_count(); }
  // In which columns came that show dates or codes, in the order of their styles.
  const std::vector<std::string>& own_formats() const { return own_formats_; }

 private:
  // How the cells of a column are written, asked once and not for each cell.
  enum class Kind { reals, integers, booleans, milliseconds, times, codes, texts };
  struct Source {
    Column column;
    std::string letters;  // of the column in the sheet
    Kind kind = Kind::texts;
    std::int64_t multiplier = 1;  // from the units of a time to milliseconds
    std::int64_t divisor = 1;
    bool is_date = false;  // else a duration
    std::size_t style = 0;
  };
  static Source source_of(const Column& column, std::size_t position);
  static void set_times(Source& source);
  std::size_t own_style(const std::string& format);

  const Table& table_;
  std::vector<Source> sources_;
  std::vector<std::string> own_formats_;

  friend class RowText;
};

// The other parts of a workbook with one such sheet: their names and texts. `own_formats`:
// for the styles behind the usual ones of dates and times.
struct WorkbookPart {
  std::string name;
  std::string text;
};
constexpr auto sheet_part = "xl/worksheets/sheet1.xml";
std::vector<WorkbookPart> workbook_parts(const std::string& sheet,
                                         const std::vector<std::string>& own_formats);

// The name, or another one where Excel allows no such name.
std::string allowed_sheet_name(const std::string& name);

// How many characters a text has by Excel's count, which is UTF-16's.
std::size_t excel_length(std::string_view text);

}  // namespace overhand::io
