// The parts of an .xlsx workbook (ECMA-376) that a table is read from.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "overhand/io/archive_internal.h"
#include "overhand/io/number_style_internal.h"
#include "overhand/io/sheet_internal.h"

namespace overhand::io {

// A sheet of the workbook's list.
struct XlsxSheet {
  std::string name;
  bool is_hidden = false;
  std::string part;  // where its cells are; empty: a chart, which has none
};

struct XlsxBook {
  std::vector<XlsxSheet> sheets;
  DateSystem dates = DateSystem::from_1900;
  std::vector<CellStyle> styles;  // by the number that a cell gives
  std::string texts_part;         // of the shared texts; empty: there are none
};

Result<XlsxBook> read_xlsx_book(const Archive& archive);

// The shared texts by number, each as a code of `cells`; missing_code for one without letters.
Result<std::vector<Code>> read_shared_texts(const Archive& archive, const XlsxBook& book,
                                            SheetBuilder& cells);

enum class Extent { whole, first_cell };

// Adds the cells of a sheet, all or just the first.
Status read_xlsx_cells(const Archive& archive, const XlsxBook& book, const std::string& part,
                       const std::vector<Code>& texts, SheetBuilder& cells, Extent extent);

// A text without Excel's spelling of characters that XML has no place for: _x000D_.
std::string unescaped(std::string_view text);

}  // namespace overhand::io
