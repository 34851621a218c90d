// Formula: an expression over the columns of a table, in muParser's language: + - * / ^ ( ), the
// comparisons < <= > >= = !=, && and ||, and functions such as abs, min and max.
//
// A column stands by its name, whether it is masked or kept (table/amounts.h); one whose name is no
// word stands in backquotes: `cost total`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::relations {

class Formula {
 public:
  // Fails on a name that is no column to compute with, on what muParser does not understand, and
  // where no column is named.
  static Result<Formula> parse(const std::string& text, const Table& table);

  // The same for a part of a formula, which may name none.
  static Result<Formula> parse_part(const std::string& text, const Table& table);

  // The column alone.
  static Formula of_column(const std::string& column);

  const std::string& text() const { return text_; }
  const std::vector<std::string>& columns() const { return columns_; }  // in order of appearance

  // For each record; missing where one of its columns is, and where the result is no number. Dates
  // are in days, times in seconds.
  Cells<double> values(const Table& table) const;

  // The same expression over the same columns, whatever blanks stand between.
  bool operator==(const Formula& other) const;

 private:
  Formula(std::string text, std::string expression, std::vector<std::string> columns)
      : text_(std::move(text)), expression_(std::move(expression)), columns_(std::move(columns)) {}

  std::string text_;
  std::string expression_;  // with x0, x1, ... for the columns
  std::vector<std::string> columns_;
};

// The name as formulas have it: in backquotes where it is no word.
std::string formula_name(std::string_view column);

}  // namespace overhand::relations
