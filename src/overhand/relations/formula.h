// Formula: an expression over the columns of a table, in muParser's language: + - * / ^ ( ), the
// comparisons < <= > >= = !=, && and ||, and functions such as abs, min and max.
//
// A column stands by its name; one whose name is no word stands in backquotes: `cost total`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "overhand/core/result.h"
#include "overhand/table/table.h"

namespace overhand::relations {

class Formula {
 public:
  // Fails on a name that is no column to compute with, and on what muParser does not understand.
  static Result<Formula> parse(const std::string& text, const Table& table);

  const std::string& text() const { return text_; }
  const std::vector<std::string>& columns() const { return columns_; }  // in order of appearance

  // For each record; missing where one of its columns is, and where the result is no number.
  Reals values(const Table& table) const;

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
