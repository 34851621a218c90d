// Sheet: the cells of one sheet of a workbook, as they were found, column by column.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "overhand/io/cell_reference_internal.h"
#include "overhand/table/texts.h"

namespace overhand::io {

// From here on a real stands for several integers.
constexpr double first_inexact = 0x1p53;

enum class CellKind : std::uint8_t {
  number,
  whole,     // digits of a whole number that no double holds, as text
  boolean,   // 0 or 1
  date,      // milliseconds since 1970-01-01
  time,      // milliseconds since midnight
  duration,  // milliseconds
  text,
  code,       // a number as its style shows it, a code, as text
  no_date,    // shown as a date, but none
  error,      // #DIV/0! and the like
  no_result,  // a formula that nobody has computed yet
};

// Where nothing is, there is no cell.
struct SheetCell {
  double number = 0;         // of a code: which of the sheet's styles shows it
  Code text = missing_code;  // in the texts of the sheet; of a date: which format shows it
  std::uint32_t row : 24 = 0;
  CellKind kind : 8 = CellKind::number;
};

struct Sheet {
  std::string name;
  std::vector<std::vector<SheetCell>> columns;  // of each, its cells from the first row on
  std::vector<CellRange> merged;
  std::shared_ptr<const Dictionary> texts;
  std::vector<std::string> code_styles;   // the formats that show numbers as codes
  std::vector<std::string> date_formats;  // those that show dates

  std::string_view text_of(const SheetCell& cell) const {
    return (*texts)[static_cast<std::size_t>(cell.text)];
  }
};

// The value of a cell as text, in its shortest form. Of a cell that has a value. `decimal` is the
// sign that texts of the sheet have in numbers.
std::string text_in(const Sheet& sheet, const SheetCell& cell, char decimal = '.');

// Collects the cells of a sheet, row after row.
class SheetBuilder {
 public:
  enum class State { sound, out_of_order, too_large };

  // The code of a text that cells can have.
  Code code_of(std::string_view text);

  // An empty text is no cell.
  void add_text(CellReference at, std::string_view text, CellKind kind = CellKind::text);
  void add_text(CellReference at, Code text);
  void add_code(CellReference at, std::string_view text, std::string_view style);
  void add(CellReference at, CellKind kind, double number = 0);
  // `format`: in which it is shown, as a workbook spells it; empty: unknown.
  void add_date(CellReference at, double milliseconds, std::string_view format = {});
  // As a document spells it: digits beyond what a double holds stay text.
  void add_number(CellReference at, std::string_view spelled);
  void add_merged(const CellRange& cells) { sheet_.merged.push_back(cells); }

  // What is wrong with the cells so far; nothing is added after it.
  State state() const { return state_; }
  std::size_t cell_count() const { return cell_count_; }

  Sheet finish(std::string name) &&;

 private:
  void add(CellReference at, SheetCell cell);
  void take_memory(std::size_t bytes);

  Sheet sheet_;
  DictionaryBuilder texts_;
  std::size_t cell_count_ = 0;
  std::size_t memory_ = 0;
  State state_ = State::sound;
};

}  // namespace overhand::io
